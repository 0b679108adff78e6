/**
 * What the codes of a simple font stand for (ISO 32000-2, annex D.2): the three encodings that fonts start from. A code
 * without a character is an empty string.
 */
export type Encoding = ReadonlyArray<string>

const ascii = Array.from({ length: 256 }, (_, code) => code >= 32 && code < 127 ? String.fromCharCode(code) : "")

/** Characters that stand one after another from a code on; a blank is a code without one. */
const withRun = (encoding: Encoding, from: number, characters: string): Encoding => {
  const copy = [...encoding]
  for (const [at, character] of [...characters].entries()) copy[from + at] = character === " " ? "" : character
  return copy
}

const latin = withRun(ascii, 0xa1, Array.from({ length: 95 }, (_, at) => String.fromCharCode(0xa1 + at)).join(""))

export const winAnsi: Encoding = withRun(withRun(latin, 0x80, "€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ"), 0xad, "-")
  .map((character, code) => code === 0xa0 ? " " : character)

export const macRoman: Encoding = withRun(
  ascii,
  0x80,
  "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"
).map((character, code) => code === 0xca ? " " : character)

export const standard: Encoding = withRun(
  withRun(withRun(ascii, 0x27, "’"), 0x60, "‘"),
  0xa1,
  "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ –†‡· ¶•‚„”»…‰ ¿ `´ˆ˜¯˘˙¨ ˚¸ ˝˛ˇ—                Æ ª    ŁØŒº     æ   ı  łøœß"
)

/**
 * Widths of the letters of Helvetica in thousandths, from the blank on (Adobe's Core 14 metrics): for the fonts that every
 * viewer has, and whose widths a file need not give.
 */
const helvetica = (
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 " +
  "556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 " +
  "1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 " +
  "667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 " +
  "333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 " +
  "556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
).split(" ").map(Number)

/** Width of a code in ems where the file gives none: near enough to tell which words lie in a rectangle. */
export const usualWidth = (font: string, code: number): number =>
  /courier|mono|consol/i.test(font)
    ? 0.6
    : (helvetica[code - 32] ?? 556) / 1000 * (/times|serif/i.test(font) ? 0.92 : 1)
