/** Document of one XML file. `flat opc`: an Office package written as XML. `xfdf`: data of a PDF form. */
export type XmlDocumentType = "flat opc" | "word 2003" | "excel 2003" | "flat odf" | "xfdf"

/** Bytes of the file that are searched for the start tag of the root element at first. */
const firstHeadBytes = 64 * 1024
/** Maximum bytes of the file that are searched for the start tag of the root element. */
export const xmlHeadBytesMax = 1024 * 1024

/**
 * Local name and namespace of the root element of each type. The names are as Office and LibreOffice write them. Viewers
 * also import form data without a namespace.
 */
const roots: ReadonlyArray<readonly [XmlDocumentType, local: string, uri: RegExp]> = [
  ["flat opc", "package", /schemas\.microsoft\.com\/office\/2006\/xmlPackage/],
  ["word 2003", "wordDocument", /schemas\.microsoft\.com\/office\/word\/2003\/wordml/],
  ["excel 2003", "Workbook", /urn:schemas-microsoft-com:office:spreadsheet/],
  ["flat odf", "document", /urn:oasis:names:tc:opendocument:xmlns:office:1\.0|openoffice\.org\/2000\/office/],
  ["xfdf", "xfdf", /xfdf/]
]

/** Returns the type of a document of one XML file, judged by its root element; null for any other file. */
export const xmlDocumentTypeOf = (bytes: Uint8Array): XmlDocumentType | null => {
  if (!mayBeXml(bytes)) return null
  const rootIn = (bytesMax: number) => rootTagOf(decoderOf(bytes).decode(bytes.subarray(0, bytesMax)))
  const root = rootIn(firstHeadBytes) ?? (bytes.length > firstHeadBytes ? rootIn(xmlHeadBytesMax) : null)
  if (root === null) return null
  const tag = decodeNumbers(root)
  const local = /^<(?:[^\s<>:/]{1,100}:)?([^\s<>:/]{1,100})/.exec(tag)?.[1]
  return roots.find(([, name, uri]) => name === local && uri.test(tag))?.[0] ?? null
}

/** Reports whether the first visible character is `<`, in any encoding. This check runs for every embedded file. */
const mayBeXml = (bytes: Uint8Array): boolean => {
  for (const byte of bytes.subarray(0, leadBytesMax)) {
    if (byte === 0x3c) return true
    // Zero, blanks and byte order marks may precede.
    if (byte > 0x20 && byte < 0x7f) return false
  }
  return false
}

const leadBytesMax = 1_024

const decoderOf = (bytes: Uint8Array): TextDecoder => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe || first === 0x3c && second === 0) return new TextDecoder("utf-16le")
  return new TextDecoder(first === 0xfe && second === 0xff || first === 0 && second === 0x3c ? "utf-16be" : "latin1")
}

/** Ends of the constructs before the root element (XML 1.0, 2.8). */
const prologEnds: ReadonlyArray<readonly [start: string, end: string]> = [
  ["<?", "?>"],
  ["<!--", "-->"],
  ["<!", ">"]
]

/** Decodes the numeric references of a tag (XML 1.0, 4.1). */
const decodeNumbers = (tag: string): string =>
  tag.replaceAll(/&#(?:x([0-9a-f]{1,5})|(\d{1,6}));/gi, (all, hex: string | undefined, decimal: string | undefined) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })

/** Returns the start tag of the root element, which may be cut off; null if there is none. */
const rootTagOf = (text: string): string | null => {
  let at = text.indexOf("<")
  while (at >= 0) {
    const prolog = prologEnds.find(([start]) => text.startsWith(start, at))
    if (prolog === undefined) {
      const end = text.indexOf(">", at)
      return end < 0 ? text.slice(at) : text.slice(at, end)
    }
    const end = text.indexOf(prolog[1], at + prolog[0].length)
    if (end < 0) return null
    at = text.indexOf("<", end + prolog[1].length)
  }
  return null
}
