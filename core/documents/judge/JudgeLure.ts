import { brandIndex } from "../../brands/data/BrandIndex.ts"
import type { Fact } from "../facts/Fact.ts"
import { type Finding, makeFinding } from "../reasons/Finding.ts"
import type { DocumentLink } from "./DocumentLinks.ts"

/** Maximum characters of a lure. A document meant for reading has more text. */
export const lureCharsMax = 1_500
export const lurePagesMax = 2
/**
 * Minimum share of a page, 0 to 1, that a lure's links cover. They usually cover a picture of a button, or the whole
 * page.
 */
export const lureLinkAreaMin = 0.15
/** Maximum hosts of a lure: the real target, and decoys that are invisible or have a trusted name. */
export const lureHostsMax = 3
/** Minimum share of a page, 0 to 1, at which a link counts as covering the whole page. */
export const overlayLinkAreaMin = 0.8

/** Calls to action on lure pages, in the languages that are most common on such pages. */
const requests =
  /\b(?:click|tap|press|scan|view|open|access|review|download|unlock|verify|confirm|sign in|log ?in|continue|enable (?:content|editing)|klicken|anzeigen|öffnen|anmelden|cliquez|ouvrir|consulter|connexion|haga clic|ver documento|abrir|iniciar sesión|clique|acessar|visualizar)\b/i

const bait =
  /\b(?:document|file|invoice|payment|statement|remittance|account|password|mailbox|voicemail|fax|message|shared|secure|protected|confidential|encrypted|onedrive|sharepoint|docusign|dropbox|adobe|dokument|rechnung|konto|passwort|zahlung|facture|paiement|compte|mot de passe|documento|factura|cuenta|contraseña|fatura|conta|senha)\b/i

/** Claims of a problem with an account, which push its owner to log in on another site. */
const threats =
  /\b(?:account|apple id|id|mailbox|card|payment|subscription|access|profile|konto|compte|cuenta|conta)\b[^.!?]{1,120}\b(?:locked|suspend\w*|limited|disabled|verif\w*|confirm\w*|unusual|expired?|on hold|restricted|deactivat\w*|update|gesperrt|bestätig\w*|vérifi\w*|bloquead[ao])\b|\b(?:verify|confirm|update|restore|unlock|secure|validate|bestätigen|vérifier|confirmez|verificar|confirme)\b[^.!?]{1,60}\b(?:account|identity|information|billing|payment|password|details|apple id|konto|compte|cuenta|conta)\b/i

/** Maximum characters of text that is checked for impersonation. A document that exists for one link is short. */
export const impersonationCharsMax = 3_000

/**
 * Returns the brand that a short document impersonates, or null. Such a document names the brand, claims a problem with
 * an account, and links to hosts other than the brand's.
 */
const judgeImpersonation = (text: string, hosts: ReadonlySet<string>): string | null => {
  if (text.length > impersonationCharsMax || hosts.size === 0 || !threats.test(text)) return null
  const lower = text.toLowerCase()
  const named = brandIndex().brands.filter(({ isWord, name }) =>
    isWord
      ? accountWords.some((word) => mentions(lower, `${name.toLowerCase()} ${word}`))
      : mentions(lower, name.toLowerCase())
  )
  const [brand] = named
  const belongsToOwner = named.some(({ domains }) =>
    [...hosts].some((host) => domains.some((one) => isWithin(host, one)))
  )
  return brand === undefined || belongsToOwner ? null : brand.name
}

/** If one of these words follows a brand name that is also a common word, the brand is meant. */
const accountWords = [
  "id",
  "account",
  "support",
  "security",
  "customer",
  "team",
  "bank",
  "card",
  "pay",
  "konto",
  "compte"
]

const mentions = (text: string, name: string): boolean => {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isWhole = !/[\p{L}\p{N}]/u.test(text[at - 1] ?? " ") && !/[\p{L}\p{N}]/u.test(text[at + name.length] ?? " ")
    if (isWhole) return true
  }
  return false
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** Returns the hosts of the addresses at which links end. Omits redirectors whose target is known. */
const finalHosts = (links: ReadonlyArray<DocumentLink>): ReadonlySet<string> => {
  const passed = new Set(links.map(({ through }) => through))
  return new Set(links.filter(({ href }) => !passed.has(href)).map(({ href }) => new URL(href).hostname))
}

/**
 * Detects documents that lure the user to follow a link. Such a document has at most two pages that are not empty. It
 * impersonates a brand, or has little content except a request to follow a link that covers much of the page.
 */
export const judgeLure = (facts: ReadonlyArray<Fact>, links: ReadonlyArray<DocumentLink>): ReadonlyArray<Finding> => {
  // Skips the text of embedded objects, which can precede the document's text. Their number of pages is unknown.
  const text = facts.find((fact) => fact.kind === "text" && fact.pages !== null)
  if (text?.kind !== "text" || text.pages === null) return []
  if (text.pages - (text.emptyPages ?? 0) > lurePagesMax) return []
  const hosts = finalHosts(links.filter(({ from }) => from !== "text"))
  const impersonated = judgeImpersonation(text.text, hosts)
  if (impersonated !== null) {
    const to = [...hosts].slice(0, 3).join(", ")
    return [makeFinding("BRAND_LOOKALIKE", "impersonation", [impersonated, to], text.where)]
  }
  const [host] = hosts
  const linkArea = text.linkArea ?? 0
  if (host === undefined || hosts.size > lureHostsMax || linkArea < lureLinkAreaMin) return []
  if (linkArea >= overlayLinkAreaMin && hosts.size === 1) {
    return [makeFinding("SOCIAL_LURE", "overlay", [host], text.where)]
  }
  if (text.text.length > lureCharsMax) return []
  // If a page has no text, a picture probably shows the request.
  const isAsking = text.text.trim() === "" || requests.test(text.text) && bait.test(text.text)
  return isAsking ? [makeFinding("SOCIAL_LURE", "request", [host], text.where)] : []
}
