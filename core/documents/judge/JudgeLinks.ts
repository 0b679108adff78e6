import { disguisedInPath } from "../../brands/DisguisedInPath.ts"
import { findLookalike, type LookalikeContext } from "../../brands/FindLookalike.ts"
import { strongLookalikeScoreMin } from "../../brands/Lookalike.ts"
import { shorteners } from "../../urls/SharedHosts.ts"
import type { Fact } from "../facts/Fact.ts"
import { isBareAddress, isPlainName, shown, targetOf } from "../facts/Target.ts"
import { type Finding, finding } from "../reasons/Finding.ts"
import type { DocumentLink } from "./DocumentLinks.ts"
import { judgeShownText, piecesAround } from "./JudgeShownText.ts"
import { attackedSchemes, scriptSchemes } from "./Schemes.ts"

/** eTLD+1 of a host, or null where it has none (an address, a name of no known top level). */
export type RegistrableDomain = (host: string) => string | null

/** Up to this many different links a document is there for the sake of its links. */
export const fewLinksMax = 3

/** From this many different links on an address that the text only mentions is one of many. */
export const manyLinksMin = 12

/** What the links of a document look like; whether they are listed is for the threat sources to say. */
export const judgeLinks = (
  links: ReadonlyArray<DocumentLink>,
  registrableDomain: RegistrableDomain
): ReadonlyArray<Finding> => [...judgeEachLink(links, { registrableDomain })].flat()

/** The same host by host and link by link, for who has others to serve meanwhile: two thousand take a tenth of a second. */
export function* judgeEachLink(
  links: ReadonlyArray<DocumentLink>,
  names: LookalikeContext
): Generator<ReadonlyArray<Finding>, void> {
  const { registrableDomain } = names
  const different = new Set<string>()
  const hosts = new Map<string, DocumentLink>()
  for (const link of links) {
    different.add(link.href)
    hosts.set(new URL(link.href).hostname, link)
    yield nothing
  }
  const [isFew, isMany] = [different.size <= fewLinksMax, different.size >= manyLinksMin]
  for (const [host, link] of hosts) yield judgeHost(host, link, names)
  for (const [at, link] of links.entries()) {
    const share: Share = link.from === "text" ? isMany ? "OfMany" : "" : isFew ? "OfFew" : ""
    yield [
      ...judgeAddress(link, share, registrableDomain),
      ...judgeShownText(link, registrableDomain, () => piecesAround(links, at)),
      ...isFew && link.from !== "text" ? judgePath(link) : [],
      ...link.from === "qr" ? [finding("QR_LINK", "code", [shown(link.raw)], link.where)] : []
    ]
  }
}

const nothing: ReadonlyArray<Finding> = []

