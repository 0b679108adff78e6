import { escapeBytes, toByteText, unescapeFully } from "./ByteText.ts"
import { canonicalBrowserHost, canonicalHost } from "./HostName.ts"

/** The parts of a URL that determine its destination: no scheme, user info, port or fragment. */
export interface Reading {
  readonly host: string
  /** Starts with a slash. */
  readonly path: string
  /** Text after the `?`; null if there is none. */
  readonly query: string | null
}

/** Formats `host/path?query`, the form that is hashed, compared and stored. */
export const expressionOf = ({ host, path, query }: Reading): string =>
  query === null ? host + path : `${host}${path}?${query}`

/**
 * Canonicalizes a URL by the Safe Browsing and Web Risk rules ("URLs and Hashing"), in their order: strip tab, CR and
 * LF; cut the fragment; unescape until nothing changes; normalize the host; resolve the path; escape again. The rules
 * treat the URL as text, unlike a browser. A missing scheme is assumed to be `http`.
 *
 * Returns several readings if the order of two steps matters (see `normalizePaths`), and none if there is no host.
 */
export const readAsText = (raw: string): ReadonlyArray<Reading> => readBytes(toByteText(raw))

/** Same as `readAsText`, for bytes of any encoding, one character (0 to 255) per byte. */
export const readBytes = (bytes: string): ReadonlyArray<Reading> => {
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
 * Returns the host of `user@host:port`, or null. Without a scheme, user info would turn a mail address into a URL, and
 * a port would turn `tel:112` into one.
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
 * and the order of the path steps. The first reading follows the order of the documentation.
 *
 * The last keeps escaped dots that a browser leaves in the path (`/a/..%2fb`, `/a/%252e%252e/b`): a server may answer
 * it from `/a/`, which an entry for `/a/` covers.
 */
export const readAsBrowser = (url: URL): readonly [Reading, ...ReadonlyArray<Reading>] => {
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

const asSent = ({ host, query }: Reading, path: string): Reading => ({
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
): readonly [Reading, ...ReadonlyArray<Reading>] => {
  const [first, ...others] = normalizePaths(path)
  const escaped = query === null ? null : escapeBytes(query)
  const reading = { host, path: escapeBytes(first), query: escaped }
  return others.length === 0
    ? [reading]
    : [reading, ...others.map((other) => ({ host, path: escapeBytes(other), query: escaped }))]
}

/** Returns all readings without duplicates, in order. */
export const distinctReadings = (
  [first, ...more]: readonly [Reading, ...ReadonlyArray<Reading>],
  others: ReadonlyArray<Reading>
): readonly [Reading, ...ReadonlyArray<Reading>] => {
  const distinct: [Reading, ...Array<Reading>] = [first]
  for (const reading of [...more, ...others]) {
    if (!distinct.some((known) => isSameReading(known, reading))) distinct.push(reading)
  }
  return distinct
}

const isSameReading = (one: Reading, other: Reading): boolean =>
  one.host === other.host && one.path === other.path && one.query === other.query

/**
 * Reports whether the path needs no normalization. `/.` starts a dot segment or a hidden file and needs a closer look.
 */
const isNormalized = (path: string): boolean => !path.includes("//") && !path.includes("/.")

/**
 * Resolves `.` and `..` and joins repeated slashes; a path that ends in a dot segment ends in a slash. For paths such
 * as `/a//../b` the order of the two steps matters, and the published sources differ: the documentation and the URL
 * standard resolve first (`/a/b`), Google's own clients join first (`/b`). Both results are returned, the documented
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
