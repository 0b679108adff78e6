import { shorteners } from "../../urls/SharedHosts.ts"
import { type Finding, finding } from "../Finding.ts"
import { shown } from "../Target.ts"
import type { DocumentLink } from "./DocumentLinks.ts"
import type { RegistrableDomain } from "./JudgeLinks.ts"

/**
 * Services that forward on purpose, for measuring or for protection, and do not always say where to: their links show where
 * they lead in the end.
 */
const redirectors =
  /(?:^|\.)(?:safelinks\.protection\.outlook\.com|urldefense\.(?:com|proofpoint\.com)|l\.facebook\.com|lnkd\.in|linkedin\.com|doi\.org|hdl\.handle\.net|web\.archive\.org|go\.microsoft\.com|aka\.ms|protect2\.fireeye\.com)$/

/** What a search engine answers with, some of it without the address. */
const searchEngine = /(?:^|\.)google\.(?:com(?:\.[a-z]{2})?|co\.[a-z]{2}|[a-z]{2})\/url$/

/** A link that shows the address of one domain and leads to another. */
export const judgeShownText = (
  { href, text, where }: DocumentLink,
  registrableDomain: RegistrableDomain
): ReadonlyArray<Finding> => {
  const said = text === null ? null : hostSaid(text)
  if (said === null) return []
  const url = new URL(href)
  const [shownDomain, domain] = [registrableDomain(said), registrableDomain(url.hostname) ?? url.hostname]
  if (shownDomain === null || shownDomain === domain) return []
  if (shorteners.has(url.hostname) || shorteners.has(said)) return []
  const targets = forwardTargets(url)
  const isHonest = targets.length === 0
    ? redirectors.test(url.hostname) || searchEngine.test(`${url.hostname}${url.pathname}`)
    : targets.some((host) => host === shownDomain || host.endsWith(`.${shownDomain}`))
  if (isHonest) return []
  return [finding("LINK_TEXT_MISMATCH", 30, `A link shows ${shown(said)} and leads to ${shown(url.hostname)}`, where)]
}

/** Times that an address within an address is encoded. */
const encodingsMax = 3

/** Hosts of the addresses that its path or its query holds, as those of services do that count clicks. */
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

/** The host in a text that is an address, or that holds exactly one. What nobody sees, and signs around it, count for nothing. */
const hostSaid = (text: string): string | null => {
  if (text.length > textCharsMax) return null
  const seen = text.replaceAll(/\p{Cf}/gu, "").replaceAll(/[\u3002\uff0e\uff61]/g, ".").trim()
    .replace(/^(https?:\/\/)\s+/i, "$1")
  const tidy = seen.replace(/^[^\p{L}\p{N}]+/u, "").replace(/[^\p{L}\p{N}/#=&%]+$/u, "")
  const address = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24})(?::\d{1,5})?(?:[/?#]\S*)?$/iu.exec(tidy)
  if (address === null) return onlyHostIn(tidy)
  const isPlain = !/^https?:|^www\./i.test(tidy) && !commonEndings.test(address[1]!)
  return isPlain ? null : hostOf(address[1]!)
}

/** Of a text with other words; those of several addresses are a list, or the description of one. */
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

/** Names of files and of programs end like domains as well (`setup.py`, `notes.md`). */
const commonEndings =
  /\.(?:com|org|net|gov|edu|info|biz|io|co|eu|uk|de|fr|nl|it|es|ch|at|be|pl|se|no|dk|fi|ca|au|us|jp|in|br)$/i
