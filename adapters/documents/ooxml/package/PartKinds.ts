import { fileKindOf } from "../../../../core/documents/facts/FileKind.ts"
import { encodingOf } from "../../xml/XmlDecoding.ts"
import type { Part } from "./OoxmlPackage.ts"

/** Bytes of a part by which it is told what it is; an even number, so that no character of UTF-16 is cut. */
export const startBytes = 128

/** Pictures, sounds, films and fonts, by all that is said of them. */
export const isMedium = ({ contentType, relations }: Part): boolean =>
  /^(?:image|audio|video)\/|font/.test(contentType) && [...relations].every((type) => mediumRelations.has(type))

const mediumRelations: ReadonlySet<string> = new Set([
  "image",
  "audio",
  "video",
  "media",
  "font",
  "thumbnail",
  "hdphoto"
])

/** What begins like a medium, or at least like nothing else, need not be read to its end. */
export const isPassive = (start: Uint8Array): boolean =>
  start.length > 0 && !startsLikeXml(start) && !isFlash(start) && ["picture", "other"].includes(fileKindOf(start))

/** A film for Flash, packed in any of its ways (SWF 19, "The SWF header"). */
export const isFlash = (bytes: Uint8Array): boolean =>
  // oxlint-disable-next-line no-control-regex -- the version
  /^[FCZ]WS[\x01-\x3c]/.test(latin1.decode(bytes.subarray(0, 4)))

/** By its first characters, or, where they tell nothing, by its type: then it is damaged. */
export const isXml = ({ contentType }: Part, bytes: Uint8Array): boolean =>
  startsLikeXml(bytes) || bytes.length > 0 && /[/+]xml$/.test(contentType) && fileKindOf(bytes) === "other"

/** A page of the web, which need not be well-formed. */
export const isHtml = (bytes: Uint8Array): boolean => fileKindOf(bytes) === "html"

/** In whatever encoding, behind any white space; what is packed or drawn has control characters among its first. */
const startsLikeXml = (bytes: Uint8Array): boolean => {
  const encoding = encodingOf(bytes)
  if (encoding === null) return true
  let from = encoding.skip
  // No character of white space has two zeros, and what is packed tightest is nothing but zeros.
  while (from < bytes.length && isBlank(bytes[from]!) && (bytes[from] !== 0 || bytes[from + 1] !== 0)) from++
  // Both bytes of the first character of UTF-16.
  if ((from - encoding.skip) % 2 === 1 && encoding.decoder.encoding !== "utf-8") from--
  const start = encoding.decoder.decode(bytes.subarray(from, from + startBytes))
  // oxlint-disable-next-line no-control-regex -- those are looked for
  return /^\s*<[^\s<>=]/.test(start) && !/[\0-\x08\x0e-\x1f]/.test(start)
}

/** White space of XML, and the other half of its characters in UTF-16. */
const isBlank = (byte: number): boolean =>
  byte === 0x00 || byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

const latin1 = new TextDecoder("latin1")

/**
 * Drawings in VML are written by Office with conditions that no XML has (`<![if gte mso 9]>`) and with line breaks that are
 * never closed: without the conditions the rest can be read.
 */
export const readableVml = (bytes: Uint8Array): Uint8Array => {
  const text = decoder.decode(bytes)
  return text.includes("<![") ? encoder.encode(text.replaceAll(/<!\[(?!CDATA\[)[^<>]{0,256}>/g, "")) : bytes
}

/** Content type and ending of ECMA-376 part 4. */
export const isVml = (contentType: string, name: string): boolean =>
  contentType.includes("vmldrawing") || /\.vml$/i.test(name)

const decoder = new TextDecoder()
const encoder = new TextEncoder()
