import { findDisguisedInPath } from "../../brands/DisguisedInPath.ts"
import { findLookalike, type LookalikeContext } from "../../brands/FindLookalike.ts"
import { strongLookalikeScoreMin } from "../../brands/Lookalike.ts"
import { isOpenShortener } from "../../urls/SharedHosts.ts"
import type { Fact } from "../facts/Fact.ts"
import { isBareAddress, isLocalHost, targetOf, truncateToLine } from "../facts/Target.ts"
import { type Finding, makeFinding } from "../reasons/Finding.ts"
import type { DocumentLink } from "./DocumentLinks.ts"
import { adjacentLinkTexts, judgeLinkText } from "./JudgeLinkText.ts"
import { attackedSchemes, scriptSchemes } from "./Schemes.ts"

/** Returns the eTLD+1 of a host; null for an IP address or an unknown top-level domain. */
export type FindRegistrableDomain = (host: string) => string | null

/** Maximum distinct links of a document that probably exists only for its links. */
export const fewLinksMax = 3

/** Minimum distinct links at which an address that the text only mentions counts as one of many. */
export const manyLinksMin = 12

/** Judges the links of a document by their appearance. Does not look them up in the threat sources. */
export const judgeLinks = (
  links: ReadonlyArray<DocumentLink>,
  registrableDomain: FindRegistrableDomain
): ReadonlyArray<Finding> => [...judgeEachLink(links, { registrableDomain })].flat()

/**
 * Judges links in steps of one host or one link. The caller can yield to other fibers between steps, because 2,000
 * links take 0.1 s.
 */
export function* judgeEachLink(
  links: ReadonlyArray<DocumentLink>,
  names: LookalikeContext
): Generator<ReadonlyArray<Finding>, void> {
  const { registrableDomain } = names
  const different = new Set<string>()
  const hosts = new Map<string, DocumentLink>()
  for (const link of links) {
    if (link.through === null) different.add(link.href)
    hosts.set(new URL(link.href).hostname, link)
    yield nothing
  }
  const [isFew, isMany] = [different.size <= fewLinksMax, different.size >= manyLinksMin]
  for (const [host, link] of hosts) yield judgeHost(host, link, names)
  for (const [at, link] of links.entries()) {
    const share: Share = link.from === "text" ? isMany ? "OfMany" : "" : isFew ? "OfFew" : ""
    yield [
      ...judgeAddress(link, share, registrableDomain),
      ...judgeLinkText(link, registrableDomain, () => adjacentLinkTexts(links, at)),
      ...isFew && link.from !== "text" ? judgePath(link) : [],
      ...link.from === "qr" && link.through === null
        ? [makeFinding("QR_LINK", "code", [truncateToLine(link.raw)], link.where)]
        : []
    ]
  }
}

const nothing: ReadonlyArray<Finding> = []

