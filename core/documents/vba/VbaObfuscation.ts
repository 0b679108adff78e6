import type { Disguise, VbaTexts } from "./VbaTexts.ts"

/** What is counted while macros are gone through. */
export interface CodeCounts {
  /** Letters and digits that `Chr` and its like make out of numbers. */
  readonly madeLetters: number
  /** Names that the source gives to its own things. */
  readonly names: ReadonlySet<string>
  /** `Xor`, `Chr`, `Mid`, `Asc` and the like: what decoders are made of. */
  readonly hasDecoder: boolean
}

/** So many letters made of numbers are no line ends and quotes any more. */
const madeLettersMin = 24
/** Characters of encoded texts beside code that decodes. */
const encodedCharsMin = 1_024
/** Fewer names, or pairs of letters in them, say nothing. */
const [namesMin, pairsMin] = [10, 80]
/** Of the pairs of letters of names; what people write stays above. */
const commonShareMin = 0.55

const disguiseTexts: Readonly<Record<Disguise, string>> = {
  "pieces": "names of programs put together from pieces",
  "reversed": "texts written backwards",
  "hex": "texts in hexadecimal digits",
  "base64": "texts in base64",
  "character codes": "texts as lists of numbers",
  "stray marks": "names of programs with marks between their letters"
}

/** In what way nobody can read these macros; null where anybody can. */
export const obfuscationOf = (texts: VbaTexts, { hasDecoder, madeLetters, names }: CodeCounts): string | null => {
  const [disguise] = texts.disguises
  if (disguise !== undefined) return disguiseTexts[disguise]
  if (madeLetters >= madeLettersMin) return "texts made of single characters"
  if (hasDecoder && texts.encodedChars >= encodedCharsMin) return "encoded texts beside code that decodes"
  if (isRandom(names)) return "names of random letters"
  return texts.isCut ? "more text put together than is looked at" : null
}

/** Whether the names of a source are no words: few of their pairs of letters are those of any language. */
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

/** Letters that follow each letter in words of Western and Central European languages, and in their short forms. */
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
