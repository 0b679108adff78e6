/** Character classes (ISO 32000-2, section 7.2.3). */
export const regularClass = 0
export const whiteSpaceClass = 1
const delimiter = 2
export const characterClasses = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) characterClasses[code] = whiteSpaceClass
for (const character of "()<>[]{}/%") characterClasses[character.charCodeAt(0)] = delimiter

export const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57

export const isOctal = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 55

export const isAlphanumeric = (byte: number): boolean =>
  isDigit(byte) || byte >= 65 && byte <= 90 || byte >= 97 && byte <= 122
