import type { TextDisguise, VbaTexts } from "./VbaTexts.ts"

/** Counts collected while macros are analyzed. */
export interface CodeCounts {
  /** Number of letters and digits built from numbers with `Chr` and similar functions. */
  readonly builtLetters: number
  /** Names that the source defines. */
  readonly names: ReadonlySet<string>
  /** The source uses `Xor`, `Chr`, `Asc`, `StrConv` or a variant of these, which decoding code needs. */
  readonly hasDecoder: boolean
}

/** Minimum characters built from numbers that count as obfuscation. Fewer may be line ends and quotes. */
const builtLettersMin = 24
/** Minimum characters of encoded strings that count as obfuscation in a source that contains decoding functions. */
const encodedCharsMin = 1_024
/** Minimum number of names, and minimum number of letter pairs, for a meaningful statistic. */
const [namesMin, pairsMin] = [10, 80]
/** Minimum share, 0 to 1, of common pairs among the letter pairs of names that people choose. */
const commonShareMin = 0.55

const disguiseLabels: Readonly<Record<TextDisguise, string>> = {
  "pieces": "program names assembled from pieces",
  "reversed": "reversed texts",
  "hex": "texts in hexadecimal",
  "base64": "texts in Base64",
  "character codes": "texts as lists of character codes",
  "stray marks": "program names with characters inserted between their letters"
}

/** Returns the method of obfuscation; null if the macros are readable. */
export const obfuscationOf = (texts: VbaTexts, { hasDecoder, builtLetters, names }: CodeCounts): string | null => {
  const [disguise] = texts.disguises
  if (disguise !== undefined) return disguiseLabels[disguise]
  if (builtLetters >= builtLettersMin) return "texts built from single characters"
  if (hasDecoder && texts.encodedChars >= encodedCharsMin) return "encoded texts and code that decodes them"
  if (areRandomNames(names)) return "names of random letters"
  return texts.isLimitExceeded ? "more computed text than is analyzed" : null
}

/** Reports whether the names look random, because few of their letter pairs are common in European languages. */
export const areRandomNames = (names: ReadonlySet<string>): boolean => {
  let [pairs, common] = [0, 0]
  if (names.size < namesMin) return false
  for (const name of names) {
    for (const [run] of name.slice(0, nameCharsMax).toLowerCase().matchAll(/[a-z]{2,}/g)) {
      for (let at = 0; at + 1 < run.length; at++) {
        pairs++
        if (commonPairs.has(run.slice(at, at + 2))) common++
      }
    }
  }
  return pairs >= pairsMin && common < pairs * commonShareMin
}

const nameCharsMax = 255

/** Letters that follow each letter in words and abbreviations of Western and Central European languages. */
const followers: Readonly<Record<string, string>> = {
  a: "bcdfglmnprstuvyiwkz",
  b: "aeilorusj",
  c: "aehiklortucz",
  d: "aeiorsudz",
  e: "abcdefglmnprstvxyikz",
  f: "aefilortu",
  g: "aehilnoru",
  h: "aeiotru",
  i: "abcdefglmnoprstvzwk",
  j: "aeou",
  k: "aeinoc",
  l: "aeiloudtys",
  m: "abeiopmu",
  n: "acdefgikonstuvy",
  o: "bcdflmnoprstuvwgk",
  p: "aehiloprtu",
  q: "u",
  r: "acdeimnorstuykgz",
  s: "aceghiklmopstuwz",
  t: "aehiorstuyl",
  u: "abcdegilmnprstkz",
  v: "aeio",
  w: "aehinoys",
  x: "cepti",
  y: "aeopstcwk",
  z: "aeiouynwk"
}

const commonPairs: ReadonlySet<string> = new Set(
  Object.entries(followers).flatMap(([first, seconds]) => [...seconds].map((second) => first + second))
)
