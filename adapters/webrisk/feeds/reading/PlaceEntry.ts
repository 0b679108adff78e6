import { Result } from "effect"
import { hostGuard } from "../../../../core/threats/blocklist/HostGuard.ts"
import { expressionOf } from "../../../../core/urls/Canonicalize.ts"
import type { HostKnowledge } from "../../../../core/urls/HostKnowledge.ts"
import { isIpHost } from "../../../../core/urls/HostName.ts"
import { isPublicAddress } from "../../../../core/urls/PublicAddress.ts"
import { isPublicHost } from "../../../../core/urls/PublicHost.ts"
import { parseWebUrl } from "../../../../core/urls/WebUrl.ts"
import { isNothingAlone } from "../../../../core/urls/WrappedUrl.ts"
import type { FeedEntry } from "../formats/Format.ts"

/** An entry as it is looked up. */
export interface PlacedEntry {
  /** `host/path?query`, or `host/` for all of a host. */
  readonly expression: string
  /**
   * True when it covers what it says and no more: of `host/` this host and none below it, of a path this path and none below
   * it. False as threat lists are meant (Web Risk, "URLs and Hashing"): with hosts below the host and paths below the path.
   */
  readonly isNarrow: boolean
}

/** Why an entry is left out, though it can be understood. */
export interface LeftOut {
  readonly class: string
  readonly message: string
}

/**
 * Where an entry of a list goes. One for a URL stays there; one for the bare root is for the host. Whoever names a host that
 * many share or visit is left out: lists name the page that somebody was shown, and mean that page. Null for what is no URL
 * or host.
 */
export const placeEntry = ({ covers, text }: FeedEntry, knowledge: HostKnowledge): PlacedEntry | LeftOut | null => {
  if (covers !== "url") {
    const host = hostOf(text)
    return host === null ? null : wholeHost(covers, host, knowledge)
  }
  const parsed = parseWebUrl(text)
  if (Result.isFailure(parsed)) return null
  const [reading] = parsed.success.readings
  if (!isOutside(reading.host)) return private_(reading.host)
  if (reading.path === "/" && reading.query === null) return wholeHost("host", reading.host, knowledge)
  if (isNothingAlone(reading)) return everyPage(expressionOf(reading))
  return { expression: expressionOf(reading), isNarrow: isOfMany(reading.host, knowledge) }
}

/** What most lists hold: nothing to map, to escape or to take for an address. */
const plainName = /^(?:[a-z0-9_-]+\.)+[a-z-][a-z0-9-]*$/

const hostOf = (text: string): string | null => {
  const name = text.toLowerCase()
  if (plainName.test(name)) return name
  const parsed = parseWebUrl(`http://${text}/`)
  return Result.isFailure(parsed) ? null : parsed.success.readings[0].host
}

/** Under which all of a host is looked up; null for what is no host. */
export const hostExpression = (text: string): string | null => {
  const host = hostOf(text.replace(/^\*?\./, ""))
  return host === null ? null : `${host}/`
}

const wholeHost = (kind: "host" | "domain", host: string, knowledge: HostKnowledge): PlacedEntry | LeftOut | null => {
  if (!isIpHost(host) && !host.includes(".")) return null
  const guard = guardOf(kind, host, knowledge)
  if (guard !== null) return guard
  return isOutside(host) ? { expression: `${host}/`, isNarrow: kind === "host" } : private_(host)
}

/** Lists name what many share with its `www` as well. */
const guardOf = (kind: "host" | "domain", host: string, knowledge: HostKnowledge) =>
  hostGuard(kind, host, knowledge) ?? (host.startsWith("www.") ? hostGuard(kind, host.slice(4), knowledge) : null)

const isOutside = (host: string): boolean =>
  isIpHost(host) ? isPublicAddress(host.replaceAll(/[[\]]/g, "")) : isPublicHost(host)

const everyPage = (expression: string): LeftOut => ({
  class: "shared-host",
  message: `What ${expression} leads to or shows is in the query: an entry without one would be for everybody's.`
})

const private_ = (host: string): LeftOut => ({
  class: "private-host",
  message: `${host} is no host of the public internet.`
})

/** Whether many share or visit a host or the domain it belongs to: a folder there may be everybody's. */
const isOfMany = (host: string, knowledge: HostKnowledge): boolean => {
  if (isIpHost(host)) return false
  if (guardOf("host", host, knowledge) !== null) return true
  const domain = knowledge.suffixes.registrableDomain(host)
  return domain !== null && domain !== host && hostGuard("domain", domain, knowledge) !== null
}
