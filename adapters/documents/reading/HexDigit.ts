/** The values of hexadecimal digits in either case by their ASCII codes; -1 for every other byte. */
export const hexDigits: Int8Array = new Int8Array(256).fill(-1)
for (let digit = 0; digit < 16; digit++) {
  hexDigits[digit.toString(16).charCodeAt(0)] = digit
  hexDigits[digit.toString(16).toUpperCase().charCodeAt(0)] = digit
}

/** The value of a hexadecimal digit; -1 for anything else, the end of the data included. */
export const hexDigit = (byte: number | undefined): number => byte === undefined ? -1 : hexDigits[byte]!
