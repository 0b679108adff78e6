/**
 * Text as bytes, one character (0 to 255) for each: what percent-encoding speaks of. The rules of URL hashing work on bytes
 * and must not trip over bytes that are no valid UTF-8.
 */
export const toByteText = (text: string): string => {
  if (!/[^\x00-\x7f]/.test(text)) return text
  let bytes = ""
  for (const byte of encoder.encode(text)) bytes += String.fromCharCode(byte)
  return bytes
}

/** The text that the bytes spell, or null when they are no UTF-8. */
export const fromByteText = (bytes: string): string | null => {
  try {
    return decoder.decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)))
  } catch {
    return null
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/**
 * Unescapes `%XX` until nothing is left to unescape. One pass: each result is looked at again together with what stands
 * before it, so that `%25%32%35` becomes `%` in time that grows with the length alone, however deep the nesting.
 */
export const unescapeFully = (bytes: string): string => {
  if (!bytes.includes("%")) return bytes
  const out: Array<string> = []
  for (const char of bytes) {
    out.push(char)
    while (out.length >= 3 && out[out.length - 3] === "%") {
      const code = hexPair(out[out.length - 2]!, out[out.length - 1]!)
      if (code < 0) break
      out.length -= 3
      out.push(String.fromCharCode(code))
    }
  }
  return out.join("")
}

const hexPair = (high: string, low: string): number => {
  const pair = high + low
  return /^[0-9a-fA-F]{2}$/.test(pair) ? Number.parseInt(pair, 16) : -1
}

/** Escapes what the hashing rules escape: bytes up to 0x20, from 0x7f, `#` and `%`, with upper-case hex. */
export const escapeBytes = (bytes: string): string =>
  bytes.replaceAll(
    /[\x00-\x20\x7f-\xff#%]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
  )
