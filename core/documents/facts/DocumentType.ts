import { isCms } from "./CmsType.ts"
import { type MessageType, messageTypeOf } from "./MailMessage.ts"
import { isOfficePage } from "./PageType.ts"
import { xmlDocumentTypeOf } from "./XmlDocumentType.ts"

/**
 * Supported document families. `xml`: an Office document of one XML file. `html`: a page of HTML that Office opens as a
 * document. `mht`: such a page with its files, as a web archive. `eml`: an email message. `fdf`: data of a PDF form.
 * `csv`: a table of separated values, which counts only as an attachment. `tnef`: an email message of Outlook, as it is sent to others. `cms`: a signed,
 * compressed or encrypted message or file (S/MIME).
 */
export type DocumentType =
  | "pdf"
  | "fdf"
  | "ooxml"
  | "odf"
  | "ole2"
  | "rtf"
  | "slk"
  | "csv"
  | "xml"
  | "html"
  | "tnef"
  | "cms"
  | MessageType

/** Header of a PDF, or of the data of a form (ISO 32000-2, 7.5.2 and 12.7.8.2). */
const pdfHeader = /%(PDF|FDF)-/
/** Number of leading bytes in which readers accept the header of a PDF (PDF 1.7, implementation note 13). */
const pdfHeaderBytesMax = 1_024
/** Number of bytes searched for names of entries, at the start and at the end of a ZIP. */
const zipHeadBytesMax = 64 * 1024

/** Returns the document family, judged by the bytes and never by the file name; null for any other file. */
export const documentTypeOf = (bytes: Uint8Array): DocumentType | null => {
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return "ole2"
  if (startsWith(bytes, [0x78, 0x9f, 0x3e, 0x22])) return "tnef"
  if (isCms(bytes)) return "cms"
  if (latin1(bytes, 0, 5).startsWith("{\\rt")) return "rtf"
  // Excel opens a SYLK file as a workbook and runs its macros.
  if (latin1(bytes, 0, 4) === "ID;P") return "slk"
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return zipType(bytes)
  const header = pdfHeader.exec(latin1(bytes, 0, pdfHeaderBytesMax))
  if (header !== null) return header[1] === "PDF" ? "pdf" : "fdf"
  const type = xmlDocumentTypeOf(bytes)
  if (type !== null) return type === "flat odf" ? "odf" : "xml"
  return messageTypeOf(bytes) ?? (isOfficePage(bytes) ? "html" : null)
}

/**
 * Returns the document family of a ZIP. OOXML packages contain `[Content_Types].xml` (ECMA-376, part 2). ODF packages
 * start with an uncompressed `mimetype` (OpenDocument 1.3, part 2, section 3.3). If a package has a manifest,
 * LibreOffice also opens it without a `mimetype`, or with a compressed one. ZIP headers do not compress names. The
 * search also covers the central directory at the end, because entries may come in any order.
 */
const zipType = (bytes: Uint8Array): DocumentType | null => {
  const ends = bytes.length <= 2 * zipHeadBytesMax
    ? [bytes]
    : [bytes.subarray(0, zipHeadBytesMax), bytes.subarray(bytes.length - zipHeadBytesMax)]
  if (ends.some((end) => includes(end, contentTypes))) return "ooxml"
  const isOdf = ends.some((end) => includes(end, mimeType)) ||
    odfNames.every((name) => ends.some((end) => includes(end, name)))
  return isOdf ? "odf" : null
}

const asciiOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))
const contentTypes = asciiOf("[Content_Types].xml")
const odfNames = ["META-INF/manifest.xml", "content.xml"].map(asciiOf)
const mimeType = asciiOf("mimetypeapplication/vnd.oasis.opendocument.")

/** Reports whether bytes contain `wanted`. Does not decode them, because this check runs for every embedded file. */
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
