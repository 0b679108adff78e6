import { trimEnd } from "../../kernel/TrimEnd.ts"
import { shorteners } from "../../urls/SharedHosts.ts"
import { truncateToLine } from "../facts/Target.ts"
import { type Finding, makeFinding } from "../reasons/Finding.ts"
import { type DocumentLink, targetsOfRedirector } from "./DocumentLinks.ts"
import type { FindRegistrableDomain } from "./JudgeLinks.ts"

/**
 * Hosts of services that lead to another address: link protection, tracking, short or permanent links, and archives.
 * Their addresses often do not contain the target. The text of such a link shows the final target.
 */
const redirectors =
  /(?:^|\.)(?:safelinks\.protection\.outlook\.com|urldefense\.(?:com|proofpoint\.com)|l\.facebook\.com|lnkd\.in|linkedin\.com|doi\.org|hdl\.handle\.net|web\.archive\.org|go\.microsoft\.com|aka\.ms|protect2\.fireeye\.com)$/

/** Host and path of Google's result links, some of which do not contain the target address. */
const searchEngine = /(?:^|\.)google\.(?:com(?:\.[a-z]{2})?|co\.[a-z]{2}|[a-z]{2})\/url$/

/** Texts of adjacent links with the same target. An address broken over two lines becomes one link per line. */
export interface AdjacentLinkTexts {
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

/** Placeholder for an unknown link text, usually the hyphen at which an address was broken. */
const unreadableText = "-"

/** Maximum number of adjacent texts collected on each side of a link. */
const adjacentTextsMax = 3

/** Returns the texts of the links next to a link that have the same target. */
export const adjacentLinkTexts = (links: ReadonlyArray<DocumentLink>, at: number): AdjacentLinkTexts => {
  const piecesFrom = (step: 1 | -1): ReadonlyArray<string> => {
    const texts: Array<string> = []
    for (let next = at + step; texts.length < adjacentTextsMax; next += step) {
      const link = links[next]
      if (link === undefined || link.href !== links[at]!.href || link.from !== links[at]!.from) break
      texts.push(link.text ?? unreadableText)
    }
    return texts
  }
  return { before: piecesFrom(-1).toReversed(), after: piecesFrom(1) }
}

/** Detects a link that shows the address of one domain and leads to another. */
export const judgeLinkText = (
  { href, text, where }: DocumentLink,
  registrableDomain: FindRegistrableDomain,
  adjacent: () => AdjacentLinkTexts
): ReadonlyArray<Finding> => {
  const shownHost = text === null ? null : displayedHost(text)
  if (text === null || shownHost === null) return []
  const url = new URL(href)
  // The host of `http://http://…` is `http`, which does not resolve.
  if (/^https?$/.test(url.hostname)) return []
  const [shownDomain, domain] = [registrableDomain(shownHost), domainOf(url.hostname, registrableDomain)]
  if (shownDomain === null || shownDomain === domain) return []
  if (blogOf(shownHost) !== null && blogOf(shownHost) === blogOf(url.hostname)) return []
  if (shorteners.has(url.hostname) || shorteners.has(shownHost)) return []
  const targets = [...forwardTargets(url), ...targetsOfRedirector(href).map((target) => new URL(target).hostname)]
  const isHonest = targets.length === 0
    ? redirectors.test(url.hostname) || searchEngine.test(`${url.hostname}${url.pathname}`)
    : targets.some((host) => host === shownDomain || host.endsWith(`.${shownDomain}`))
  if (isHonest || isPartOfAddress(text, shownHost, url.hostname, adjacent(), registrableDomain)) return []
  return [
    makeFinding("LINK_TEXT_MISMATCH", "otherDomain", [truncateToLine(shownHost), truncateToLine(url.hostname)], where)
  ]
}

/** Returns the name of a blog, or null. Blogger used to lead to the same name under the domain of the reader's country. */
const blogOf = (host: string): string | null =>
  /^(?:www\.)?([\w-]{1,63})\.blogspot\.(?:com?\.)?[a-z]{2,3}$/.exec(host)?.[1] ?? null

/** Returns the domain of a host without the closing brackets and punctuation that some programs add to an address. */
const domainOf = (host: string, registrableDomain: FindRegistrableDomain): string => {
  const tidy = trimEnd(host, (sign) => /[)\]},;'"!]/.test(sign))
  return registrableDomain(tidy) ?? host
}

/**
 * Reports whether the text is a piece of the link's address and the adjacent texts complete the address. The end of a
 * host always qualifies. The beginning of a host does not qualify if it could be a complete address, such as
 * `www.bank.com` in `www.bank.com.evil.org`.
 */
