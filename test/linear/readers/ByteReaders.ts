import { reportHyperlink } from "../../../adapters/documents/excel/Hyperlinks.ts"
import { readExternSheetOfBiff5 } from "../../../adapters/documents/excel/LinkedWorkbooks.ts"
import {
  readXlsbExternalLink,
  readXlsbMacroSheet,
  readXlsbWorkbook,
  readXlsbWorksheet
} from "../../../adapters/documents/excel/XlsbParts.ts"
import { decodeBmpLuma } from "../../../adapters/documents/images/Bmp.ts"
import { decodeGifLuma } from "../../../adapters/documents/images/Gif.ts"
import { decodeJpegLuma } from "../../../adapters/documents/images/Jpeg.ts"
import { sizeOfPicture } from "../../../adapters/documents/images/PackagePictures.ts"
import { decodePngLuma } from "../../../adapters/documents/images/Png.ts"
import { readFlat } from "../../../adapters/documents/odf/OdfFlat.ts"
import { readMeta } from "../../../adapters/documents/odf/OdfMeta.ts"
import { decryptAgile } from "../../../adapters/documents/office-crypto/AgileEncryption.ts"
import { rc4 } from "../../../adapters/documents/office-crypto/Ciphers.ts"
import { decryptPresentation } from "../../../adapters/documents/office-crypto/EncryptedPresentation.ts"
import { extractRawText } from "../../../adapters/documents/ole/DocFile.ts"
import { findNativeEquationFault } from "../../../adapters/documents/ole/Equation.ts"
import { readCompObj } from "../../../adapters/documents/ole/OleObject.ts"
import { readProperties } from "../../../adapters/documents/ole/OleProperties.ts"
import { cellTexts, sharedTexts } from "../../../adapters/documents/ooxml/sheets/SheetLinks.ts"
import { decodeLzw } from "../../../adapters/documents/pdf/objects/PdfFilters.ts"
import { undoPng } from "../../../adapters/documents/pdf/objects/PdfPredictor.ts"
import { Budget } from "../../../adapters/documents/reading/Budget.ts"
import { Findings } from "../../../adapters/documents/reading/Findings.ts"
import { inflate } from "../../../adapters/documents/reading/Inflate.ts"
import { webAddressesIn } from "../../../adapters/documents/rtf/Monikers.ts"
import { addShapeProperty } from "../../../adapters/documents/rtf/RtfDestinations.ts"
import { openActiveMime } from "../../../adapters/documents/vba/ActiveMime.ts"
import { decodeDeltas } from "../../../adapters/webrisk/rice/RiceDeltas.ts"
import { parseHashLists } from "../../../adapters/webrisk/safebrowsing/HashListResponse.ts"
import { decodePackedNumbers } from "../../../adapters/webrisk/safebrowsing/Protobuf.ts"
import { findControlAddress } from "../../../core/documents/facts/BrowserControl.ts"
import { decodeChallenge } from "../../../core/shield/challenges/Challenge.ts"
import { decodeDegradedToken } from "../../../core/shield/tokens/DegradedToken.ts"
import { decodeTicket } from "../../../core/shield/tokens/Ticket.ts"
import { decodeToken } from "../../../core/shield/tokens/Token.ts"
import type { Reader } from "./Reader.ts"

const where = "document"
const inflatedBytesMax = 1024 * 1024
const png = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x20\0\0\0\x20\x08\0\0\0\0\0\0\0\0"
const bmp = `BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x40\0\0\0\x40\0\0\0\x01\0\x01\0${"\0".repeat(24)}`
const jpeg = "\xff\xd8\xff\xe0\0\x04\0\0"

/** Returns a reader of bytes. `head` is the header that identifies their format. */
const ofBytes = (
  name: string,
  read: (bytes: Uint8Array) => unknown,
  { head = "", pumps = [] }: { readonly head?: string; readonly pumps?: ReadonlyArray<string> } = {}
): Reader => ({
  name,
  pumps,
  work: (text) => {
    const bytes = Buffer.from(head + text, "latin1")
    return () => read(bytes)
  }
})

/** Pumps for an XLSB part, which is a series of records: type, length, body. */
const records = { pumps: ["\x9c\x01\x04abcd", "\x00\x00", "\x27\x08\0\0\0\0\0\0\0\0", "\xff\xff\xff\x7f"] }

