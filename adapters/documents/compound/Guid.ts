/** The digits of a byte. */
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, "0"))
/** Places of the bytes as they are written, with the dashes between them: the first three numbers are little-endian. */
const order = [3, 2, 1, 0, -1, 5, 4, -1, 7, 6, -1, 8, 9, -1, 10, 11, 12, 13, 14, 15]

/** A packed GUID (MS-DTYP 2.3.4.2) as `0002CE02-0000-0000-C000-000000000046`; null where it is zero, or not all there. */
export const guidText = (bytes: Uint8Array, at: number): string | null => {
  if (at < 0 || at + 16 > bytes.length) return null
  let text = ""
  let sum = 0
  for (const place of order) {
    if (place < 0) text += "-"
    else {
      const byte = bytes[at + place]!
      sum += byte
      text += hex[byte]!
    }
  }
  return sum === 0 ? null : text
}
