/**
 * Characters by code of a simple font, for the three base encodings (ISO 32000-2, annex D.2). A code without a
 * character is an empty string.
 */
export type Encoding = ReadonlyArray<string>

const ascii = Array.from({ length: 256 }, (_, code) => code >= 32 && code < 127 ? String.fromCharCode(code) : "")

/** Returns an encoding with the given characters, starting at a code. A space means that a code has no character. */
const withCharacters = (encoding: Encoding, from: number, characters: string): Encoding => {
  const copy = [...encoding]
  for (const [at, character] of [...characters].entries()) copy[from + at] = character === " " ? "" : character
  return copy
}

const latin = withCharacters(
  ascii,
  0xa1,
  Array.from({ length: 95 }, (_, at) => String.fromCharCode(0xa1 + at)).join("")
)

export const winAnsi: Encoding = withCharacters(
  withCharacters(latin, 0x80, "€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ"),
  0xad,
  "-"
)
  .map((character, code) => code === 0xa0 ? " " : character)

export const macRoman: Encoding = withCharacters(
  ascii,
  0x80,
  "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"
).map((character, code) => code === 0xca ? " " : character)

export const standardEncoding: Encoding = withCharacters(
  withCharacters(withCharacters(ascii, 0x27, "’"), 0x60, "‘"),
  0xa1,
  "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ –†‡· ¶•‚„”»…‰ ¿ `´ˆ˜¯˘˙¨ ˚¸ ˝˛ˇ—                Æ ª    ŁØŒº     æ   ı  łøœß"
)

/**
 * Widths of Helvetica in thousandths of an em, from the space character on (Adobe Core 14 metrics). They approximate
 * the standard fonts, whose widths a file may omit.
 */
const helvetica = (
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 " +
  "556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 " +
  "1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 " +
  "667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 " +
  "333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 " +
  "556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
).split(" ").map(Number)

/** Returns an approximate width in ems for fonts without widths. It is precise enough to assign words to rectangles. */
export const approximateWidth = (font: string, code: number): number =>
  /courier|mono|consol/i.test(font)
    ? 0.6
    : (helvetica[code - 32] ?? 556) / 1000 * (/times|serif/i.test(font) ? 0.92 : 1)

/**
 * Returns the characters of a glyph name (Adobe Glyph List for New Fonts, and names of Cyrillic letters in older
 * fonts). Covers Latin, Greek, Cyrillic and common symbols. Returns an empty string for unknown names.
 */
export const characterOf = (name: string): string => {
  const cached = names.get(name) ?? cachedGlyphs.get(name)
  if (cached !== undefined) return cached
  const character = deriveCharacter(name)
  if (cachedGlyphs.size < cachedGlyphsMax) cachedGlyphs.set(name, character)
  return character
}

/** Maximum number of cached glyph names. */
const cachedGlyphsMax = 4_096
const cachedGlyphs = new Map<string, string>()

/** Maximum components of a name such as `f_f_i` or `uni00410042`, and maximum characters of a name. */
const componentsMax = 8
const nameCharsMax = 64

const deriveCharacter = (name: string): string => {
  if (name.length > nameCharsMax) return ""
  // `a.alt` and `zero.tnum` are variants of the same character.
  const [stem = ""] = name.split(".", 1)
  const parts = stem.split("_")
  if (parts.length > 1) {
    return parts.slice(0, componentsMax).map((part) => names.get(part) ?? parseComponent(part)).join("")
  }
  return names.get(stem) ?? parseComponent(stem)
}

const parseComponent = (name: string): string => {
  if (/^[A-Za-z]$/.test(name)) return name
  const units = /^uni((?:[0-9A-Fa-f]{4})+)$/.exec(name)?.[1]
  if (units !== undefined) {
    return (units.match(/.{4}/g) ?? []).slice(0, componentsMax).map((unit) => characterAt(Number.parseInt(unit, 16)))
      .join("")
  }
  const point = /^u([0-9A-Fa-f]{4,6})$/.exec(name)?.[1]
  if (point !== undefined) return characterAt(Number.parseInt(point, 16))
  const [, letter = "", mark = ""] = /^([A-Za-z]|dotlessi)([a-z]{4,12})$/.exec(name) ?? []
  const accent = accents[mark]
  if (accent !== undefined) return ((letter === "dotlessi" ? "i" : letter) + accent).normalize("NFC")
  return cyrillic(name)
}

