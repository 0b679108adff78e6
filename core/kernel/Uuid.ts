const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/** The largest count within a millisecond: 12 bits. */
const countMax = 0xfff

/**
 * Makes UUIDs of version 7 (RFC 9562, section 5.7): 48 bits of Unix time in milliseconds, a count of 12 bits, then 62 random bits.
 * Ids made later sort later, which keeps the index of the ledger compact. Ids of one millisecond sort in the order in which
 * they were made: the count starts at random in its lower half and goes up (section 6.2, method 1). It starts again after at
 * least 2,048 ids in one millisecond, and when the clock is set back.
 */
export const makeUuids = (): (millis: number, random: Uint8Array) => string => {
  let last = -1
  let count = 0
  return (millis, random) => {
    const b = (at: number) => hex[random[at]!]!
    count = millis === last && count < countMax ? count + 1 : (random[0]! & 0x07) << 8 | random[1]!
    last = millis
    const high = Math.floor(millis / 0x1_0000_0000)
    const low = millis % 0x1_0000_0000
    return hex[(high >>> 8) & 0xff]! + hex[high & 0xff]! + hex[low >>> 24]! + hex[(low >>> 16) & 0xff]! + "-" +
      hex[(low >>> 8) & 0xff]! + hex[low & 0xff]! + "-" +
      hex[0x70 | count >>> 8]! + hex[count & 0xff]! + "-" +
      hex[0x80 | (random[2]! & 0x3f)]! + b(3) + "-" +
      b(4) + b(5) + b(6) + b(7) + b(8) + b(9)
  }
}

/**
 * The generator that a whole process shares.
 *
 * @param random at least 10 bytes
 */
export const uuidV7 = makeUuids()
