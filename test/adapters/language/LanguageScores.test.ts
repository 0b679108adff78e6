import { eld } from "eld/extrasmall"
import * as fc from "fast-check"
import { readdirSync, readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { readLanguageGrams } from "../../../adapters/language/LanguageGrams.ts"
import { languageScores } from "../../../adapters/language/LanguageScores.ts"
import { runs } from "../../support/TestRun.ts"

const dataFile = new URL("../../../adapters/language/data/LanguageGrams.br", import.meta.url)
const heldOut = new URL("../../../scripts/spam/texts/heldout/", import.meta.url)

const grams = readLanguageGrams(brotliDecompressSync(readFileSync(dataFile)))

const likeliest = (text: string): string => {
  const { scores } = languageScores(grams, text)
  const most = Math.max(...scores)
  return most > 0 ? grams.languages[scores.indexOf(most)]! : ""
}

/** Returns the scores as the package scales them, highest first. */
const likelihoods = (text: string): ReadonlyArray<number> => {
  const { grams: count, scores } = languageScores(grams, text)
  return [...scores].filter((score) => score > 0).toSorted((one, other) => other - one)
    .map((score) => score / count / (score / count + 25))
}

/** Generates text with letters of many scripts and of all UTF-8 lengths, apostrophes, and word separators. */
const text = (): fc.Arbitrary<string> => {
  const letters = "aäzβжяابहिไ字한ǎǆÞİΣςßdertionschk"
  const unit = fc.constantFrom(...letters)
  const word = fc.oneof(
    { weight: 9, arbitrary: fc.string({ unit, maxLength: 12 }) },
    { weight: 1, arbitrary: fc.string({ unit, minLength: 20, maxLength: 90 }) }
  )
  const between = fc.constantFrom(" ", "  ", "'", " '", "' ", "’", "`", ".'", "-", "\n", "😀", "\ud800", "4")
  return fc.array(fc.tuple(word, between), { maxLength: 40 }).map((pieces) => pieces.flat().join(""))
}

describe("the scores of the package's data", () => {
  it("agree with the package on every held-out message", () => {
    const texts = readdirSync(heldOut).flatMap((name) => readFileSync(new URL(name, heldOut), "utf8").split("\n"))
    expect(texts.length).toBeGreaterThan(2_000)
    for (const one of texts) expect([one, likeliest(one)]).toEqual([one, eld.detect(one.slice(0, 1_000)).language])
  })

  it("agree with the package on any text, including the score", () => {
    fc.assert(
      fc.property(text(), (one) => {
        const found = eld.detect(one)
        expect(likeliest(one)).toBe(found.language)
        expect(likelihoods(one)).toEqual(Object.values(found.getScores()))
      }),
      runs(400)
    )
  })

  it.each([4, 5, 23, 24, 35, 36, 69, 70, 71, 72, 400])("agree with the package on a word of %i letters", (length) => {
    for (const letters of ["entschuldigung", "Добрыйдень", "您好请问什么时候发货", "ǎǐǒ"]) {
      const one = letters.repeat(length).slice(0, length)
      // The texts are the word, the word before a longer word, and the word twice after a longer word. An end that
      // several long words share counts once.
      for (const words of [one, `${one} ${one}ß`, `a${one} ${one} ${one}`]) {
        const found = eld.detect(words)
        expect([words, likeliest(words)]).toEqual([words, found.language])
        expect([words, likelihoods(words)]).toEqual([words, Object.values(found.getScores())])
      }
    }
  })

  it("cover a bounded part of a long text", () => {
    const begun = "What is the price of the large one? ".repeat(20)
    expect(languageScores(grams, begun + "Quisiera saber. ".repeat(1_000))).toEqual(languageScores(grams, begun))
  })

  it("come from this exact file", () => {
    expect(() => readLanguageGrams(new Uint8Array(100))).toThrow("cannot be read")
  })
})
