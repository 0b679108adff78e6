import { escapeBytes, toByteText, unescapeFully } from "./ByteText.ts"
import { canonicalBrowserHost, canonicalHost } from "./HostName.ts"

/** Parts of a URL that determine its destination. Scheme, user info, port and fragment are not included. */
export interface UrlReading {
  readonly host: string
  /** Path, which starts with a slash. */
  readonly path: string
  /** Text after the `?`. Null if there is no `?`. */
  readonly query: string | null
}

/** Formats a reading as `host/path?query`. This form is hashed, compared and stored. */
export const formatExpression = ({ host, path, query }: UrlReading): string =>
  query === null ? host + path : `${host}${path}?${query}`

/**
 * Canonicalizes a URL by the Safe Browsing and Web Risk rules ("URLs and Hashing"). The steps are, in this order: strip
 * tab, CR and LF; cut off the fragment; unescape until nothing changes; normalize the host; resolve the path; escape
 * again. Unlike a browser, the rules treat the URL as text. A missing scheme is assumed to be `http`.
 *
 * Returns several readings if the order of two steps matters (see `normalizePaths`), and none if there is no host.
 */
export const canonicalizeText = (raw: string): ReadonlyArray<UrlReading> => canonicalizeBytes(toByteText(raw))

/**
 * Canonicalizes a URL like `canonicalizeText`, but takes bytes of any encoding, with one character (0 to 255) per byte.
 */
export const canonicalizeBytes = (bytes: string): ReadonlyArray<UrlReading> => {
  const stripped = trimBlanks(bytes).replaceAll(/[\t\r\n]+/g, "")
  const hash = stripped.indexOf("#")
  const text = unescapeFully(hash < 0 ? stripped : stripped.slice(0, hash))
  const scheme = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\//.exec(text)?.[0] ?? ""
  const rest = text.slice(scheme.length)
  const end = rest.search(/[/?]/)
  const written = hostOf(end < 0 ? rest : rest.slice(0, end), scheme === "")
  const host = written === null ? null : canonicalHost(written)
  if (host === null || host === "") return []
  const target = end < 0 ? "/" : rest.charAt(end) === "?" ? `/${rest.slice(end)}` : rest.slice(end)
  const mark = target.indexOf("?")
  return readingsOn(host, mark < 0 ? target : target.slice(0, mark), mark < 0 ? null : target.slice(mark + 1))
}

/** Trims controls and spaces at both ends, as in the URL standard. */
const trimBlanks = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) <= 0x20) start++
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--
  return text.slice(start, end)
}

/**
 * Returns the host of `user@host:port`, or null. Without a scheme, user info and a port after a single label are
 * rejected. Otherwise, an email address or `tel:112` would count as a URL.
 */
const hostOf = (authority: string, isBare: boolean): string | null => {
  const at = authority.lastIndexOf("@")
  const host = authority.slice(at + 1)
  if (host.startsWith("[")) return /^(\[[^\]]*\])(?::\d*)?$/.exec(host)?.[1] ?? null
  const colon = host.indexOf(":")
  if (isBare && (at >= 0 || (colon >= 0 && !host.slice(0, colon).includes(".")))) return null
  if (colon < 0) return host
  return /^\d*$/.test(host.slice(colon + 1)) ? host.slice(0, colon) : null
}

/**
 * Canonicalizes a URL parsed by the URL standard, with the same normalization of host and path. Returns several
 * readings where the published sources differ: whether an escaped `?` starts the query, whether an empty query counts,
 * and in which order the path steps are applied. The first reading follows the order of the documentation.
 *
 * A further reading keeps escaped dots that a browser leaves in the path (`/a/..%2fb`, `/a/%252e%252e/b`). A server may
 * serve such a path from `/a/`, and an entry for `/a/` covers that reading.
 */
