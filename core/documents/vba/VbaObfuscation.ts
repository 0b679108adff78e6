import type { TextDisguise, VbaTexts } from "./VbaTexts.ts"

/** Counts collected while macros are analyzed. */
export interface CodeCounts {
  /** Number of letters and digits built from numbers with `Chr` and similar functions. */
  readonly builtLetters: number
  /** Names that the source defines. */
  readonly names: ReadonlySet<string>
  /** The source uses `Xor`, `Chr`, `Mid`, `Asc` or similar functions, which decoders need. */
  readonly hasDecoder: boolean
}

/** From this many characters on, they are not only line ends and quotes. */
const builtLettersMin = 24
/** Minimum characters of encoded texts in a source that contains a decoder. */
const encodedCharsMin = 1_024
/** Minimum number of names and of letter pairs for a meaningful statistic. */
const [namesMin, pairsMin] = [10, 80]
/** Minimum share of common letter pairs; names written by people exceed it. */
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
  if (isRandom(names)) return "names of random letters"
  return texts.isLimitExceeded ? "more computed text than is analyzed" : null
}

/** Reports whether the names look random: few of their letter pairs are common in any language. */
export const isRandom = (names: ReadonlySet<string>): boolean => {
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
