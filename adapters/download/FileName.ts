import { fromByteText } from "../../core/urls/ByteText.ts"

/** Maximum length of a file name in common file systems. */
export const nameCharsMax = 255

/** File name if there is no other. */
export const defaultFileName = "document"

/**
 * Returns the file name of a document from the Content-Disposition header (RFC 6266), else from the last segment of the URL's path.
 *
 * @param disposition one character per byte, as HTTP headers are decoded
 */
export const fileNameOf = (disposition: string | undefined, url: URL): string => {
  const { name, nameExtended } = parameters(disposition ?? "")
  const given = (nameExtended === undefined ? null : extendedValue(nameExtended)) ??
    (name === undefined ? null : decodeName(name))
  return cleanName(given ?? "") || cleanName(decodeName(unescapeOnce(url.pathname))) || defaultFileName
}

/** `name=value` or `name="value"` (RFC 6266, section 4.1). */
const parameter = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g

/** Returns the parameters; the first of each name wins. */
const parameters = (disposition: string) => {
  let name: string | undefined
  let nameExtended: string | undefined
  for (const [, key, quoted, token] of disposition.matchAll(parameter)) {
    // Other backslashes are part of a path, which some programs send unescaped.
    const value = quoted?.replaceAll(/\\(["\\])/g, "$1") ?? token
    if (key?.toLowerCase() === "filename") name ??= value
    if (key?.toLowerCase() === "filename*") nameExtended ??= value
  }
  return { name, nameExtended }
}

/** Decodes `UTF-8'en'%e2%82%ac.pdf` (RFC 8187); null if malformed, so that the plain name is used. */
const extendedValue = (text: string): string | null => {
  const [, charset, escaped] = /^(utf-8|iso-8859-1)'[^']*'(.*)$/i.exec(text) ?? []
  if (charset === undefined || escaped === undefined) return null
  const bytes = unescapeOnce(escaped)
  return charset.toLowerCase() === "utf-8" ? fromByteText(bytes) : bytes
}

/** Most servers send non-ASCII names as UTF-8, the others as Latin-1. */
const decodeName = (bytes: string): string => fromByteText(bytes) ?? bytes

const unescapeOnce = (text: string): string =>
  text.replaceAll(/%([0-9a-fA-F]{2})/g, (_, pair: string) => String.fromCharCode(Number.parseInt(pair, 16)))

/**
 * Returns the last segment of a path of any system, cleaned up. Removes directional and invisible characters (Unicode Cc, Cf, Zl, Zp),
 * characters that file systems forbid, and dots and spaces at either end. Shortening keeps the extension.
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
