/**
 * Text of strangers (a reported URL, a line of a feed) as a terminal may show it: control characters could recolour the
 * screen or hide what stands there, and so could marks of writing direction (Unicode TR 36, section 2.5).
 */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\uFFFD")
