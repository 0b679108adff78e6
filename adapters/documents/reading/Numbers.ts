/** Reads a little-endian number of an Office binary format. Bytes beyond the end are 0. */
export const uint16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | (bytes[at + 1] ?? 0) << 8

export const int16 = (bytes: Uint8Array, at: number): number => uint16(bytes, at) << 16 >> 16

export const uint32 = (bytes: Uint8Array, at: number): number => (uint16(bytes, at) | uint16(bytes, at + 2) << 16) >>> 0

/** Reads an IEEE 754 number of 8 bytes. Returns 0 if it is incomplete. */
export const float64 = (bytes: Uint8Array, at: number): number =>
  at >= 0 && at + 8 <= bytes.length ? new DataView(bytes.buffer, bytes.byteOffset + at, 8).getFloat64(0, true) : 0

export const int32 = (bytes: Uint8Array, at: number): number => uint32(bytes, at) | 0

/** Value of each hexadecimal digit, of either case, by its ASCII code. All other bytes have the value -1. */
export const hexDigits: Int8Array = new Int8Array(256).fill(-1)
for (let digit = 0; digit < 16; digit++) {
  hexDigits[digit.toString(16).charCodeAt(0)] = digit
  hexDigits[digit.toString(16).toUpperCase().charCodeAt(0)] = digit
}

/** Returns the value of a hexadecimal digit, or -1 for any other byte and at the end of the data. */
export const hexDigit = (byte: number | undefined): number => byte === undefined ? -1 : hexDigits[byte]!
