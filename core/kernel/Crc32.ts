const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc >>> 0
})

/**
 * Returns the CRC-32 (ISO 3309, PNG) over the low byte of each of the first `chars` characters. It detects damage, not
 * tampering.
 */
export const crc32OfText = (text: string, chars = text.length): number => {
  let crc = 0xffffffff
  for (let at = 0; at < chars; at++) crc = table[(crc ^ text.charCodeAt(at)) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** Returns the CRC-32 (ISO 3309, PNG) over bytes. */
export const crc32OfBytes = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = table[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
