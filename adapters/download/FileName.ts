import { fromByteText } from "../../core/urls/ByteText.ts"

/** What file systems take for one name. */
export const nameCharsMax = 255

/** When nobody gives a name. */
export const namelessDocument = "document"

/**
 * The name of a document: as the Content-Disposition header gives it (RFC 6266), or else the last part of the URL's path.
 *
 * @param disposition one character a byte, as HTTP headers come
 */
export const fileNameOf = (disposition: string | undefined, url: URL): string => {
  const { name, nameExtended } = parameters(disposition ?? "")
  const given = (nameExtended === undefined ? null : extendedValue(nameExtended)) ??
    (name === undefined ? null : fromBytes(name))
  return cleanName(given ?? "") || cleanName(fromBytes(unescapeOnce(url.pathname))) || namelessDocument
}

/** `name=value` or `name="value"` (RFC 6266, section 4.1). */
const parameter = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g

/** The first of each counts. */
const parameters = (disposition: string) => {
  let name: string | undefined
  let nameExtended: string | undefined
  for (const [, key, quoted, token] of disposition.matchAll(parameter)) {
    // Other backslashes are those of a path, which some programs send unescaped.
    const value = quoted?.replaceAll(/\\(["\\])/g, "$1") ?? token
    if (key?.toLowerCase() === "filename") name ??= value
    if (key?.toLowerCase() === "filename*") nameExtended ??= value
  }
  return { name, nameExtended }
}

/** `UTF-8'en'%e2%82%ac.pdf` (RFC 8187); null when it is not well-formed, whereupon the plain name counts. */
const extendedValue = (text: string): string | null => {
  const [, charset, escaped] = /^(utf-8|iso-8859-1)'[^']*'(.*)$/i.exec(text) ?? []
  if (charset === undefined || escaped === undefined) return null
  const bytes = unescapeOnce(escaped)
  return charset.toLowerCase() === "utf-8" ? fromByteText(bytes) : bytes
}

/** Most servers mean UTF-8 where they send more than ASCII, and the rest Latin-1. */
const fromBytes = (bytes: string): string => fromByteText(bytes) ?? bytes

const unescapeOnce = (text: string): string =>
  text.replaceAll(/%([0-9a-fA-F]{2})/g, (_, pair: string) => String.fromCharCode(Number.parseInt(pair, 16)))

/**
 * The last part of a path of any system, without what turns text around or is not seen (Unicode's Cc, Cf, Zl, Zp), without what
 * file systems forbid, and without dots and spaces at its ends. The ending is kept when it must be shortened.
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
