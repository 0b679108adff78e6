/** Parameters of Punycode (RFC 3492, section 5). */
const base = 36
const tMin = 1
const tMax = 26
const skew = 38
const damp = 700
const initialBias = 72
const initialN = 128

const codePointMax = 0x10ffff

/** Maximum length of a DNS label (RFC 1035, section 2.3.4). It bounds the work of the decoder. */
export const labelCharsMax = 63

/**
 * Decodes a Punycode label (RFC 3492, section 6.2). Returns null if it is invalid.
 *
 * @param encoded text after `xn--`, lower case
 */
export const decodePunycode = (encoded: string): string | null => {
  if (encoded.length > labelCharsMax) return null
  const delimiter = encoded.lastIndexOf("-")
  const output: Array<number> = []
  for (let at = 0; at < delimiter; at++) output.push(encoded.charCodeAt(at))
  let [n, i, bias] = [initialN, 0, initialBias]
  for (let at = delimiter + 1; at < encoded.length;) {
    const before = i
    for (let weight = 1, k = base;; k += base) {
      const digit = digitOf(encoded.charCodeAt(at++))
      if (digit === null) return null
      i += digit * weight
      const threshold = k <= bias ? tMin : Math.min(k - bias, tMax)
      if (digit < threshold) break
      weight *= base - threshold
      if (weight > codePointMax * labelCharsMax) return null
    }
    const count = output.length + 1
    bias = adapt(i - before, count, before === 0)
    n += Math.floor(i / count)
    i %= count
    if (n > codePointMax || (n >= 0xd800 && n <= 0xdfff)) return null
    output.splice(i++, 0, n)
  }
  return String.fromCodePoint(...output)
}

/** Returns the value of a digit, or null for other characters and for NaN, which `charCodeAt` returns past the end. */
const digitOf = (code: number): number | null =>
  code >= 0x61 && code <= 0x7a ? code - 0x61 : code >= 0x30 && code <= 0x39 ? code - 0x30 + 26 : null

const adapt = (change: number, count: number, isFirst: boolean): number => {
  let delta = Math.floor(change / (isFirst ? damp : 2))
  delta += Math.floor(delta / count)
  let k = 0
  for (; delta > ((base - tMin) * tMax) / 2; k += base) delta = Math.floor(delta / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * delta) / (delta + skew))
}
