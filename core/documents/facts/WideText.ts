/** Returns the decoder of UTF-16 that a byte order mark names; null without such a mark. */
export const wideDecoderOf = (bytes: Uint8Array): TextDecoder | null =>
  bytes[0] === 0xff && bytes[1] === 0xfe
    ? new TextDecoder("utf-16le")
    : bytes[0] === 0xfe && bytes[1] === 0xff
    ? new TextDecoder("utf-16be")
    : null
