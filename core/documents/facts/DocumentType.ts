import { Effect, Schema } from "effect"
import { unknownContent, unreadContentOf } from "./UnreadContent.ts"

/** Not a PDF or Office file (decision 12). */
export class UnsupportedDocument extends Schema.TaggedError<UnsupportedDocument>()("UnsupportedDocument", {
  message: Schema.String
}) {
  /** @param what its type, for instance "a Windows Installer package" */
  static of(what: string): UnsupportedDocument {
    return new UnsupportedDocument({ message: `This is ${what}, and neither a PDF nor an Office file. ${supported}` })
  }
}

const supported = "Send a PDF, Word, Excel, PowerPoint, RTF or OpenDocument file."

/** The families of documents that are scanned (decision 12). */
export type DocumentType = "pdf" | "ooxml" | "odf" | "ole2" | "rtf" | "slk"

/** Readers accept a PDF whose header stands within the first kilobyte (PDF 1.7, implementation note 13). */
const pdfHeaderBytesMax = 1_024
/** Names of a ZIP's first entries lie here. */
const zipHeadBytesMax = 64 * 1024

/** The family of a document, by its bytes and never by its name; null for anything else. */
export const documentTypeOf = (bytes: Uint8Array): DocumentType | null => {
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return "ole2"
  if (latin1(bytes, 0, 5).startsWith("{\\rt")) return "rtf"
  // SYLK, which Excel opens as a workbook, macros included.
  if (latin1(bytes, 0, 4) === "ID;P") return "slk"
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return zipType(bytes)
  return latin1(bytes, 0, pdfHeaderBytesMax).includes("%PDF-") ? "pdf" : null
}

/**
 * OOXML packages name `[Content_Types].xml` (ECMA-376, part 2); ODF packages begin with an uncompressed `mimetype`
 * (OpenDocument 1.3, part 2, section 3.3). Both names stand in the headers, which no compression hides; the directory at the
 * end is looked at too, since entries may come in any order.
 */
const zipType = (bytes: Uint8Array): DocumentType | null => {
  const ends = bytes.length <= 2 * zipHeadBytesMax
    ? [bytes]
    : [bytes.subarray(0, zipHeadBytesMax), bytes.subarray(bytes.length - zipHeadBytesMax)]
  if (ends.some((end) => includes(end, contentTypes))) return "ooxml"
  return ends.some((end) => includes(end, mimeType)) ? "odf" : null
}

const asciiOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))
const contentTypes = asciiOf("[Content_Types].xml")
const mimeType = asciiOf("mimetypeapplication/vnd.oasis.opendocument.")

/** No text is made of the bytes: it is asked of every file within a file. */
const includes = (bytes: Uint8Array, wanted: Uint8Array): boolean => {
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    let length = 1
    while (length < wanted.length && bytes[at + length] === wanted[length]) length++
    if (length === wanted.length) return true
  }
  return false
}

const startsWith = (bytes: Uint8Array, magic: ReadonlyArray<number>): boolean =>
  magic.every((byte, at) => bytes[at] === byte)

const latin1 = (bytes: Uint8Array, from: number, to: number): string => decoder.decode(bytes.subarray(from, to))

const decoder = new TextDecoder("latin1")

/** Refuses what is no document, by its bytes. */
export const checkDocument = (bytes: Uint8Array): Effect.Effect<void, UnsupportedDocument> => {
  if (bytes.length === 0) return Effect.fail(new UnsupportedDocument({ message: "The file is empty." }))
  if (documentTypeOf(bytes) !== null) return Effect.void
  const what = unreadContentOf(bytes)
  if (what !== null && what !== unknownContent) return Effect.fail(UnsupportedDocument.of(what))
  return Effect.fail(new UnsupportedDocument({ message: `This is neither a PDF nor an Office file. ${supported}` }))
}
