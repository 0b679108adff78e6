import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { deletesOf } from "../../../../core/brands/letters/Edits.ts"
import { WordFilter } from "../../../../core/brands/letters/WordFilter.ts"

const word = () => fc.string({ unit: fc.constantFrom(..."abco0l-"), maxLength: 12 })

describe("a word filter", () => {
  it("contains each of its words, anywhere in a text", () => {
    fc.assert(fc.property(fc.array(word()), word(), word(), word(), (others, one, before, behind) => {
      const filter = new WordFilter([...others, one])
      expect(filter.mayContain(before + one + behind, before.length, before.length + one.length)).toBe(true)
    }))
  })

  it("contains few other words", () => {
    const filter = new WordFilter(Array.from({ length: 5_000 }, (_, at) => `word${at}`))
    const held = Array.from({ length: 5_000 }, (_, at) => `other${at}`).filter((one) =>
      filter.mayContain(one, 0, one.length)
    )
    expect(held.length).toBeLessThan(500)
  })

  it("returns the single-letter deletions among its words, in order", () => {
    fc.assert(fc.property(word(), (text) => {
      const all = deletesOf(text)
      expect(new WordFilter(all).deletesOf(text)).toEqual(all)
      expect(all).toEqual(expect.arrayContaining([...new WordFilter(all.slice(0, 1)).deletesOf(text)]))
      expect(new WordFilter([]).deletesOf(text)).toEqual([])
    }))
  })
})
