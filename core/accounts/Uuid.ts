const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/**
 * UUID version 7 (RFC 9562, section 5.7): 48 bits of Unix time in milliseconds, then randomness. Ids made later sort
 * later, which keeps the ledger's index compact.
 *
 * @param random at least 10 bytes
 */
export const uuidV7 = (millis: number, random: Uint8Array): string => {
  const high = Math.floor(millis / 0x1_0000_0000)
  const low = millis % 0x1_0000_0000
  const b = (at: number) => hex[random[at]!]!
  return hex[(high >>> 8) & 0xff]! + hex[high & 0xff]! + hex[low >>> 24]! + hex[(low >>> 16) & 0xff]! + "-" +
    hex[(low >>> 8) & 0xff]! + hex[low & 0xff]! + "-" +
    hex[0x70 | (random[0]! & 0x0f)]! + b(1) + "-" +
    hex[0x80 | (random[2]! & 0x3f)]! + b(3) + "-" +
    b(4) + b(5) + b(6) + b(7) + b(8) + b(9)
}