/** A brand that is spelled with digits in the path. */
const judgePath = ({ href, raw, where }: DocumentLink): ReadonlyArray<Finding> => {
  const { hostname, pathname } = new URL(href)
  const brand = disguisedInPath(pathname)
  const isOwners = brand?.domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`)) !== false
  if (brand === null || isOwners) return []
  return [finding("BRAND_LOOKALIKE", "digitsInPath", [brand.name, shown(raw)], where)]
}

const judgeHost = (
  host: string,
  { from, href, where }: DocumentLink,
  names: LookalikeContext
): ReadonlyArray<Finding> => {
  // A sentence that goes on behind an address without a blank: under no known top level it leads nowhere.
  if (from === "text" && names.registrableDomain(host) === null) return []
  const lookalike = findLookalike(host, { ...names, path: new URL(href).pathname })
  if (lookalike === null) return []
  const certainty = lookalike.score >= strongLookalikeScoreMin ? "certain" : "possible"
  return [finding("BRAND_LOOKALIKE", certainty, [shown(host), lookalike.brand, lookalike.evidence], where)]
}

/** Links that lead nowhere on the web. */
export const judgeOtherLinks = (facts: ReadonlyArray<Fact>): ReadonlyArray<Finding> =>
  facts.flatMap((fact) => {
    if (fact.kind !== "link") return []
    const target = targetOf(fact.url)
    if (target.kind === "share") {
      if (programs.test(fact.url.trim())) {
        const place = isPlainName(target.host) ? "programNearby" : "programElsewhere"
        return [finding("SUSPICIOUS_LINK", place, [shown(fact.url)], fact.where)]
      }
      return [finding("CREDENTIAL_LEAK_PATH", "link", [shown(fact.url)], fact.where)]
    }
    if (target.kind === "absolute path" || target.kind === "relative path") {
      // LibreOffice runs them, and asks before or not (CVE-2022-3140, CVE-2023-6185).
      if (/^\.uno:/i.test(target.path)) {
        return [finding("SUSPICIOUS_LINK", "command", [shown(fact.url)], fact.where)]
      }
      // As a browser would, what shows a link drops what is behind the path.
      const isProgram = programs.test(target.path.replace(/[?#][^]*/, ""))
      return isProgram ? [finding("SUSPICIOUS_LINK", "programFile", [shown(fact.url)], fact.where)] : []
    }
    if (target.kind !== "scheme") return []
    const { rest, scheme } = target
    // Help files of programs that are there are no attack.
    const isLocal = helpSchemes.has(scheme) && !/[\\/]{2}/.test(rest.replace(/^@\w{1,32}:/, ""))
    if (attackedSchemes.has(scheme) && !isLocal) {
      return [finding("SUSPICIOUS_LINK", "attackedScheme", [shown(fact.url)], fact.where)]
    }
    if (officeSchemes.test(scheme)) {
      return [finding("SUSPICIOUS_LINK", "macro", [shown(fact.url)], fact.where)]
    }
    const isScript = scriptSchemes.has(scheme) && !isLeftOver(rest) ||
      scheme === "data" && /^[^,]{0,100}(?:html|javascript|svg)/i.test(rest)
    return isScript ? [finding("SUSPICIOUS_LINK", "script", [shown(fact.url)], fact.where)] : []
  })

/** By which LibreOffice runs macros, services and commands. */
const officeSchemes = /^(?:vnd\.sun\.star\.(?:script|expand|jar)|vnd\.libreoffice\.command|macro|service|slot)$/

/**
 * Reports whether a script is a harmless remainder of a copied web page: nothing, or one call of a function that only the page
 * had, with texts and numbers that lead nowhere.
 *
 * Blanks are removed first: a pattern with several optional runs of blanks takes polynomial time.
 */
const isLeftOver = (script: string): boolean => {
  const text = script.replaceAll("%20", " ").replaceAll("%27", "'").replaceAll("%22", "\"").trim()
  const statement = text.endsWith(";") ? text.slice(0, -1).trimEnd() : text
  if (/^(?:void\(?0?\)?|\/\/|#)?$/.test(statement.replaceAll(/\s/g, ""))) return true
  const call = /^(\w{1,40})\(([^()]{0,400})\)$/.exec(statement)
  return call !== null && !browserCalls.has(call[1]!.toLowerCase()) && plainValues.test(call[2]!)
}

const plainValues = /^\s*(?:(?:-?\w{1,40}|'[^'"\\:<&%]{0,100}'|"[^'"\\:<&%]{0,100}")\s*(?:,\s*|$))*$/

/** Functions that every page has, and that run or fetch what they are given. */
const browserCalls: ReadonlySet<string> = new Set(
  "eval execscript fetch function import importscripts navigate open settimeout setinterval showhelp".split(" ")
)

const helpSchemes = new Set(["its", "ms-its", "mk"])

/** A name of a user that reads as a host: one of a known top level, or its likeness with more behind it. */
const showsHost = (user: string, registrableDomain: RegistrableDomain): boolean => {
  if (user === "") return false
  const host = /^[a-z0-9.-]{1,255}/i.exec(user)?.[0] ?? ""
  return /%2e|%2f/i.test(user) || /\.(?:com|org|net|gov|edu|info|biz|io|co|eu|uk|de|fr)(?![a-z0-9])/i.test(user) ||
    /^www\./i.test(user) || host.includes(".") && registrableDomain(host) !== null && !/^[a-z]+\.[a-z]+$/i.test(host)
}

/** Whether a link is one of few that can be clicked, or one of many that the text only mentions. */
type Share = "" | "OfFew" | "OfMany"

const judgeAddress = (
  { href, raw, where }: DocumentLink,
  share: Share,
  registrableDomain: RegistrableDomain
): ReadonlyArray<Finding> => {
  const url = new URL(href)
  const host = url.hostname
  const to = shown(raw)
  if (showsHost(url.username, registrableDomain)) {
    return [finding("SUSPICIOUS_LINK", "otherHost", [to], where)]
  }
  if (isNearby(host)) return [finding("SUSPICIOUS_LINK", "nearby", [to], where)]
  if (isBareAddress(host)) return [finding("SUSPICIOUS_LINK", `address${share}`, [to], where)]
  if (programs.test(url.pathname)) return [finding("SUSPICIOUS_LINK", `program${share}`, [to], where)]
  return shorteners.has(host) ? [finding("SUSPICIOUS_LINK", "shortener", [to], where)] : []
}

/** Of manuals and examples. */
const isNearby = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || host === "[::1]" ||
  nearbyNetworks.test(host) && isBareAddress(host)

/** RFC 1122, 1918, 3927 and 4193; and 6598, which providers and private networks share among themselves. */
const nearbyNetworks =
  /^(?:127|10)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^\[f[cde]/

const programs = /\.(?:exe|scr|hta|vbs|vbe|wsf|cmd|bat|ps1|lnk|msi|jar|iso|img|apk|com\.pif|pif)$/i
