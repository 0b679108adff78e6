/**
 * Characters by the names of their glyphs (Adobe Glyph List for New Fonts, and the names of Cyrillic letters that older
 * fonts use): those that languages in Latin, Greek and Cyrillic letters are written with.
 */
export const characterOf = (name: string): string => {
  const known = names.get(name) ?? remembered.get(name)
  if (known !== undefined) return known
  const found = derived(name)
  if (remembered.size < rememberedMax) remembered.set(name, found)
  return found
}

/** Names that are worked out once only. */
const rememberedMax = 4_096
const remembered = new Map<string, string>()

/** Letters of a ligature such as `f_f_i`, and of a name such as `uni00410042`. */
const componentsMax = 8
const nameCharsMax = 64

const derived = (name: string): string => {
  if (name.length > nameCharsMax) return ""
  // `a.alt`, `zero.tnum`: another form of the same.
  const [stem = ""] = name.split(".", 1)
  const parts = stem.split("_")
  if (parts.length > 1) return parts.slice(0, componentsMax).map((part) => names.get(part) ?? single(part)).join("")
  return names.get(stem) ?? single(stem)
}

const single = (name: string): string => {
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

/** `Eacute`: a letter, and what stands above or below it. */
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

/** `afii10017` is the first capital, `afii10065` the first small letter; Ё stands after Е. */
const cyrillic = (name: string): string => {
  const number = Number(/^afii(100\d\d)$/.exec(name)?.[1] ?? 0) - 10_017
  const letter = number >= 48 ? number - 48 : number
  if (letter < 0 || letter > 32) return ""
  const isSmall = number >= 48
  if (letter === 6) return isSmall ? "ё" : "Ё"
  return String.fromCharCode((isSmall ? 0x430 : 0x410) + letter - (letter > 6 ? 1 : 0))
}

/** Names one after another, and the characters that they name. */
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
