import { brandIndex } from "../../brands/data/BrandIndex.ts"
import type { Fact } from "../facts/Fact.ts"
import { type Finding, makeFinding } from "../reasons/Finding.ts"
import type { DocumentLink } from "./DocumentLinks.ts"
import { findIdeas, findIdeasByLanguage, foldText } from "./lures/FindIdeas.ts"
import { isOfficial, isOpenHost, namesIn, ownerOf } from "./lures/LureHosts.ts"
import { lureOf } from "./lures/Lures.ts"

/** Maximum characters of a lure. A document meant for reading has more text. */
export const lureCharsMax = 3_000
export const lurePagesMax = 2
/**
 * Minimum share of a page, 0 to 1, that a lure's links cover if it has no text. They usually cover a picture of a
 * button, or the whole page.
 */
export const lureLinkAreaMin = 0.15
/** Maximum hosts of a lure: the real target, and decoys that are invisible or have a trusted name. */
export const lureHostsMax = 3
/** Minimum share of a page, 0 to 1, at which a link counts as covering the whole page. */
export const overlayLinkAreaMin = 0.8

type TextFact = Extract<Fact, { readonly kind: "text" }>

/**
 * Detects documents that lure the user to follow a link, paste a command or call a number. Such a document has at most
 * two pages that are not empty. What counts is what the text claims and asks for, and whether its links lead to a host
 * that has nothing to do with the sender: not to a brand's own host, an authority's, or one that the text names.
 */
export const judgeLure = (facts: ReadonlyArray<Fact>, links: ReadonlyArray<DocumentLink>): ReadonlyArray<Finding> => {
  // Skips the text of embedded objects, which can precede the document's text. Their number of pages is unknown.
  const texts = facts.flatMap((fact) => fact.kind === "text" && fact.pages !== null ? [fact] : [])
  const hosts = finalHosts(links.filter(({ from }) => from !== "text"))
  const hasArchive = links.some(({ href }) => archives.test(new URL(href).pathname))
  // Viewers differ in which text of some documents they show.
  return texts.filter(({ where }) => where === texts[0]?.where).flatMap((text) => judgeShown(text, hosts, hasArchive))
    .toSorted((one, other) => other.penalty - one.penalty).slice(0, 1)
}

const judgeShown = (text: TextFact, hosts: ReadonlyArray<string>, hasArchive: boolean): ReadonlyArray<Finding> => {
  if (text.pages === null || text.pages - (text.emptyPages ?? 0) > lurePagesMax) return []
  const isPage = (text.linkArea ?? 0) >= lureLinkAreaMin && hosts.length <= lureHostsMax
  if (text.text.length > lureCharsMax && !isPage) return []
  const isNamed = namesIn(text.text)
  const strange = hosts.filter((host) => !belongsToSender(host, isNamed))
  return [...judgeText(text, hosts, strange, hasArchive), ...judgePage(text, hosts, strange)]
}

/** Returns the hosts of the addresses at which links end. Omits redirectors whose target is known. */
const finalHosts = (links: ReadonlyArray<DocumentLink>): ReadonlyArray<string> => {
  const passed = new Set(links.map(({ through }) => through))
  return [...new Set(links.filter(({ href }) => !passed.has(href)).map(({ href }) => new URL(href).hostname))]
}

/** Paths of files that contain other files and can require a password. */
const archives = /\.(?:7z|ace|arj|cab|dmg|gz|img|iso|rar|tgz|vhdx?|xz|zip)$/i

const belongsToSender = (host: string, isNamed: (host: string) => boolean): boolean =>
  isOfficial(host) || !isOpenHost(host) && (ownerOf(host) !== null || isNamed(host))