/** Detects a brand name spelled with digits in the path. */
const judgePath = ({ href, raw, where }: DocumentLink): ReadonlyArray<Finding> => {
  const { hostname, pathname } = new URL(href)
  const brand = findDisguisedInPath(pathname)
  const belongsToOwner =
    brand?.domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`)) !== false
  if (brand === null || belongsToOwner) return []
  return [makeFinding("BRAND_LOOKALIKE", "digitsInPath", [brand.name, truncateToLine(raw)], where)]
}

const judgeHost = (
  host: string,
  { from, href, where }: DocumentLink,
  names: LookalikeContext
): ReadonlyArray<Finding> => {
  // A host without a known top-level domain does not resolve. In text, such a host probably consists of the end of one
  // sentence and the start of the next.
  if (from === "text" && names.registrableDomain(host) === null) return []
  const lookalike = findLookalike(host, { ...names, path: new URL(href).pathname })
  if (lookalike === null) return []
  const certainty = lookalike.score >= strongLookalikeScoreMin ? "certain" : "possible"
  return [makeFinding("BRAND_LOOKALIKE", certainty, [truncateToLine(host), lookalike.brand, lookalike.evidence], where)]
}

/** Judges links that do not lead to the web. */
export const judgeOtherLinks = (facts: ReadonlyArray<Fact>): ReadonlyArray<Finding> =>
  facts.flatMap((fact) => {
    if (fact.kind !== "link") return []
    const target = targetOf(fact.url)
    if (target.kind === "share") {
      if (isMoniker(fact.url, isLocalHost(target.host))) {
        return [makeFinding("SUSPICIOUS_LINK", "moniker", [truncateToLine(fact.url)], fact.where)]
      }
      if (programs.test(fact.url.trim())) {
        const place = isLocalHost(target.host) ? "programNearby" : "programElsewhere"
        return [makeFinding("SUSPICIOUS_LINK", place, [truncateToLine(fact.url)], fact.where)]
      }
      return [makeFinding("CREDENTIAL_LEAK_PATH", "link", [truncateToLine(fact.url)], fact.where)]
    }
    if (target.kind === "absolute path" || target.kind === "relative path") {
      // LibreOffice runs these commands, with or without a prompt (CVE-2022-3140, CVE-2023-6185).
      if (/^\.uno:/i.test(target.path)) {
        return [makeFinding("SUSPICIOUS_LINK", "command", [truncateToLine(fact.url)], fact.where)]
      }
      // Drops the query and fragment, as a browser does.
      const isProgram = programs.test(target.path.replace(/[?#][^]*/, ""))
      return isProgram ? [makeFinding("SUSPICIOUS_LINK", "programFile", [truncateToLine(fact.url)], fact.where)] : []
    }
    if (target.kind !== "scheme") return []
    const { rest, scheme } = target
    // Links to help files of installed programs are not an attack.
    const isLocal = helpSchemes.has(scheme) && !/[\\/]{2}/.test(rest.replace(/^@\w{1,32}:/, ""))
    if (attackedSchemes.has(scheme) && !isLocal) {
      return [makeFinding("SUSPICIOUS_LINK", "attackedScheme", [truncateToLine(fact.url)], fact.where)]
    }
    if (officeSchemes.test(scheme)) {
      return [makeFinding("SUSPICIOUS_LINK", "macro", [truncateToLine(fact.url)], fact.where)]
    }
    const isScript = scriptSchemes.has(scheme) && !isHarmlessRemnant(rest) ||
      scheme === "data" && /^[^,]{0,100}(?:html|javascript|svg)/i.test(rest)
    return isScript ? [makeFinding("SUSPICIOUS_LINK", "script", [truncateToLine(fact.url)], fact.where)] : []
  })

/**
 * Reports whether Outlook resolves a link as a moniker (CVE-2024-21413): a file, `!`, and an object within the file. In
 * the local network the file needs an extension, because folders there have names such as `Read me!now`.
 */
const isMoniker = (url: string, isLocal: boolean): boolean =>
  isLocal ? /\.[a-z0-9]{1,8}![^\\/!]/i.test(url) : /[^!]![^!]/.test(url)

/** Schemes that make LibreOffice run macros, services and commands. */
const officeSchemes = /^(?:vnd\.sun\.star\.(?:script|expand|jar)|vnd\.libreoffice\.command|macro|service|slot)$/

/**
 * Reports whether a script is a harmless remainder of a copied web page. Such a script is empty or calls one function
 * that only the web page defined. The arguments are plain values without addresses.
 *
 * Removes blanks before matching an empty script, because a pattern with several optional runs of blanks takes
 * polynomial time.
 */
const isHarmlessRemnant = (script: string): boolean => {
  const text = script.replaceAll("%20", " ").replaceAll("%27", "'").replaceAll("%22", "\"").trim()
  const statement = text.endsWith(";") ? text.slice(0, -1).trimEnd() : text
  if (/^(?:void\(?0?\)?|\/\/|#)?$/.test(statement.replaceAll(/\s/g, ""))) return true
  const call = /^(\w{1,40})\(([^()]{0,400})\)$/.exec(statement)
  return call !== null && !browserCalls.has(call[1]!.toLowerCase()) && plainValues.test(call[2]!)
}

const plainValues = /^\s*(?:(?:-?\w{1,40}|'[^'"\\:<&%]{0,100}'|"[^'"\\:<&%]{0,100}")\s*(?:,\s*|$))*$/

/** Functions of every web page that execute, fetch or open their arguments. */
const browserCalls: ReadonlySet<string> = new Set(
  "eval execscript fetch function import importscripts navigate open settimeout setinterval showhelp".split(" ")
)

const helpSchemes = new Set(["its", "ms-its", "mk"])

/**
 * Reports whether the user name of a URL looks like a host. It does if it starts with `www.`, or contains a common
 * top-level domain or an escaped dot or slash. It also does if it has a known top-level domain, unless it is two words
 * such as `ann.smith`.
 */
const showsHost = (user: string, registrableDomain: FindRegistrableDomain): boolean => {
  if (user === "") return false
  const host = /^[a-z0-9.-]{1,255}/i.exec(user)?.[0] ?? ""
  return /%2e|%2f/i.test(user) || /\.(?:com|org|net|gov|edu|info|biz|io|co|eu|uk|de|fr)(?![a-z0-9])/i.test(user) ||
    /^www\./i.test(user) || host.includes(".") && registrableDomain(host) !== null && !/^[a-z]+\.[a-z]+$/i.test(host)
}

/** Suffix of a finding's case. `OfFew`: one of few clickable links. `OfMany`: one of many links that text mentions. */
type Share = "" | "OfFew" | "OfMany"

const judgeAddress = (
  { href, raw, where }: DocumentLink,
  share: Share,
  registrableDomain: FindRegistrableDomain
): ReadonlyArray<Finding> => {
  const url = new URL(href)
  const host = url.hostname
  const to = truncateToLine(raw)
  if (showsHost(url.username, registrableDomain)) {
    return [makeFinding("SUSPICIOUS_LINK", "otherHost", [to], where)]
  }
  if (isLocalAddress(host)) return [makeFinding("SUSPICIOUS_LINK", "nearby", [to], where)]
  if (isBareAddress(host)) return [makeFinding("SUSPICIOUS_LINK", `address${share}`, [to], where)]
  if (programs.test(url.pathname)) return [makeFinding("SUSPICIOUS_LINK", `program${share}`, [to], where)]
  if (serverFolders.test(url.pathname)) return [makeFinding("SUSPICIOUS_LINK", "serverFolder", [to], where)]
  return isOpenShortener(host) ? [makeFinding("SUSPICIOUS_LINK", "shortener", [to], where)] : []
}

/**
 * Matches pages in folders without pages of their own: the folder of well-known files (RFC 8615), and those of WordPress for
 * its code and for pictures. On compromised sites, phishing pages lie there.
 */
const serverFolders =
  /^\/(?:\.well-known\/|wp-includes\/|wp-content\/uploads\/(?=[^]*\.php$))(?:[^/]+\/)*(?:[^/]+\.(?:html?|php))?$/i

/** Reports whether a host is local, as in manuals and examples. */
const isLocalAddress = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || host === "[::1]" ||
  localNetworks.test(host) && isBareAddress(host)

/**
 * Address ranges of local networks (RFC 1122, 1918, 3927, 4193 and 4291). Includes the shared address space of
 * carrier-grade NAT (RFC 6598).
 */
const localNetworks =
  /^(?:127|10)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^\[f[cde]/

const programs = /\.(?:exe|scr|hta|vbs|vbe|wsf|cmd|bat|ps1|lnk|msi|jar|iso|img|apk|com\.pif|pif)$/i
