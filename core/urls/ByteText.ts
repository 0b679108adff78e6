/**
 * Encodes text as UTF-8, with one character (0 to 255) per byte. Percent-encoding and the rules of URL hashing work on
 * bytes, which need not be valid UTF-8.
 */
export const toByteText = (text: string): string => /[^\x00-\x7f]/.test(text) ? bytesToText(encoder.encode(text)) : text

/** Decodes text with one character per byte as UTF-8. Returns null if the bytes are invalid. */
export const fromByteText = (bytes: string): string | null => {
  try {
    return decoder.decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)))
  } catch {
    return null
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Maximum characters per call of `String.fromCharCode`, because the number of arguments is limited. */
const charsAtOnceMax = 4_096

const bytesToText = (bytes: Uint8Array): string => {
  let text = ""
  for (let at = 0; at < bytes.length; at += charsAtOnceMax) {
    // Passes the array as the argument list, because spreading takes seven times as long.
    const codes: ArrayLike<number> = bytes.subarray(at, at + charsAtOnceMax)
    text += Reflect.apply(String.fromCharCode, null, codes)
  }
  return text
}

/**
 * Unescapes `%XX` repeatedly until nothing is left to unescape. Works in one pass: each decoded byte is checked again
 * together with the preceding bytes. Therefore `%25%32%35` becomes `%` in linear time, however deep the nesting is.
 */
export const unescapeFully = (bytes: string): string => {
  const first = bytes.indexOf("%")
  if (first < 0 || !/%[0-9a-fA-F]{2}/.test(bytes)) return bytes
  const out = new Uint8Array(bytes.length - first)
  let length = 0
  for (let at = first; at < bytes.length; at++) {
    out[length++] = bytes.charCodeAt(at)
    while (length >= 3 && out[length - 3] === percent) {
      const high = hexDigit(out[length - 2]!)
      const low = hexDigit(out[length - 1]!)
      if (high < 0 || low < 0) break
      length -= 2
      out[length - 1] = high * 16 + low
    }
  }
  return bytes.slice(0, first) + bytesToText(out.subarray(0, length))
}

const percent = 0x25

const hexDigit = (code: number): number => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

/**
 * Escapes bytes by the rules of URL hashing: bytes up to 0x20, bytes from 0x7f on, `#` and `%`. Uses upper-case hex
 * digits.
 */
export const escapeBytes = (bytes: string): string => {
  const first = bytes.search(/[\x00-\x20\x7f-\xff#%]/)
  if (first < 0) return bytes
  const out = new Uint8Array((bytes.length - first) * 3)
  let length = 0
  for (let at = first; at < bytes.length; at++) {
    const code = bytes.charCodeAt(at)
    if (code > 0x20 && code < 0x7f && code !== hash && code !== percent) out[length++] = code
    else {
      out[length++] = percent
      out[length++] = hexDigits.charCodeAt(code >> 4)
      out[length++] = hexDigits.charCodeAt(code & 15)
    }
  }
  return bytes.slice(0, first) + decoder.decode(out.subarray(0, length))
}

const hash = 0x23
const hexDigits = "0123456789ABCDEF"