/** Judges what the text claims and asks for. */
const judgeText = (
  { text, where }: TextFact,
  hosts: ReadonlyArray<string>,
  strange: ReadonlyArray<string>,
  hasArchive: boolean
): ReadonlyArray<Finding> => {
  if (text.length > lureCharsMax) return []
  const readings = findIdeasByLanguage(text)
  const targets = strange.length === 0 ? [] : ["page" as const, ...hasArchive ? ["archive" as const] : []]
  const kind = readings.map((ideas) => lureOf(ideas, new Set(targets))).find((one) => one !== null) ?? null
  const to = strange.slice(0, hostsNamedMax).join(", ")
  const isUrgent = readings.some((ideas) => ideas.has("account") && (ideas.has("verify") || ideas.has("trouble")))
  const brand = strange.length > 0 && (kind !== null || isUrgent) ? impersonatedBrand(text, hosts) : null
  if (brand !== null) return [makeFinding("BRAND_LOOKALIKE", "impersonation", [brand, to], where)]
  if (kind === null || strange.length === 0 && hosts.length > 0) return []
  return [makeFinding("SOCIAL_LURE", kind, kind === "paste" || kind === "enable" || kind === "call" ? [] : [to], where)]
}

/** Maximum hosts named in a reason. */
const hostsNamedMax = 3

/** Judges a page whose links cover much of it. */
const judgePage = (
  { linkArea = 0, text, where }: TextFact,
  hosts: ReadonlyArray<string>,
  [host]: ReadonlyArray<string>
): ReadonlyArray<Finding> => {
  if (host === undefined || hosts.length > lureHostsMax || linkArea < lureLinkAreaMin) return []
  const [isBlank, isWhole] = [text.trim() === "", linkArea >= overlayLinkAreaMin && hosts.length === 1]
  // A page without text probably shows its request as a picture.
  if (isWhole) return [makeFinding("SOCIAL_LURE", isBlank || isRequest(text) ? "overlay" : "poster", [host], where)]
  return isBlank || isRequest(text) ? [makeFinding("SOCIAL_LURE", "request", [host], where)] : []
}

const isRequest = (text: string): boolean => {
  if (text.length > lureCharsMax) return false
  return findIdeasByLanguage(text).some((ideas) =>
    ideas.has("open") && (ideas.has("file") || ideas.has("account") || ideas.has("secret"))
  )
}

/**
 * Returns the brand in whose name a text speaks, or null. The brand is named at the beginning or end of the text, or
 * next to an account. A brand that is merely named, such as a means of payment, does not count; nor does one to whose
 * host a link leads.
 */
const impersonatedBrand = (text: string, hosts: ReadonlyArray<string>): string | null => {
  const folded = foldText(text)
  const owners = new Set(hosts.map(ownerOf))
  const end = foldText(lastLineOf(text))
  const named = brandIndex().brands.filter(({ isWord, name }) => speaksAs(folded, end, foldText(name), isWord))
  const [brand] = named
  return brand === undefined || named.some(({ name }) => owners.has(name)) ? null : brand.name
}

/** Characters at the beginning of a text and of its last line, where the sender is named. */
const senderChars = 100

const lastLineOf = (text: string): string => {
  const shown = text.trimEnd()
  return shown.slice(shown.lastIndexOf("\n") + 1).slice(0, senderChars)
}

/** Characters around a brand's name in which a word for an account belongs to the brand. */
const nearbyChars = 24

const speaksAs = (text: string, lastLine: string, name: string, isWord: boolean): boolean => {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length
    const after = text.slice(end - 1, end + nearbyChars)
    if (departments.test(after)) return true
    // A name that is also a word means the brand only directly before such a word.
    if (isWord) continue
    const isSender = at < senderChars || lastLine.includes(name)
    const nearby = findIdeas(text.slice(Math.max(0, at - nearbyChars), end + nearbyChars))
    if (isSender || nearby.has("account") || nearby.has("secret")) return true
  }
  return false
}

/** Words after a brand's name that show that the brand is meant. */
const departments =
  /^ (?:id|account|support|security|customer|team|bank|card|pay|wallet|service|billing|help|konto|kundenservice|compte|cuenta|conta|conto) /