const characterAt = (point: number): string =>
  point > 0x10ffff || point >= 0xd800 && point < 0xe000 ? "" : String.fromCodePoint(point)

/** Combining marks for names such as `Eacute`. */
const accents: Readonly<Record<string, string>> = {
  grave: "\u0300",
  acute: "\u0301",
  circumflex: "\u0302",
  tilde: "\u0303",
  macron: "\u0304",
  breve: "\u0306",
  dotaccent: "\u0307",
  dieresis: "\u0308",
  ring: "\u030a",
  hungarumlaut: "\u030b",
  caron: "\u030c",
  cedilla: "\u0327",
  commaaccent: "\u0327",
  ogonek: "\u0328"
}

/**
 * Returns the Cyrillic letter of a name such as `afii10017`. Uppercase letters start at `afii10017` and lowercase
 * letters at `afii10065`. Ё follows Е.
 */
const cyrillic = (name: string): string => {
  const number = Number(/^afii(100\d\d)$/.exec(name)?.[1] ?? 0) - 10_017
  const letter = number >= 48 ? number - 48 : number
  if (letter < 0 || letter > 32) return ""
  const isSmall = number >= 48
  if (letter === 6) return isSmall ? "ё" : "Ё"
  return String.fromCharCode((isSmall ? 0x430 : 0x410) + letter - (letter > 6 ? 1 : 0))
}

/** Lists of glyph names and their characters, in the same order. */
const pairs: ReadonlyArray<readonly [names: string, characters: string]> = [
  [
    "space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen " +
    "period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at",
    " !\"#$%&'()*+,-./0123456789:;<=>?@"
  ],
  [
    "bracketleft backslash bracketright asciicircum underscore grave braceleft bar braceright asciitilde",
    "[\\]^_`{|}~"
  ],
  [
    "quoteright quoteleft quotedblleft quotedblright quotesinglbase quotedblbase guillemotleft guillemotright " +
    "guilsinglleft guilsinglright endash emdash bullet ellipsis dagger daggerdbl perthousand fraction minus trademark",
    "’‘“”‚„«»‹›–—•…†‡‰⁄−™"
  ],
  [
    "exclamdown questiondown cent sterling yen Euro euro currency florin section copyright registered ordfeminine " +
    "ordmasculine logicalnot degree plusminus paragraph periodcentered onesuperior twosuperior threesuperior onequarter " +
    "onehalf threequarters multiply divide mu brokenbar acute dieresis macron cedilla circumflex tilde caron breve " +
    "dotaccent ring ogonek hungarumlaut",
    "¡¿¢£¥€€¤ƒ§©®ªº¬°±¶·¹²³¼½¾×÷µ¦´¨¯¸ˆ˜ˇ˘˙˚˛˝"
  ],
  [
    "AE ae OE oe Oslash oslash germandbls Eth eth Thorn thorn Lslash lslash Dcroat dcroat Hbar hbar dotlessi dotlessj Eng " +
    "eng Tbar tbar kgreenlandic",
    "ÆæŒœØøßÐðÞþŁłĐđĦħıȷŊŋŦŧĸ"
  ],
  [
    "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi " +
    "Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda nu xi omicron pi rho sigma1 sigma tau upsilon " +
    "phi chi psi omega",
    "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλνξοπρςστυφχψω"
  ],
  [
    "notequal infinity lessequal greaterequal partialdiff summation product integral radical approxequal lozenge arrowleft " +
    "arrowup arrowright arrowdown checkmark H18533 a20 asteriskmath",
    "≠∞≤≥∂∑∏∫√≈◊←↑→↓✓■✔∗"
  ]
]

const names: ReadonlyMap<string, string> = new Map([
  ...pairs.flatMap(([list, characters]) => {
    const each = [...characters]
    return list.split(" ").map((name, at) => [name, each[at] ?? ""] as const)
  }),
  ["ff", "ff"],
  ["fi", "fi"],
  ["fl", "fl"],
  ["ffi", "ffi"],
  ["ffl", "ffl"],
  ["nbspace", " "],
  ["nonbreakingspace", " "],
  ["sfthyphen", "-"],
  ["softhyphen", "-"],
  [".notdef", ""]
])
