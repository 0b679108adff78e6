import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { deletesOf, findSingleEdit, isWithinTwoEdits } from "../../../core/brands/letters/Edits.ts"
import { foldCharacters, foldPairs, skeletonOf, unknownCharacter } from "../../../core/brands/letters/Skeleton.ts"
import { runs } from "../../support/TestRun.ts"
import { anyText } from "./AnyText.ts"

/** Returns the optimal string alignment distance, computed from its definition. */
const distance = (one: string, other: string): number => {
  const rows = Array.from(
    { length: one.length + 1 },
    (_, row) => Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0))
  )
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      let best = Math.min(rows[row - 1]![column]! + 1, rows[row]![column - 1]! + 1, rows[row - 1]![column - 1]! + cost)
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        best = Math.min(best, rows[row - 2]![column - 2]! + 1)
      }
      rows[row]![column] = best
    }
  }
  return rows[one.length]![other.length]!
}

const words = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 })

describe("edits", () => {
  it.each(
    [
      ["paypals", "paypal", "added", false],
      ["xpaypal", "paypal", "added", true],
      ["ppaypal", "paypal", "doubled", true],
      ["payypal", "paypal", "doubled", false],
      ["aypal", "paypal", "left out", true],
      ["paypa", "paypal", "left out", false],
      ["raypal", "paypal", "changed", true],
      ["paupal", "paypal", "changed", false],
      ["apypal", "paypal", "swapped", true],
      ["paypla", "paypal", "swapped", false]
    ] as const
  )("%s for %s: %s", (word, meant, edit, isFirst) => expect(findSingleEdit(word, meant)).toEqual({ edit, isFirst }))

  it("are one if the distance is one", () => {
    fc.assert(
      fc.property(words, words, (word, meant) => {
        expect(findSingleEdit(word, meant) !== null).toBe(distance(word, meant) === 1)
      }),
      runs(400)
    )
  })

  it("are at most two if the distance is two", () => {
    fc.assert(
      fc.property(words, words, (word, meant) => {
        expect(isWithinTwoEdits(word, meant)).toBe(distance(word, meant) <= 2)
      }),
      runs(400)
    )
  })

  it("share a form with one letter omitted if there is one edit", () => {
    fc.assert(
      fc.property(words, words, (word, meant) => {
        if (findSingleEdit(word, meant) === null) return
        const forms = new Set([meant, ...deletesOf(meant)])
        expect([word, ...deletesOf(word)].some((form) => forms.has(form))).toBe(true)
      }),
      runs(400)
    )
  })
})

describe("a skeleton", () => {
  it.each([
    ["pаypаl", "paypal"],
    ["аррӏе", "apple"],
    ["ρaypal", "paypal"],
    ["ｐａｙｐａｌ", "paypal"],
    ["𝐩𝒂𝓎𝔭𝕒𝗅", "paypal"],
    ["ńétflïx", "netflix"],
    ["gіthub", "github"],
    ["ցօօցle", "google"],
    ["ɡoogle", "google"],
    ["pay\u200bpal", "paypal"],
    ["Ｇoogle", "google"],
    ["plain-ascii-09", "plain-ascii-09"],
    ["日a", `${unknownCharacter}a`]
  ])("%s looks like %s", (text, like) => expect(skeletonOf(text)).toBe(like))

  it("accepts any text and contains only ASCII", () => {
    fc.assert(fc.property(anyText(60), (text) => {
      expect(skeletonOf(text)).toMatch(/^[\x00-\x7f]*$/)
    }))
  })
})

describe("folding", () => {
  it.each([
    ["paypa1", "paypal"],
    ["faceb00k", "facebook"],
    ["rnicros0ft", "microsoft"],
    ["vvikipedia", "wikipedia"],
    ["clhl", "dhl"]
  ])(
    "%s folds to %s",
    (text, meant) => expect(foldPairs(foldCharacters(text))).toBe(foldPairs(foldCharacters(meant)))
  )

  it("preserves the length for single characters", () => {
    fc.assert(fc.property(fc.stringMatching(/^[a-z0-9-]*$/), (text) => {
      expect(foldCharacters(text)).toHaveLength(text.length)
    }))
  })
})
