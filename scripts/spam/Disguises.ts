import { textHash } from "./Split.ts"

/** Ways in which spam hides from filters and not from people. */
export const disguises = ["homoglyphs", "invisible", "spaced", "leet", "styled"] as const
export type Worn = typeof disguises[number]

/** Cyrillic and Greek letters that look like Latin ones (Unicode TR 39, confusables). */
const alike: Readonly<Record<string, string>> = {
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

/** Bold letters of the mathematical block. */
const styled = (letter: string): string => {
  const code = letter.charCodeAt(0)
  if (code >= 97 && code <= 122) return String.fromCodePoint(0x1d41a + code - 97)
  return code >= 65 && code <= 90 ? String.fromCodePoint(0x1d400 + code - 65) : letter
}

/** Every word that a person would have in mind when hiding: the longer ones, about this share of them. */
const hiddenShare = 0.6

const hides = (word: string, at: number): boolean => textHash(`${at} ${word}`) % 100 < hiddenShare * 100

const wordAs = (word: string, at: number, worn: Worn): string => {
  switch (worn) {
    case "homoglyphs":
      return word.replace(/[A-Za-z]/g, (letter) => alike[letter] ?? letter)
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

/** The text as somebody writes it who does not want it read by a filter. The same text is always hidden in the same way. */
export const disguised = (text: string, worn: Worn): string =>
  text.split(/(\s+)/).map((word, at) => {
    const letters = word.match(/\p{L}/gu)?.length ?? 0
    return letters < 4 || addressLike.test(word.slice(0, -1)) || !hides(word, at) ? word : wordAs(word, at, worn)
  }).join("")