const isPartOfAddress = (
  text: string,
  shownHost: string,
  host: string,
  { after, before }: AdjacentLinkTexts,
  registrableDomain: FindRegistrableDomain
): boolean => {
  const isEnd = host.endsWith(shownHost)
  const isBeginning = host.startsWith(`${shownHost}.`) && !commonEndings.test(shownHost) &&
    registrableDomain(host)?.startsWith(`${shownHost.slice(shownHost.lastIndexOf(".") + 1)}.`) === true
  if (!isEnd && !isBeginning) return false
  // Also tries the reverse order, because some programs write the last line of an address first.
  return completesHost(before, text, after, host, isBeginning) ||
    completesHost(after.toReversed(), text, before.toReversed(), host, isBeginning, /^https?:\/\//i)
}

const completesHost = (
  before: ReadonlyArray<string>,
  text: string,
  after: ReadonlyArray<string>,
  host: string,
  isFirst: boolean,
  begins = /^/
): boolean => {
  for (let from = isFirst ? before.length : before.length - 1; from >= 0; from--) {
    for (let to = 0; to <= after.length; to++) {
      const whole = [...before.slice(from), text, ...after.slice(0, to)].join("")
      if (begins.test(whole) && displayedHost(whole) === host) return true
    }
  }
  return false
}

/** Maximum levels of percent-encoding that are decoded to find a nested address. */
const encodingsMax = 3

/** Returns the hosts of addresses in the path or query, where click-tracking services put the target. */
const forwardTargets = ({ pathname, search }: URL): ReadonlyArray<string> => {
  const hosts: Array<string> = []
  let rest = `${pathname}${search}`.toLowerCase()
  for (let times = 0; times < encodingsMax; times++) {
    const found = [
      ...rest.matchAll(/https?:\/{1,2}([^/?#&]{1,255})/g),
      ...rest.matchAll(/[?&](?:q|u|to|url|dest|target|redirect)=(www\.[^/?#&]{1,255})/g)
    ]
    for (const [, authority] of found) hosts.push(authority!.replace(/^.*@/, "").replace(/:\d*$/, ""))
    if (!rest.includes("%")) break
    rest = rest.replaceAll("%25", "%").replaceAll("%3a", ":").replaceAll("%2f", "/").replaceAll("%40", "@")
      .replaceAll("%3f", "?").replaceAll("%3d", "=").replaceAll("%26", "&")
  }
  return hosts
}

const textCharsMax = 2_048

const isAround = (sign: string): boolean => /^[^\p{L}\p{N}/#=&%]/u.test(sign)

/**
 * Returns the host if the text is an address or contains exactly one host; null otherwise. Ignores invisible characters
 * and surrounding punctuation.
 */
const displayedHost = (text: string): string | null => {
  if (text.length > textCharsMax) return null
  const seen = text.replaceAll(/\p{Cf}/gu, "").replaceAll(/[\u3002\uff0e\uff61]/g, ".").trim()
    .replace(/^(https?:\/\/)\s+/i, "$1")
  const tidy = trimEnd(seen.replace(/^[^\p{L}\p{N}]+/u, ""), isAround)
  if (programName.test(tidy)) return null
  const address = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24})(?::\d{1,5})?(?:[/?#]\S*)?$/iu.exec(tidy)
  if (address === null) return onlyHostIn(tidy)
  const isPlain = !/^https?:|^www\./i.test(tidy) && !commonEndings.test(address[1]!)
  return isPlain ? null : hostOf(address[1]!)
}

/** Returns the host of the addresses in text. Null if there is no address, or if the hosts differ, as in a list. */
const onlyHostIn = (text: string): string | null => {
  const found = [
    ...text.matchAll(
      /(?<![\p{L}\p{N}@./-])https?:\/\/((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24})(?![\p{L}\p{N}@.-])/giu
    )
  ]
  const hosts = new Set(found.map(([, host]) => host!.toLowerCase()))
  const [host] = hosts
  return host === undefined || hosts.size > 1 ? null : hostOf(host)
}

const hostOf = (name: string): string | null =>
  URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`).hostname : null

/** Pattern of program names such as `ASP.NET`, in the vendors' spelling. Addresses are not capitalized this way. */
const programName = /^(?:[A-Z]{2,4}|(?:[A-Z][a-z]{1,32}){1,4})\.NET$/

/** Common top-level domains. Text with another ending can be the name of a file (`setup.py`, `notes.md`). */
const commonEndings =
  /\.(?:com|org|net|gov|edu|info|biz|io|co|eu|uk|de|fr|nl|it|es|ch|at|be|pl|se|no|dk|fi|ca|au|us|jp|in|br)$/i
