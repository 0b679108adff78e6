import { uint32 } from "../reading/Numbers.ts"

/** Signatures of compressed and of plain data (MS-OXRTFCP 2.1.3.1.1). */
const [compressed, plain] = [0x75465a4c, 0x414c454d]
const headerBytes = 16
const dictionaryBytes = 4_096
/** Maximum bytes of decompressed RTF. */
export const compressedRtfBytesMax = 16 * 1024 * 1024

/** Initial content of the dictionary (MS-OXRTFCP 2.1.2.1). */
const initial = new TextEncoder().encode(
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbol" +
    "ArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)

/**
 * Decompresses the RTF body of an Outlook message (MS-OXRTFCP). Returns null if the data has another format. If the
 * data is damaged, returns the part before the damage.
 */
export const decompressRtf = (bytes: Uint8Array): Uint8Array | null => {
  const kind = uint32(bytes, 8)
  const content = bytes.subarray(headerBytes, Math.max(headerBytes, 4 + uint32(bytes, 0)))
  if (kind === plain) return content.subarray(0, uint32(bytes, 4))
  return kind === compressed ? expand(content, Math.min(uint32(bytes, 4), compressedRtfBytesMax)) : null
}

const expand = (bytes: Uint8Array, size: number): Uint8Array => {
  const dictionary = new Uint8Array(dictionaryBytes)
  dictionary.set(initial)
  let write = initial.length
  // A reference of two bytes expands to at most 17 bytes.
  const out = new Uint8Array(Math.min(size, bytes.length * 9))
  let length = 0
  const put = (byte: number) => {
    if (length < out.length) out[length++] = byte
    dictionary[write] = byte
    write = (write + 1) % dictionaryBytes
  }
  for (let at = 0; at < bytes.length && length < out.length;) {
    const control = bytes[at++] ?? 0
    for (let bit = 0; bit < 8 && at < bytes.length && length < out.length; bit++) {
      if ((control >> bit & 1) === 0) {
        put(bytes[at++] ?? 0)
        continue
      }
      const reference = (bytes[at] ?? 0) << 8 | (bytes[at + 1] ?? 0)
      at += 2
      const offset = reference >> 4
      // A reference to the write position marks the end.
      if (offset === write) return out.subarray(0, length)
      for (let step = 0; step < (reference & 0xf) + 2; step++) put(dictionary[(offset + step) % dictionaryBytes] ?? 0)
    }
  }
  return out.subarray(0, length)
}
