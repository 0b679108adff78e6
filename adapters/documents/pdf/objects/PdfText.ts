/**
 * The text of a PDF string (ISO 32000-2, section 7.9.2): UTF-16 or UTF-8 by its first bytes, else PDFDocEncoding, of which
 * the characters that addresses and scripts are made of are those of Latin-1.
 */
export const pdfText = (bytes: Uint8Array): string => {
  const [first, second, third] = bytes
  if (first === 0xfe && second === 0xff) return utf16be.decode(bytes.subarray(2))
  if (first === 0xff && second === 0xfe) return utf16le.decode(bytes.subarray(2))
  if (first === 0xef && second === 0xbb && third === 0xbf) return utf8.decode(bytes.subarray(3))
  return latin1.decode(bytes)
}

const utf16be = new TextDecoder("utf-16be")
const utf16le = new TextDecoder("utf-16le")
const utf8 = new TextDecoder("utf-8")
const latin1 = new TextDecoder("latin1")
