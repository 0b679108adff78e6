/** What the bytes of an XML document are written in (XML 1.0, appendix F); null where no program should read them. */
export interface XmlEncoding {
  readonly decoder: TextDecoder
  /** Bytes of the byte order mark. */
  readonly skip: number
}

/** The declaration stands within these. */
const declarationBytesMax = 256

/** By the byte order mark, by the zeros around the first "<", else by the declaration. */
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
  // Declared in bytes that can be read as they are, it cannot be true.
  if (label.startsWith("utf-16") || label.startsWith("ucs-2")) return { decoder: new TextDecoder("utf-8"), skip: 0 }
  // UTF-7 and its like hide "<" from whoever does not know them; no Office program reads them.
  try {
    return { decoder: new TextDecoder(label), skip: 0 }
  } catch {
    return null
  }
}
