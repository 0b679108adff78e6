/** Kinds of UTF-16 code units in a message. */
export const kinds = {
  /** Punctuation and other separators. */
  sign: 1,
  space: 2,
  digit: 3,
  latin: 4,
  cyrillic: 5,
  greek: 6,
  /** Letters of other scripts with spaces between words. */
  letter: 7,
  hangul: 8,
  /** Scripts without spaces between words: Han, kana, Thai, Lao, Khmer, Burmese, Tibetan. */
  unspaced: 9,
  /** Emoji and ornaments. */
  emoji: 10,
  /** Has no visible glyph. */
  invisible: 11,
  /** Optional mark on the previous letter: accents, vowel points. */
  mark: 12,
  /** Half of a character above U+FFFF, read together with its other half. */
  surrogate: 13,
  /** Compatibility variant of other characters, read as those (NFKC). */
  variant: 14
} as const

export type Kind = typeof kinds[keyof typeof kinds]

/** Reports whether words consist of this kind, including scripts without spaces. */
export const isLetter = (kind: number): boolean => kind >= kinds.latin && kind <= kinds.unspaced

/** Kinds by Unicode properties. The first match wins. */
const properties: ReadonlyArray<readonly [RegExp, Kind]> = [
  // C1 control characters are Windows quotation marks decoded as Latin-1, and count as signs.
  [/^[\x80-\x84\x86-\x9f]$/u, kinds.sign],
  [/^[[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]--[\t-\r\x85]]$/v, kinds.invisible],
  [/^[\s\x85]$/u, kinds.space],
  // Accents of any script, vowel points of Arabic and Hebrew, and tatweel, which lengthens a word.
  [/^[[\p{M}&&[\p{sc=Inherited}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}]]\u0640]$/v, kinds.mark],
  [/^\p{Nd}$/u, kinds.digit],
  [/^[\p{L}&&\p{Script=Latin}]$/v, kinds.latin],
  [/^[\p{L}&&\p{Script=Cyrillic}]$/v, kinds.cyrillic],
  [/^[\p{L}&&\p{Script=Greek}]$/v, kinds.greek],
  [/^[\p{L}&&\p{Script=Hangul}]$/v, kinds.hangul],
  [
    /^[[\p{L}\p{M}\u3007]&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]]$/v,
    kinds.unspaced
  ],
  [/^[\p{L}\p{M}]$/u, kinds.letter],
  [
    /^[[\p{Extended_Pictographic}\u25a0-\u27be\u2b00-\u2bff\p{Regional_Indicator}\p{Emoji_Modifier}]--[©®™‼⁉]]$/v,
    kinds.emoji
  ]
]

/** Returns the kind of a character of one or two code units, without decomposition. */
export const kindOfCharacter = (character: string): Kind => {
  for (const [pattern, kind] of properties) if (pattern.test(character)) return kind
  return kinds.sign
}

const unitCount = 0x10000

/** Cache of results by code unit. Does not affect results. */
let known: { readonly kind: Uint8Array; readonly fold: Uint16Array } | null = null

const table = () => {
  known ??= { kind: new Uint8Array(unitCount), fold: new Uint16Array(unitCount) }
  return known
}

export const kindOfUnit = (unit: number): number => {
  const { kind } = table()
  const before = kind[unit]!
  if (before !== 0) return before
  const found = kindOfBlock(unit) ?? bareKind(String.fromCharCode(unit))
  kind[unit] = found
  return found
}

/**
 * Returns the kind of a unit in the largest blocks of Unicode without property checks, since hostile text may contain thousands of
 * different ones.
 */
const kindOfBlock = (unit: number): Kind | null => {
  if (unit >= 0x4e00 && unit <= 0x9fff) return kinds.unspaced
  if (unit >= 0xac00 && unit <= 0xd7a3) return kinds.hangul
  if (unit >= 0xd800 && unit <= 0xdfff) return kinds.surrogate
  return unit >= 0xe000 && unit <= 0xf8ff ? kinds.sign : null
}

const bareKind = (character: string): Kind => {
  const kind = kindOfCharacter(character)
  const isPlain = kind === kinds.invisible || kind === kinds.space || kind === kinds.mark
  return isPlain || character.normalize("NFKC") === character.normalize("NFC") ? kind : kinds.variant
}

/** Apostrophes outside ASCII. */
const apostrophes = new Set(["’", "‘", "´", "ʼ", "\x91", "\x92"].map((sign) => sign.charCodeAt(0)))

/** Reports whether a unit can be an apostrophe within a word. */
export const isApostrophe = (unit: number): boolean =>
  unit < 0x80 ? unit === 0x27 || unit === 0x60 : apostrophes.has(unit)

/** Folds a letter to lower case without accents, one unit to one unit. */
export const foldOfUnit = (unit: number): number => {
  const { fold } = table()
  const before = fold[unit]!
  if (before !== 0) return before
  const found = foldOf(unit)
  fold[unit] = found
  return found
}

/** Letters without a decomposition, and letters that keyboards encode in two ways. */
const alike: Readonly<Record<string, string>> = {
  "ø": "o",
  "ł": "l",
  "đ": "d",
  "ħ": "h",
  "ı": "i",
  "ß": "s",
  "ς": "σ",
  "ى": "ي",
  "ی": "ي",
  "ک": "ك",
  "ة": "ه"
}

const foldOf = (unit: number): number => {
  if (kindOfBlock(unit) !== null) return unit
  const lower = String.fromCharCode(unit).toLowerCase()
  const kind = kindOfUnit(unit)
  const bare = kind === kinds.hangul || kind === kinds.unspaced ? lower : lower.normalize("NFD")
  const first = bare.charAt(0)
  return (alike[first] ?? variantLetters.get(first) ?? first).charCodeAt(0)
}

const smallCapitals = ["ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"] as const
const upsideDown = ["ɐɔǝɟƃᴉɾʞɯɹʇʌʍʎ", "acefgijkmrtvwy"] as const

/** Upside-down letters. A word of them is read in reverse. `ɥ` and the plain letters among them are ambiguous. */
export const upsideDownLetters: ReadonlySet<string> = new Set(upsideDown[0])

/**
 * Small capitals and upside-down letters without a compatibility decomposition, and the letters they represent. Letters used by
 * alphabets (`ɔ` in Akan, `ɛ` in Ewe, `ə` in Azerbaijani) count as a disguise only together with others.
 */
export const variantLetters: ReadonlyMap<string, string> = new Map(
  [smallCapitals, upsideDown].flatMap(([from, to]) => [...from].map((letter, at) => [letter, to.charAt(at)] as const))
)

/** First code points of the alphabets in squares, circles and brackets that do not decompose to single letters. */
const alphabets = [0x1f110, 0x1f130, 0x1f150, 0x1f170] as const
const bracketed = 0x249c

/** Returns the letter inside a circle, square or brackets, or null. */
export const enclosedLetter = (codePoint: number): string | null => {
  for (const first of [bracketed, ...alphabets]) {
    if (codePoint >= first && codePoint < first + 26) return String.fromCharCode(0x61 + codePoint - first)
  }
  return null
}