export const canonicalizeBrowserUrl = (url: URL): readonly [UrlReading, ...ReadonlyArray<UrlReading>] => {
  const host = canonicalBrowserHost(url.hostname)
  const path = unescapeFully(url.pathname)
  const search = url.search
  const query = search === "" ? null : unescapeFully(search.slice(1))
  const readings = readingsOn(host, path, query)
  const mark = path.indexOf("?")
  const others = mark >= 0
    ? readingsOn(host, path.slice(0, mark), path.slice(mark + 1) + (query === null ? "" : `?${query}`))
    : query === null && hasEmptyQuery(url.href)
    ? readingsOn(host, path, "")
    : []
  const isSentWithDots = /\/\.\.?(?:[/?]|$)/.test(path)
  if (others.length === 0 && !isSentWithDots) return readings
  return [...readings, ...others, ...isSentWithDots ? [asSent(readings[0], path)] : []]
}

const asSent = ({ host, query }: UrlReading, path: string): UrlReading => ({
  host,
  path: escapeBytes(joinSlashes(path)),
  query
})

const hasEmptyQuery = (href: string): boolean => {
  const mark = href.indexOf("?")
  return mark >= 0 && (mark === href.length - 1 || href.charAt(mark + 1) === "#") && !href.slice(0, mark).includes("#")
}

const readingsOn = (
  host: string,
  path: string,
  query: string | null
): readonly [UrlReading, ...ReadonlyArray<UrlReading>] => {
  const [first, ...others] = normalizePaths(path)
  const escaped = query === null ? null : escapeBytes(query)
  const reading = { host, path: escapeBytes(first), query: escaped }
  return others.length === 0
    ? [reading]
    : [reading, ...others.map((other) => ({ host, path: escapeBytes(other), query: escaped }))]
}

/** Returns all readings in order, without duplicates. */
export const distinctReadings = (
  [first, ...more]: readonly [UrlReading, ...ReadonlyArray<UrlReading>],
  others: ReadonlyArray<UrlReading>
): readonly [UrlReading, ...ReadonlyArray<UrlReading>] => {
  const distinct: [UrlReading, ...Array<UrlReading>] = [first]
  for (const reading of [...more, ...others]) {
    if (!distinct.some((known) => isSameReading(known, reading))) distinct.push(reading)
  }
  return distinct
}

const isSameReading = (one: UrlReading, other: UrlReading): boolean =>
  one.host === other.host && one.path === other.path && one.query === other.query

/**
 * Reports whether a path needs no normalization. `/.` starts a dot segment or a hidden file, so such a path is examined
 * further.
 */
const isNormalized = (path: string): boolean => !path.includes("//") && !path.includes("/.")

/**
 * Resolves `.` and `..` and joins repeated slashes. A path that ends in a dot segment ends in a slash. For paths such
 * as `/a//../b`, the order of the two steps matters, and the published sources differ. The documentation and the URL
 * standard resolve first (`/a/b`). Google's own clients join first (`/b`). Both results are returned, the documented
 * one first.
 *
 * @param path starts with a slash
 */
export const normalizePaths = (path: string): readonly [string, ...ReadonlyArray<string>] => {
  if (isNormalized(path)) return [path]
  const parts = path.slice(1).split("/")
  const documented = resolve(parts)
  if (!path.includes("//") || !path.includes("..")) return [documented]
  const joined = resolve(parts.filter((part, at) => part !== "" || at === parts.length - 1))
  return joined === documented ? [documented] : [documented, joined]
}

const resolve = (parts: ReadonlyArray<string>): string => {
  const resolved: Array<string> = []
  for (const part of parts) {
    if (part === "..") resolved.pop()
    else if (part !== ".") resolved.push(part)
  }
  const last = parts.at(-1)
  if (last === "." || last === "..") resolved.push("")
  return joinSlashes(`/${resolved.join("/")}`)
}

const joinSlashes = (path: string): string => path.includes("//") ? path.replaceAll(/\/{2,}/g, "/") : path
