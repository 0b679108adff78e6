/** Kinds of UTF-16 code units in a message. */
export const unitKinds = {
  /** Punctuation or another separator. */
  sign: 1,
  space: 2,
  digit: 3,
  latin: 4,
  cyrillic: 5,
  greek: 6,
  /** Letter of another script with spaces between words. */
  letter: 7,
  hangul: 8,
  /** Letter of a script without spaces between words: Han, kana, Thai, Lao, Khmer, Burmese or Tibetan. */
  unspaced: 9,
  /** Emoji or ornament. */
  emoji: 10,
  /** Character without a visible glyph. */
  invisible: 11,
  /** Optional mark on the previous letter, such as an accent or a vowel point. */
  mark: 12,
  /** Half of a character above U+FFFF. Both halves are read together. */
  surrogate: 13,
  /** Compatibility variant, which is read as the characters that it represents (NFKC). */
  variant: 14
} as const

export type Kind = typeof unitKinds[keyof typeof unitKinds]

/** Reports whether a kind is a kind of letters, including letters of scripts without spaces. */
export const isLetter = (kind: number): boolean => kind >= unitKinds.latin && kind <= unitKinds.unspaced

/** Patterns of the kinds by Unicode properties. The first pattern that matches decides. */
const properties: ReadonlyArray<readonly [RegExp, Kind]> = [
  // C1 control characters count as signs. They are usually Windows quotation marks that were decoded as Latin-1.
  [/^[\x80-\x84\x86-\x9f]$/u, unitKinds.sign],
  [/^[[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]--[\t-\r\x85]]$/v, unitKinds.invisible],
  [/^[\s\x85]$/u, unitKinds.space],
  // Matches accents of any script, vowel points of Arabic and Hebrew, and tatweel, which lengthens words.
  [/^[[\p{M}&&[\p{sc=Inherited}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}]]\u0640]$/v, unitKinds.mark],
  [/^\p{Nd}$/u, unitKinds.digit],
  [/^[\p{L}&&\p{Script=Latin}]$/v, unitKinds.latin],
  [/^[\p{L}&&\p{Script=Cyrillic}]$/v, unitKinds.cyrillic],
  [/^[\p{L}&&\p{Script=Greek}]$/v, unitKinds.greek],
  [/^[\p{L}&&\p{Script=Hangul}]$/v, unitKinds.hangul],
  [
    /^[[\p{L}\p{M}\u3007]&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]]$/v,
    unitKinds.unspaced
  ],
  [/^[\p{L}\p{M}]$/u, unitKinds.letter],
  [
    /^[[\p{Extended_Pictographic}\u25a0-\u27be\u2b00-\u2bff\p{Regional_Indicator}\p{Emoji_Modifier}]--[©®™‼⁉]]$/v,
    unitKinds.emoji
  ]
]

/** Returns the kind of a character of one or two code units. Does not decompose the character. */
export const kindOfCharacter = (character: string): Kind => {
  for (const [pattern, kind] of properties) if (pattern.test(character)) return kind
  return unitKinds.sign
}

const unitCount = 0x10000

/** Cache of kinds and folded letters by code unit. */
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
 * Returns the kind of a unit in the largest blocks of Unicode, or null for other units. It avoids the slow patterns,
 * because hostile text may contain thousands of different characters.
 */
const kindOfBlock = (unit: number): Kind | null => {
  if (unit >= 0x4e00 && unit <= 0x9fff) return unitKinds.unspaced
  if (unit >= 0xac00 && unit <= 0xd7a3) return unitKinds.hangul
  if (unit >= 0xd800 && unit <= 0xdfff) return unitKinds.surrogate
  return unit >= 0xe000 && unit <= 0xf8ff ? unitKinds.sign : null
}

const bareKind = (character: string): Kind => {
  const kind = kindOfCharacter(character)
  const isPlain = kind === unitKinds.invisible || kind === unitKinds.space || kind === unitKinds.mark
  return isPlain || character.normalize("NFKC") === character.normalize("NFC") ? kind : unitKinds.variant
}

/** Apostrophes outside ASCII. */
const apostrophes = new Set(["’", "‘", "´", "ʼ", "\x91", "\x92"].map((sign) => sign.charCodeAt(0)))

/** Reports whether a unit can be an apostrophe within a word. */
export const isApostrophe = (unit: number): boolean =>
  unit < 0x80 ? unit === 0x27 || unit === 0x60 : apostrophes.has(unit)

/** Folds a letter to lower case without accents. The result is always a single unit. */
export const foldOfUnit = (unit: number): number => {
  const { fold } = table()
  const before = fold[unit]!
  if (before !== 0) return before
  const found = foldOf(unit)
  fold[unit] = found
  return found
}

/** Replacements for letters without a decomposition, and for letters that keyboards encode in two ways. */
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
  const bare = kind === unitKinds.hangul || kind === unitKinds.unspaced ? lower : lower.normalize("NFD")
  const first = bare.charAt(0)
  return (alike[first] ?? variantLetters.get(first) ?? first).charCodeAt(0)
}

const smallCapitals = ["ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"] as const
const upsideDown = ["ɐɔǝɟƃᴉɾʞɯɹʇʌʍʎ", "acefgijkmrtvwy"] as const

/** Upside-down letters. A word with many of them is read in reverse. `ɥ` is excluded, because it is ambiguous. */
export const upsideDownLetters: ReadonlySet<string> = new Set(upsideDown[0])

/**
 * Plain letters by the small capital or upside-down letter that represents them. Contains variants without a
 * compatibility decomposition. Variants that belong to real alphabets (`ɔ` in Akan, `ɛ` in Ewe, `ə` in Azerbaijani)
 * count as a disguise only with other variants.
 */
export const variantLetters: ReadonlyMap<string, string> = new Map(
  [smallCapitals, upsideDown].flatMap(([from, to]) => [...from].map((letter, at) => [letter, to.charAt(at)] as const))
)

/**
 * First code points of alphabets in squares, circles and brackets. Their characters do not decompose to single letters.
 */
const alphabets = [0x1f110, 0x1f130, 0x1f150, 0x1f170] as const
const bracketed = 0x249c

/** Returns the letter that a character shows inside a circle, a square or brackets, or null. */
export const enclosedLetter = (codePoint: number): string | null => {
  for (const first of [bracketed, ...alphabets]) {
    if (codePoint >= first && codePoint < first + 26) return String.fromCharCode(0x61 + codePoint - first)
  }
  return null
}
