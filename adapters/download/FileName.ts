import { fromByteText } from "../../core/urls/ByteText.ts"

/** Maximum characters of a file name, as in common file systems. */
export const nameCharsMax = 255

/** File name of a document if neither the Content-Disposition header nor the URL contains a usable name. */
export const defaultFileName = "document"

/**
 * Returns the file name from the Content-Disposition header (RFC 6266), or else from the URL's path.
 *
 * @param disposition header value with one character per byte, as Node decodes HTTP headers
 */
export const fileNameOf = (disposition: string | undefined, url: URL): string => {
  const { name, nameExtended } = parameters(disposition ?? "")
  const given = (nameExtended === undefined ? null : extendedValue(nameExtended)) ??
    (name === undefined ? null : decodeName(name))
  return cleanName(given ?? "") || cleanName(decodeName(unescapeOnce(url.pathname))) || defaultFileName
}

/** Matches a parameter of the header: `name=value` or `name="value"` (RFC 6266, section 4.1). */
const parameter = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g

/** Returns the values of `filename` and `filename*`. If a parameter occurs repeatedly, returns its first value. */
const parameters = (disposition: string) => {
  let name: string | undefined
  let nameExtended: string | undefined
  for (const [, key, quoted, token] of disposition.matchAll(parameter)) {
    // Only quotes and backslashes are unescaped. Other backslashes belong to a path, which some programs send
    // unescaped.
    const value = quoted?.replaceAll(/\\(["\\])/g, "$1") ?? token
    if (key?.toLowerCase() === "filename") name ??= value
    if (key?.toLowerCase() === "filename*") nameExtended ??= value
  }
  return { name, nameExtended }
}

/**
 * Decodes a value such as `UTF-8'en'%e2%82%ac.pdf` (RFC 8187). Returns null if it is malformed, so that `filename` is
 * used instead.
 */
const extendedValue = (text: string): string | null => {
  const [, charset, escaped] = /^(utf-8|iso-8859-1)'[^']*'(.*)$/i.exec(text) ?? []
  if (charset === undefined || escaped === undefined) return null
  const bytes = unescapeOnce(escaped)
  return charset.toLowerCase() === "utf-8" ? fromByteText(bytes) : bytes
}

/** Decodes a name as UTF-8, which most servers send. A name that is not valid UTF-8 is decoded as Latin-1. */
const decodeName = (bytes: string): string => fromByteText(bytes) ?? bytes

const unescapeOnce = (text: string): string =>
  text.replaceAll(/%([0-9a-fA-F]{2})/g, (_, pair: string) => String.fromCharCode(Number.parseInt(pair, 16)))

/**
 * Returns the last segment of a path (separated by `/` or `\`) as a safe file name. Removes directional and invisible
 * characters (Unicode Cc, Cf, Zl, Zp), characters that file systems forbid, and dots and spaces at either end. A name
 * that is too long keeps its extension.
 */
const cleanName = (text: string): string => {
  const name = text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1).toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, "")
  const trimmed = trimEnds(name)
  if (trimmed.length <= nameCharsMax) return trimmed
  const ending = /\.[^.]{1,16}$/.exec(trimmed)?.[0] ?? ""
  return `${trimmed.slice(0, nameCharsMax - ending.length)}${ending}`.toWellFormed()
}

const trimEnds = (name: string): string => {
  let [start, end] = [0, name.length]
  while (start < end && isEdge(name.charAt(start))) start++
  while (end > start && isEdge(name.charAt(end - 1))) end--
  return name.slice(start, end)
}

const isEdge = (char: string): boolean => char === "." || char.trim() === ""
