/**
 * SHA-256 (FIPS 180-4) of single-block messages. It takes a few hundred bytes of code, and is for pages that do not
 * allow WebAssembly.
 */

/** Maximum bytes of a message. A longer message would need a second block. */
export const messageBytesMax = 55
const rounds = 64

const primes = (count: number): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime > 0)) found.push(number)
  }
  return found
}

/** Returns the first 32 bits of a root's fraction. A double is precise enough for them. */
const fraction = (root: number): number => (root - Math.floor(root)) * 0x1_0000_0000 | 0

/**
 * Initial state, from the square roots of the first primes (5.3.3). The round constants below use the cube roots
 * (4.2.2).
 */
const initial = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))
const constants = Int32Array.from(primes(rounds), (prime) => fraction(Math.cbrt(prime)))
const schedule = new Int32Array(rounds)

/**
 * Compresses the padded message in the first 16 words of `words`.
 *
 * @returns eight words, valid until the next call
 */
const compress = (words: Int32Array): Int32Array => {
  for (let at = 16; at < rounds; at++) {
    const early = words[at - 15]!
    const late = words[at - 2]!
    words[at] = words[at - 16]! + words[at - 7]! +
        ((early >>> 7 | early << 25) ^ (early >>> 18 | early << 14) ^ early >>> 3) +
        ((late >>> 17 | late << 15) ^ (late >>> 19 | late << 13) ^ late >>> 10) | 0
  }
  let [a, b, c, d, e, f, g, h] = initial as unknown as [number, number, number, number, number, number, number, number]
  for (let at = 0; at < rounds; at++) {
    const one = h + ((e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7)) + (e & f ^ ~e & g) +
        constants[at]! + words[at]! | 0
    const two = ((a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10)) + (a & b ^ a & c ^ b & c) | 0
    h = g
    g = f
    f = e
    e = d + one | 0
    d = c
    c = b
    b = a
    a = one + two | 0
  }
  result[0] = a
  result[1] = b
  result[2] = c
  result[3] = d
  result[4] = e
  result[5] = f
  result[6] = g
  result[7] = h
  for (let at = 0; at < 8; at++) result[at] = result[at]! + initial[at]! | 0
  return result
}
const result = new Int32Array(8)

/**
 * Hashes a message of up to 55 bytes.
 *
 * @returns eight words, valid until the next call
 */
export const sha256Words = (message: Uint8Array): Int32Array => {
  schedule.fill(0, 0, 16)
  for (let at = 0; at < message.length; at++) schedule[at >> 2]! |= message[at]! << 24 - 8 * (at & 3)
  schedule[message.length >> 2]! |= 0x80 << 24 - 8 * (message.length & 3)
  schedule[15] = message.length * 8
  return compress(schedule)
}

export const sha256 = (message: Uint8Array): Uint8Array => {
  const words = sha256Words(message)
  return Uint8Array.from({ length: 32 }, (_, at) => words[at >> 2]! >>> 24 - 8 * (at & 3))
}
