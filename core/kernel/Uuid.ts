const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/** Maximum value of the counter within a millisecond: 12 bits. */
const countMax = 0xfff

/**
 * Creates a generator of version 7 UUIDs (RFC 9562, section 5.7): 48 bits of Unix time in milliseconds, a 12-bit
 * counter, and 62 random bits. The UUIDs sort by time, which keeps the ledger's index compact. Within a millisecond,
 * they sort by creation: the counter starts at a random value in its lower half and increases (section 6.2, method 1).
 * The counter restarts after at least 2,048 UUIDs in one millisecond, and when the clock goes back.
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
 * Generator shared by the process.
 *
 * @param random at least 10 bytes
 */
export const uuidV7 = makeUuids()
