import { describe, expect, it } from "vitest"
import {
  computeLanguageShifts,
  computeUnknownLanguageOffset,
  halfOffsetMessages,
  quantile,
  type ScoredLesson,
  supportedMessagesMin,
  unknownLanguageCaution
} from "../../../scripts/spam/Languages.ts"

/** Returns ordinary messages with logits around `level`, and spam with logits around `level + 3`. */
const lessons = (language: string, level: number, count = 40): ReadonlyArray<ScoredLesson> =>
  Array.from({ length: count * 2 }, (_, at) => ({
    language,
    spam: at % 2 === 0,
    logit: level + (at - count) / 1e4 + (at % 2 === 0 ? 3 : 0)
  }))

describe("the language offset", () => {
  const shifts = computeLanguageShifts([
    ...lessons("en", -2),
    ...lessons("de", -2),
    ...lessons("th", -1),
    ...lessons("cs", -3)
  ])

  it("moves towards the level of most languages, in proportion to the available data", () => {
    expect(shifts.get("th")?.offset).toBeCloseTo(-1 * 40 / (40 + halfOffsetMessages), 2)
  })

  it("never increases suspicion", () => {
    expect(shifts.get("cs")?.offset).toBe(0)
    for (const { offset } of shifts.values()) expect(offset).toBeLessThanOrEqual(0)
  })

  it("is zero for messages without a language", () => {
    expect(computeLanguageShifts(lessons("und", 2)).has("und")).toBe(false)
  })

  it("identifies languages with enough messages of both kinds", () => {
    const enough = lessons("de", 0, supportedMessagesMin)
    const few = lessons("da", 0, supportedMessagesMin - 1)
    const ordinary = lessons("sv", 0).filter(({ spam }) => !spam)
    const found = computeLanguageShifts([...enough, ...few, ...ordinary])
    expect([...found].map(([code, { supported }]) => [code, supported])).toEqual([["de", true], ["da", false], [
      "sv",
      false
    ]])
  })

  it("lowers suspicion for languages without training data, more so if their ordinary messages score high", () => {
    const known = lessons("de", -2)
    expect(computeUnknownLanguageOffset(known, lessons("de", -3))).toBe(-unknownLanguageCaution)
    expect(computeUnknownLanguageOffset(known, lessons("de", -1))).toBeCloseTo(-1 - unknownLanguageCaution, 6)
  })
})

describe("a quantile", () => {
  it("is interpolated between its neighbors", () => {
    expect(quantile([3, 1, 2], 0.5)).toBe(2)
    expect(quantile([0, 10], 0.9)).toBe(9)
    expect(quantile([], 0.9)).toBe(0)
  })
})
