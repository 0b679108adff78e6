import { escapeBytes, toByteText, unescapeFully } from "./ByteText.ts"
import { canonicalHost } from "./HostName.ts"

/** A URL reduced to what decides where it leads: no scheme, user info, port or fragment. */
export interface Reading {
  readonly host: string
  /** Begins with a slash. */
  readonly path: string
  /** What follows the `?`; null when there is none. */
  readonly query: string | null
}

/**
 * The Safe Browsing and Web Risk rules ("URLs and Hashing", canonicalization), in their order: strip tab, CR and LF; cut the
 * fragment; unescape until it changes no more; tidy the host; resolve the path; escape again. The URL is read as text, as
 * those rules read it, and not as a browser would.
 *
 * Null when there is no host.
 */
export const readTextually = (raw: string): Reading | null => {
  const stripped = toByteText(trimBlanks(raw)).replaceAll(/[\t\r\n]/g, "")
  const hash = stripped.indexOf("#")
  const text = unescapeFully(hash < 0 ? stripped : stripped.slice(0, hash))
  const rest = text.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//, "").replace(/^\/\//, "")
  const end = rest.search(/[/?]/)
  const authority = end < 0 ? rest : rest.slice(0, end)
  const host = canonicalHost(hostOf(authority))
  return host === "" ? null : { host, ...splitPath(end < 0 ? "/" : rest.slice(end)) }
}

/** As a browser reads it (the URL standard), with the same tidying of host and path afterwards. */
export const readAsBrowser = (url: URL): Reading => {
  const path = unescapeFully(toByteText(url.pathname))
  const query = url.search === "" ? null : escapeBytes(unescapeFully(toByteText(url.search.slice(1))))
  return { host: canonicalHost(unescapeFully(url.hostname)), path: escapeBytes(tidyPath(path)), query }
}

/** As the URL standard: controls and spaces at both ends. */
const trimBlanks = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) <= 0x20) start++
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--
  return text.slice(start, end)
}

const hostOf = (authority: string): string => {
  const host = authority.slice(authority.lastIndexOf("@") + 1)
  return host.startsWith("[") ? host.slice(0, host.indexOf("]") + 1 || undefined) : host.replace(/:\d*$/, "")
}

const splitPath = (text: string): Pick<Reading, "path" | "query"> => {
  const mark = text.indexOf("?")
  const path = mark < 0 ? text : text.slice(0, mark)
  return { path: escapeBytes(tidyPath(path)), query: mark < 0 ? null : escapeBytes(text.slice(mark + 1)) }
}

/** Resolves `.` and `..` and joins repeated slashes; a path that ends in one of them ends in a slash. */
const tidyPath = (path: string): string => {
  const kept: Array<string> = []
  const parts = path.split("/")
  for (const part of parts) {
    if (part === "..") kept.pop()
    else if (part !== "." && part !== "") kept.push(part)
  }
  const last = parts.at(-1)
  const isFolder = last === "" || last === "." || last === ".."
  return kept.length === 0 ? "/" : `/${kept.join("/")}${isFolder ? "/" : ""}`
}

/** `host/path?query`: what is hashed, compared and stored. */
export const expressionOf = ({ host, path, query }: Reading): string =>
  query === null ? host + path : `${host}${path}?${query}`
