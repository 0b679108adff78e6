import { fileKindOf } from "../../../../core/documents/facts/FileKind.ts"
import { encodingOf } from "../../xml/XmlDecoding.ts"
import type { Part } from "./OoxmlPackage.ts"

/** Number of bytes examined to recognize a part. The number is even, so that no UTF-16 code unit is split. */
export const examinedBytes = 128

/** Reports whether the content type and all relationships declare a part as a picture, sound, video or font. */
export const isMediaPart = ({ contentType, relations }: Part): boolean =>
  /^(?:image|audio|video)\/|font/.test(contentType) && [...relations].every((type) => mediaRelations.has(type))

const mediaRelations: ReadonlySet<string> = new Set([
  "image",
  "audio",
  "video",
  "media",
  "font",
  "thumbnail",
  "hdphoto"
])

/** Reports whether a part starts like media or unknown binary data, which need not be read completely. */
export const startsLikeMedia = (start: Uint8Array): boolean =>
  start.length > 0 && !startsLikeXml(start) && !isFlash(start) && ["picture", "other"].includes(fileKindOf(start))

/** Reports whether the bytes are a Flash file with any compression (SWF 19, "The SWF header"). */
export const isFlash = (bytes: Uint8Array): boolean =>
  // oxlint-disable-next-line no-control-regex -- the version byte
  /^[FCZ]WS[\x01-\x3c]/.test(latin1.decode(bytes.subarray(0, 4)))

/**
 * Reports whether a part is XML, by its first characters. If the characters are not recognized, a content type of XML
 * decides: the part is then damaged XML.
 */
export const isXml = ({ contentType }: Part, bytes: Uint8Array): boolean =>
  startsLikeXml(bytes) || bytes.length > 0 && /[/+]xml$/.test(contentType) && fileKindOf(bytes) === "other"

/** Reports whether a part is an HTML page, which need not be well-formed. */
export const isHtml = (bytes: Uint8Array): boolean => fileKindOf(bytes) === "html"

/**
 * Reports whether bytes start like XML, in any encoding and after white space. Compressed data and pictures contain
 * control characters near the start.
 */
const startsLikeXml = (bytes: Uint8Array): boolean => {
  const encoding = encodingOf(bytes)
  if (encoding === null) return true
  let from = encoding.skip
  // Stop at two zero bytes: they are not white space, and a part can consist of zeros only.
  while (from < bytes.length && isBlank(bytes[from]!) && (bytes[from] !== 0 || bytes[from + 1] !== 0)) from++
  // Include both bytes of the first UTF-16 code unit.
  if ((from - encoding.skip) % 2 === 1 && encoding.decoder.encoding !== "utf-8") from--
  const start = encoding.decoder.decode(bytes.subarray(from, from + examinedBytes))
  // oxlint-disable-next-line no-control-regex -- The check is for control characters.
  return /^\s*<[^\s<>=]/.test(start) && !/[\0-\x08\x0e-\x1f]/.test(start)
}

/** Reports whether a byte is XML white space, or the zero byte of white space in UTF-16. */
const isBlank = (byte: number): boolean =>
  byte === 0x00 || byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

const latin1 = new TextDecoder("latin1")

/**
 * Removes the conditions that Office writes in VML (`<![if gte mso 9]>`). They are not XML, and without them the rest
 * can be parsed.
 */
export const removeVmlConditions = (bytes: Uint8Array): Uint8Array => {
  const text = decoder.decode(bytes)
  return text.includes("<![") ? encoder.encode(text.replaceAll(/<!\[(?!CDATA\[)[^<>]{0,256}>/g, "")) : bytes
}

/** Reports whether a part is VML, by its content type or extension (ECMA-376 part 4). */
export const isVml = (contentType: string, name: string): boolean =>
  contentType.includes("vmldrawing") || /\.vml$/i.test(name)

const decoder = new TextDecoder()
const encoder = new TextEncoder()
