import { formatExpression, type UrlReading } from "../../urls/Canonicalize.ts"
import { isIpHost } from "../../urls/HostName.ts"
import type { WebUrl } from "../../urls/WebUrl.ts"
import type { BlocklistTarget } from "./BlocklistEntry.ts"
import { pageTargetsOf } from "./PageExpression.ts"

/** Maximum folders of a path that are looked up. Entries with more folders are rejected. */
export const pathLevelsMax = 64
/** Maximum characters of a prefix with its host. Entries with longer prefixes are rejected. */
export const prefixCharsMax = 2_048

/** Reports whether the lookup can find a prefix entry for every URL that the entry covers. */
export const isPrefixSearchable = (expression: string): boolean =>
  expression.length <= prefixCharsMax && expression.replace(/\/$/, "").split("/").length - 1 <= pathLevelsMax

/**
 * Returns every target that covers a URL, for all readings: the URL, the page, the host, all parent domains and all
 * levels of the path.
 */
export const blocklistTargetsOf = (url: WebUrl): ReadonlyArray<BlocklistTarget> => {
  const targets = new Map<string, BlocklistTarget>()
  for (const reading of url.readings) {
    for (const target of targetsOf(reading)) targets.set(targetName(target), target)
  }
  return [...targets.values()]
}

/** Returns a unique text per target, for comparison. */
export const targetName = ({ expression, kind }: BlocklistTarget): string => `${kind} ${expression}`

/** Returns the names of all targets that cover a reading. */
export const targetNamesOf = (reading: UrlReading): ReadonlySet<string> => new Set(targetsOf(reading).map(targetName))

const targetsOf = (reading: UrlReading): ReadonlyArray<BlocklistTarget> => [
  { kind: "url", expression: formatExpression(reading) },
  ...pageTargetsOf(reading),
  { kind: "host", expression: reading.host },
  ...parents(reading.host).map((expression) => ({ kind: "domain" as const, expression })),
  ...folders(reading.path, prefixCharsMax - reading.host.length).map((path) => ({
    kind: "prefix" as const,
    expression: reading.host + path
  }))
]

const parents = (host: string): ReadonlyArray<string> => {
  const found = [host]
  if (isIpHost(host)) return found
  for (let at = host.indexOf("."); at >= 0; at = host.indexOf(".", at + 1)) found.push(host.slice(at + 1))
  return found
}

/**
 * Returns the prefixes of a path that an entry can have. For `/a/b/c`, these are `/`, `/a`, `/a/`, `/a/b`, `/a/b/`,
 * `/a/b/c` and `/a/b/c/`.
 */
const folders = (path: string, charsMax: number): ReadonlyArray<string> => {
  const found = ["/"]
  for (
    let at = path.indexOf("/", 1);
    at >= 0 && at <= charsMax && found.length < pathLevelsMax * 2;
    at = path.indexOf("/", at + 1)
  ) {
    found.push(path.slice(0, at), path.slice(0, at + 1))
  }
  // A server redirects from `/a` to `/a/` if `/a` is a folder.
  if (path !== "/" && !path.endsWith("/")) found.push(path, `${path}/`)
  return found
}
