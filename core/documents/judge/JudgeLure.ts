import type { Fact } from "../Fact.ts"
import { type Finding, finding } from "../Finding.ts"
import type { DocumentLink } from "./DocumentLinks.ts"

/** A document that is there to be read says more. */
export const lureCharsMax = 1_500
export const lurePagesMax = 2
/** Share of a page that its links cover, 0 to 1: a picture of a button, or the whole page. */
export const lureLinkAreaMin = 0.15
/** From here on a click anywhere follows the link. */
export const overlayLinkAreaMin = 0.8

/** What such a page asks for, in the languages in which it is mostly asked. */
const requests =
  /\b(?:click|tap|press|scan|view|open|access|review|download|unlock|verify|confirm|sign in|log ?in|continue|enable (?:content|editing)|klicken|anzeigen|öffnen|anmelden|cliquez|ouvrir|consulter|connexion|haga clic|ver documento|abrir|iniciar sesión|clique|acessar|visualizar)\b/i

const bait =
  /\b(?:document|file|invoice|payment|statement|remittance|account|password|mailbox|voicemail|fax|message|shared|secure|protected|confidential|encrypted|onedrive|sharepoint|docusign|dropbox|adobe|dokument|rechnung|konto|passwort|zahlung|facture|paiement|compte|mot de passe|documento|factura|cuenta|contraseña|fatura|conta|senha)\b/i

/** A page or two with little on it but a request to follow the one link that covers much of it. */
export const judgeLure = (facts: ReadonlyArray<Fact>, links: ReadonlyArray<DocumentLink>): ReadonlyArray<Finding> => {
  const text = facts.find((fact) => fact.kind === "text")
  if (text?.kind !== "text" || text.pages === null || text.pages > lurePagesMax) return []
  const hosts = new Set(links.filter(({ from }) => from !== "text").map(({ href }) => new URL(href).hostname))
  const [host] = hosts
  const linkArea = text.linkArea ?? 0
  if (host === undefined || hosts.size > 1 || linkArea < lureLinkAreaMin) return []
  if (linkArea >= overlayLinkAreaMin) {
    return [finding("SOCIAL_LURE", 35, `A click anywhere on the page leads to ${host}`, text.where)]
  }
  if (text.text.length > lureCharsMax) return []
  // A page that is all picture says what it wants in the picture.
  const isAsking = text.text.trim() === "" || requests.test(text.text) && bait.test(text.text)
  return isAsking
    ? [finding("SOCIAL_LURE", 18, `Little more than a request to follow a link to ${host}`, text.where)]
    : []
}
