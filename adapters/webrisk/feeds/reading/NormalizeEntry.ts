import { Result } from "effect"
import { hostGuard } from "../../../../core/threats/blocklist/HostGuard.ts"
import { formatExpression } from "../../../../core/urls/Canonicalize.ts"
import type { HostKnowledge } from "../../../../core/urls/HostKnowledge.ts"
import { isIpHost } from "../../../../core/urls/HostName.ts"
import { isPublicAddress } from "../../../../core/urls/PublicAddress.ts"
import { isPublicHost } from "../../../../core/urls/PublicHost.ts"
import { needsQuery } from "../../../../core/urls/redirectors/WrappedUrl.ts"
import { parseWebUrl } from "../../../../core/urls/WebUrl.ts"
import type { FeedEntry } from "../formats/Format.ts"

/** Entry in the form that lookups use. */
export interface NormalizedEntry {
  /** `host/path?query`, or `host/` for a whole host. */
  readonly expression: string
  /**
   * Whether the entry covers only its own host or path. If false, the entry also covers subdomains and subpaths, as is
   * usual in threat lists (Web Risk, "URLs and Hashing").
   */
  readonly isNarrow: boolean
}

/** Valid entry that is omitted, with the reason. */
export interface OmittedEntry {
  readonly reason: string
  readonly message: string
}

/**
 * Converts an entry to its lookup form. Returns null if the entry is not a URL or host.
 *
 * An entry with a path covers that URL, and an entry for a root URL covers the host. An entry for a whole host is
 * omitted if many sites share the host or many people visit it. Lists often name such a host when they mean a single
 * page. Private hosts are also omitted, and so are URLs without a query if the query selects the content of the page.
 */
export const normalizeEntry = (
  { covers, text }: FeedEntry,
  knowledge: HostKnowledge
): NormalizedEntry | OmittedEntry | null => {
  if (covers !== "url") {
    const host = canonicalHost(text)
    return host === null ? null : wholeHost(covers, host, knowledge)
  }
  const parsed = parseWebUrl(text)
  if (Result.isFailure(parsed)) return null
  const [reading] = parsed.success.readings
  if (!canBePublic(reading.host)) return omitPrivate(reading.host)
  if (reading.path === "/" && reading.query === null) return wholeHost("host", reading.host, knowledge)
  if (needsQuery(reading)) return omitEveryPage(formatExpression(reading))
  return { expression: formatExpression(reading), isNarrow: isSharedOrPopular(reading.host, knowledge) }
}

/** Matches host names that are already canonical. They need no IDNA mapping or escaping, and are not IP addresses. */
const plainName = /^(?:[a-z0-9_-]+\.)+[a-z-][a-z0-9-]*$/

const canonicalHost = (text: string): string | null => {
  const name = text.toLowerCase()
  if (plainName.test(name)) return name
  const parsed = parseWebUrl(`http://${text}/`)
  return Result.isFailure(parsed) ? null : parsed.success.readings[0].host
}

/** Returns the expression for a whole host; null if the text is not a host. */
export const hostExpression = (text: string): string | null => {
  const host = canonicalHost(text.replace(/^\*?\./, ""))
  return host === null ? null : `${host}/`
}

const wholeHost = (
  kind: "host" | "domain",
  host: string,
  knowledge: HostKnowledge
): NormalizedEntry | OmittedEntry | null => {
  if (!isIpHost(host) && !host.includes(".")) return null
  const guard = guardOf(kind, host, knowledge)
  if (guard !== null) return guard
  return canBePublic(host) ? { expression: `${host}/`, isNarrow: kind === "host" } : omitPrivate(host)
}

/**
 * Returns why a whole host must not be listed, or null. Ignores a leading `www.`, because lists also name shared hosts
 * with `www`.
 */
const guardOf = (kind: "host" | "domain", host: string, knowledge: HostKnowledge) =>
  hostGuard(kind, host, knowledge) ?? (host.startsWith("www.") ? hostGuard(kind, host.slice(4), knowledge) : null)

const canBePublic = (host: string): boolean =>
  isIpHost(host) ? isPublicAddress(host.replaceAll(/[[\]]/g, "")) : isPublicHost(host)

const omitEveryPage = (expression: string): OmittedEntry => ({
  reason: "shared-host",
  message:
    `The query of ${expression} selects the content, so an entry without a query would cover other people's pages.`
})

const omitPrivate = (host: string): OmittedEntry => ({
  reason: "private-host",
  message: `${host} is not a public host.`
})

/**
 * Reports whether a host or its registrable domain is shared or widely visited. A folder on such a host can belong to
 * anyone.
 */
const isSharedOrPopular = (host: string, knowledge: HostKnowledge): boolean => {
  if (isIpHost(host)) return false
  if (guardOf("host", host, knowledge) !== null) return true
  const domain = knowledge.suffixes.registrableDomain(host)
  return domain !== null && domain !== host && hostGuard("domain", domain, knowledge) !== null
}
