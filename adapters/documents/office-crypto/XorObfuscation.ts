/**
 * XOR obfuscation, method 1 (MS-OFFCRYPTO 2.3.7). Excel up to version 95 encrypts files with this method, and current
 * versions of Excel still open them.
 */

/** Initial codes by password length, 1 to 15 (MS-OFFCRYPTO 2.3.7.2). */
const initialCodes = [
  0xe1f0,
  0x1d0f,
  0xcc9c,
  0x84c0,
  0x110c,
  0x0e10,
  0xf1ce,
  0x313e,
  0x1872,
  0xe139,
  0xd40f,
  0x84f9,
  0x280c,
  0xa96a,
  0x4ec3
]

/** Seven numbers per character of a password; the last seven are for its last character (MS-OFFCRYPTO 2.3.7.2). */
const matrix = `
  aefc 4dd9 9bb2 2745 4e8a 9d14 2a09 7b61 f6c2 fda5 eb6b c6f7 9dcf 2bbf 4563 8ac6 05ad 0b5a 16b4 2d68 5ad0 0375 06ea 0dd4
  1ba8 3750 6ea0 dd40 d849 a0b3 5147 a28e 553d aa7a 44d5 6f45 de8a ad35 4a4b 9496 390d 721a eb23 c667 9cef 29ff 53fe a7fc
  5fd9 47d3 8fa6 0f6d 1eda 3db4 7b68 f6d0 b861 60e3 c1c6 93ad 377b 6ef6 ddec 45a0 8b40 06a1 0d42 1a84 3508 6a10 aa51 4483
  8906 022d 045a 08b4 1168 76b4 ed68 caf1 85c3 1ba7 374e 6e9c 3730 6e60 dcc0 a9a1 4363 86c6 1dad 3331 6662 ccc4 89a9 0373
  06e6 0dcc 1021 2042 4084 8108 1231 2462 48c4`

/** Padding of short passwords (MS-OFFCRYPTO 2.3.7.2). */
const padding = [0xbb, 0xff, 0xff, 0xba, 0xff, 0xff, 0xb9, 0x80, 0x00, 0xbe, 0x0f, 0x00, 0xbf, 0x0f, 0x00]

/** Computes the password verifier stored in a file (MS-OFFCRYPTO 2.3.7.1). */
export const computeXorVerifier = (password: string): number => {
  let verifier = 0
  const codes = [password.length, ...codesOf(password)]
  for (const code of codes.toReversed()) {
    verifier = (verifier >> 14 & 1 | verifier << 1 & 0x7fff) ^ code
  }
  return verifier ^ 0xce4b
}

/** Implements CreateXorKey_Method1 (MS-OFFCRYPTO 2.3.7.2). */
export const xorKey = (password: string): number => {
  const numbers = matrix.trim().split(/\s+/).map((number) => Number.parseInt(number, 16))
  let key = initialCodes[password.length - 1] ?? 0
  let at = numbers.length - 1
  for (const code of codesOf(password).toReversed()) {
    for (let bit = 6; bit >= 0; bit--, at--) if ((code >> bit & 1) === 1) key ^= numbers[at] ?? 0
  }
  return key
}

/**
 * Returns the 16 bytes with which the content is combined. They consist of the password's characters, padding and the
 * key (MS-OFFCRYPTO 2.3.7.2, CreateXorArray_Method1).
 */
export const xorArray = (password: string): Uint8Array => {
  const key = xorKey(password)
  const filled = [...codesOf(password), ...padding].slice(0, 16)
  return Uint8Array.from(filled, (byte, at) => {
    const mixed = byte ^ (at % 2 === 0 ? key & 0xff : key >> 8)
    return (mixed >> 1 | mixed << 7) & 0xff
  })
}

/**
 * Implements DecryptData_Method1 (MS-OFFCRYPTO 2.3.7.3).
 *
 * @param index index, modulo 16, of the array element for the first byte. For a record, this is the offset of its
 * content plus the length of its content.
 */
export const xorDecrypt = (array: Uint8Array, bytes: Uint8Array, index: number): Uint8Array =>
  bytes.map((byte, at) => {
    const mixed = byte ^ array[(index + at) & 15]!
    return mixed >> 5 | mixed << 3 & 0xff
  })

const codesOf = (password: string): ReadonlyArray<number> => Array.from(password, (char) => char.charCodeAt(0) & 0xff)
