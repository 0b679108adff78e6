import { textHash } from "./Split.ts"

/** Methods that hide spam from filters but not from people. */
export const disguises = ["homoglyphs", "invisible", "spaced", "leet", "styled"] as const
export type Disguise = typeof disguises[number]

/** Cyrillic letters that look like Latin letters (Unicode TR 39, confusables). */
const homoglyphs: Readonly<Record<string, string>> = {
  a: "а",
  c: "с",
  e: "е",
  i: "і",
  j: "ј",
  o: "о",
  p: "р",
  s: "ѕ",
  x: "х",
  y: "у",
  A: "А",
  B: "В",
  C: "С",
  E: "Е",
  H: "Н",
  K: "К",
  M: "М",
  O: "О",
  P: "Р",
  T: "Т",
  X: "Х"
}

const digits: Readonly<Record<string, string>> = { a: "4", e: "3", i: "1", o: "0", s: "5", t: "7" }

const signs: Readonly<Record<string, string>> = { a: "@", e: "3", i: "!", o: "0", s: "$", t: "7" }

const invisible = ["\u200B", "\u200C", "\u200D", "\u2060", "\u00AD"]

/** Converts a Latin letter to a bold letter of the Mathematical Alphanumeric Symbols block. */
const styled = (letter: string): string => {
  const code = letter.charCodeAt(0)
  if (code >= 97 && code <= 122) return String.fromCodePoint(0x1d41a + code - 97)
  return code >= 65 && code <= 90 ? String.fromCodePoint(0x1d400 + code - 65) : letter
}

/** Fraction of the words with at least four letters that are disguised. */
const hiddenShare = 0.6

const hides = (word: string, at: number): boolean => textHash(`${at} ${word}`) % 100 < hiddenShare * 100

const disguiseWord = (word: string, at: number, worn: Disguise): string => {
  switch (worn) {
    case "homoglyphs":
      return word.replace(/[A-Za-z]/g, (letter) => homoglyphs[letter] ?? letter)
    case "invisible":
      return [...word].join(invisible[textHash(word) % invisible.length])
    case "spaced":
      return [...word].join(at % 3 === 0 ? "." : at % 3 === 1 ? " " : "-")
    case "leet": {
      const table = at % 2 === 0 ? digits : signs
      return word.replace(/[a-z]/gi, (letter) => table[letter.toLowerCase()] ?? letter)
    }
    case "styled":
      return word.replace(/[A-Za-z]/g, styled)
  }
}

const addressLike = /[@/.:]/

/** Returns the text as a spammer would disguise it. The same text is always disguised in the same way. */
export const applyDisguise = (text: string, worn: Disguise): string =>
  text.split(/(\s+)/).map((word, at) => {
    const letters = word.match(/\p{L}/gu)?.length ?? 0
    return letters < 4 || addressLike.test(word.slice(0, -1)) || !hides(word, at) ? word : disguiseWord(word, at, worn)
  }).join("")
