/** Returns two lower-case hex digits per byte. */
export const toHex = (bytes: Uint8Array): string => {
  let text = ""
  for (const byte of bytes) text += pairs[byte]
  return text
}

const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))