/** Readers of binary parts of documents, of vendor responses and of tokens. */
export const byteReaders: ReadonlyArray<Reader> = [
  ofBytes("XLSB: workbook", (bytes) => readXlsbWorkbook(bytes, where, new Findings()), records),
  ofBytes("XLSB: macro sheet", (bytes) => readXlsbMacroSheet(bytes, "A", "visible", where, new Findings()), records),
  ofBytes("XLSB: worksheet", (bytes) => readXlsbWorksheet(bytes, where, new Findings()), records),
  ofBytes("XLSB: link", (bytes) => readXlsbExternalLink(bytes, where, new Findings()), records),
  ofBytes("XLS: hyperlink", (bytes) => reportHyperlink(bytes, where, new Findings())),
  ofBytes("XLS: sheets of BIFF5", readExternSheetOfBiff5),
  ofBytes("PNG", (bytes) => [sizeOfPicture(bytes), decodePngLuma(bytes, new Budget())], {
    head: png,
    pumps: ["\0\0\0\x01IDATa\0\0\0\0", "\0\0\0\0tEXt\0\0\0\0"]
  }),
  ofBytes("control: address", findControlAddress, { pumps: ["http://", "h\0t\0t\0p\0:\0/\0/\0", "\xff"] }),
  ofBytes("BMP", (bytes) => [sizeOfPicture(bytes), decodeBmpLuma(bytes)], { head: bmp, pumps: ["\0", "\xff"] }),
  ofBytes("GIF", (bytes) => [sizeOfPicture(bytes), decodeGifLuma(bytes)], {
    head: "GIF89a\x40\0\x40\0\0\0\0",
    pumps: [",\0\0\0\0\x40\0\x40\0\0\x02\xff", "!\xf9\x04\x01\0\0\0\0", "!\xfe\x01\0", "\xff"]
  }),
  ofBytes("JPEG", (bytes) => [sizeOfPicture(bytes), decodeJpegLuma(bytes)], {
    head: jpeg,
    pumps: ["\xff", "\xff\xd8", "\xff\xe0\0\x02", "\xff\xda\0\x02", "\xff\0"]
  }),
  ofBytes("ODF: one file", (bytes) => readFlat(bytes, new Findings(), new Budget()), {
    head: "<office:document>",
    pumps: ["<text:p>", "&#65;"]
  }),
  ofBytes("ODF: properties", (bytes) => readMeta(bytes, where, new Findings(), new Budget()), {
    head: "<office:document-meta>",
    pumps: ["<meta:template xlink:href=\""]
  }),
  ofBytes("encrypted package: description", (bytes) => decryptAgile(bytes, "a", new Budget()), {
    head: "<encryption>",
    pumps: ["<keyData saltValue=\"", "<p:encryptedKey "]
  }),
  ofBytes("encrypted presentation", (bytes) => decryptPresentation(bytes, 0), { pumps: ["\0\0\xf5\x0f\x1c\0\0\0"] }),
  ofBytes("RC4", (bytes) => rc4(bytes.subarray(0, 16), bytes)),
  ofBytes("DOC: text without tables", (bytes) => extractRawText(bytes, new Budget())),
  ofBytes("equation", (bytes) => findNativeEquationFault(bytes, false), {
    head: "\0\0\0\0\x03\x01\x01\x03\0",
    pumps: ["\x0a", "\x01\0", "\x02\x81a\0", "\x08\0\0a", "cmd /c "]
  }),
  ofBytes("type of an object", readCompObj),
  ofBytes("properties", readProperties, { head: `${"\0".repeat(24)}\x01\0\0\0` }),
  ofBytes("cells", (bytes) => cellTexts(bytes, new Set(["A1"]), new Budget()), {
    head: "<worksheet>",
    pumps: ["<c r=\"A1\"><v>", "<c r=\""]
  }),
  ofBytes("shared texts", (bytes) => sharedTexts(bytes, new Set([1]), new Budget()), {
    head: "<sst>",
    pumps: ["<si><t>a", "<si>"]
  }),
  ofBytes("LZW", (bytes) => decodeLzw(bytes, true, inflatedBytesMax), { pumps: ["\x80\x0b\x60\x50"] }),
  ofBytes("rows of PNG", (bytes) => [undoPng(bytes, 4, 1), undoPng(bytes, 1, 1), undoPng(bytes, bytes.length, 4)]),
  ofBytes("deflated", (bytes) => inflate(bytes, inflatedBytesMax), {
    head: "x\x9c",
    pumps: ["\x01\x02\0\xfd\xffab", "\0\0\0\xff\xff"]
  }),
  ofBytes("ActiveMime", (bytes) => openActiveMime(bytes), { head: "ActiveMime", pumps: ["x\x9c", "x\x9ca"] }),
  ofBytes("addresses in a moniker", webAddressesIn, { pumps: ["h\0t\0t\0p\0:\0/\0/\0", "h\0t\0t\0"] }),
  ofBytes("RTF: property of a shape", (bytes) => addShapeProperty("pibName", bytes.toString(), new Findings()), {
    pumps: ["file://", "\\\\"]
  }),
  ofBytes("Safe Browsing: lists", parseHashLists, { pumps: ["\x0a\x02\x0a\0", "\x0a\x80\x80"] }),
  ofBytes("numbers of a message", (bytes) => decodePackedNumbers(bytes), { pumps: ["\x80\x80\x80", "\xff"] }),
  ofBytes("Rice codes", (bytes) => decodeDeltas(bytes, bytes.length, 3, 1), { pumps: ["\xff\x7f"] }),
  ofBytes(
    "Shield: bodies",
    (bytes) => [decodeChallenge(bytes), decodeTicket(bytes), decodeToken(bytes), decodeDegradedToken(bytes)],
    { head: "\x01" }
  )
]
