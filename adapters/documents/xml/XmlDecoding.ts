/** Encoding of an XML document (XML 1.0, appendix F). */
export interface XmlEncoding {
  readonly decoder: TextDecoder
  /** Size of the byte order mark in bytes. */
  readonly skip: number
}

/** Number of leading bytes that are searched for the XML declaration. */
const declarationBytesMax = 256

/**
 * Detects the encoding by the byte order mark, by zeros around the first "<", or by the declaration. Null if the
 * declared encoding is unsupported.
 */
export const encodingOf = (bytes: Uint8Array): XmlEncoding | null => {
  const [first, second, third] = bytes
  if (first === 0xfe && second === 0xff) return { decoder: new TextDecoder("utf-16be"), skip: 2 }
  if (first === 0xff && second === 0xfe) return { decoder: new TextDecoder("utf-16le"), skip: 2 }
  if (first === 0xef && second === 0xbb && third === 0xbf) return { decoder: new TextDecoder("utf-8"), skip: 3 }
  if (first === 0 && second === 0x3c) return { decoder: new TextDecoder("utf-16be"), skip: 0 }
  if (first === 0x3c && second === 0) return { decoder: new TextDecoder("utf-16le"), skip: 0 }
  return declared(new TextDecoder("latin1").decode(bytes.subarray(0, declarationBytesMax)))
}

const declared = (start: string): XmlEncoding | null => {
  const label = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.:-]*)["']/.exec(start)?.[1]?.toLowerCase() ?? "utf-8"
  // A declaration readable as single bytes cannot be UTF-16.
  if (label.startsWith("utf-16") || label.startsWith("ucs-2")) return { decoder: new TextDecoder("utf-8"), skip: 0 }
  // Unsupported encodings such as UTF-7 hide "<" from scanners. Office programs do not read them either.
  try {
    return { decoder: new TextDecoder(label), skip: 0 }
  } catch {
    return null
  }
}
