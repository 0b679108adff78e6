import { describe, expect, it } from "vitest"
import { excerptsMax, excerptsWeight, excerptWords, makeExcerpts } from "../../../scripts/spam/Excerpts.ts"
import type { Lesson } from "../../../scripts/spam/Split.ts"

const lesson = (words: number, spam = false): Lesson => ({
  text: Array.from({ length: words }, (_, at) => `w${at}`).join(" "),
  spam,
  source: "spamassassin",
  language: "en",
  group: null,
  topic: null,
  fold: 0
})

describe("excerpts of long lessons", () => {
  it("cover an ordinary lesson, overlap, and have the same total weight for any length", () => {
    const found = makeExcerpts([lesson(10), lesson(130), lesson(400)])
    for (const [row, last] of [[1, 129], [2, 399]]) {
      const own = found.filter((one) => one.row === row)
      expect(own.every(({ text }) => text.split(" ").length <= excerptWords)).toBe(true)
      expect(own[0]?.text.startsWith("w0 ")).toBe(true)
      expect(own.at(-1)?.text.endsWith(` w${last}`)).toBe(true)
      expect(own.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(excerptsWeight, 10)
    }
    expect(found.some(({ row }) => row === 0)).toBe(false)
  })

  it("are never taken from spam, and are limited in number", () => {
    expect(makeExcerpts([lesson(400, true)])).toEqual([])
    expect(makeExcerpts([lesson(100_000)])).toHaveLength(excerptsMax)
  })
})
