import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { WordSearch } from "../../../../../../adapters/documents/pdf/objects/bytes/WordSearch.ts"

const words = ["a", "aa", "aab", "abab", "endobj", "/FontMatrix"]
const texts = fc.array(fc.constantFrom(...words, "a", "b", "e", "end", "/"), { maxLength: 40 }).map((parts) =>
  parts.join("")
)

describe("a word search in bytes", () => {
  it.each(words)("matches a text search: %s", (word) => {
    const search = new WordSearch(word)
    fc.assert(fc.property(texts, fc.nat(60), fc.nat(300), (text, from, to) => {
      const end = Math.min(to, text.length)
      expect(search.find(Buffer.from(text), from, end)).toBe(text.slice(0, end).indexOf(word, from))
    }))
  })

  it("finds a word that is the whole input, and nothing in empty input", () => {
    const search = new WordSearch("obj")
    expect([search.find(Buffer.from("obj"), 0), search.find(Buffer.from("obj"), 1)]).toEqual([0, -1])
    expect(search.find(new Uint8Array(0), 0)).toBe(-1)
  })
})
