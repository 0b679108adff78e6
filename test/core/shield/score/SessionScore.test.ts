import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  scoreCatalog,
  type ScoreCode,
  type ScoreEntry,
  scoreFamilies
} from "../../../../core/shield/score/ScoreCatalog.ts"
import { scoreOf, type SessionFinding, sha256ScoreMax } from "../../../../core/shield/score/SessionScore.ts"
import { runs } from "../../../support/TestRun.ts"

const codes = Object.keys(scoreCatalog) as ReadonlyArray<ScoreCode>
const entryOf = (code: ScoreCode): ScoreEntry => scoreCatalog[code]
const full = (...codes: ReadonlyArray<ScoreCode>): ReadonlyArray<SessionFinding> =>
  codes.map((code) => ({ code, strength: 1 }))

const finding = fc.record({
  code: fc.constantFrom(...codes),
  strength: fc.oneof(fc.double({ min: 0, max: 1 }), fc.double())
})
const findings = fc.array(finding, { maxLength: 60 })
const profile = fc.constantFrom("argon2id" as const, "sha256" as const)

describe("scoreOf", () => {
  it("is 75 without known measurements", () => expect(scoreOf([], "argon2id")).toBe(75))

  it("weighs a signal by its strength, clamped to 0 and 1", () => {
    const scores = [-1, NaN, 0, 0.5, 1, 2].map((strength) => scoreOf([{ code: "TOO_FAST", strength }], "argon2id"))
    expect(scores).toEqual([75, 75, 75, 59, 40, 40])
  })

  it("is an integer from 0 to 100", () => {
    fc.assert(fc.property(findings, profile, (findings, profile) => {
      const score = scoreOf(findings, profile)
      expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
    }))
  })

  it("is independent of order and of duplicates", () => {
    fc.assert(fc.property(findings, profile, (findings, profile) => {
      const score = scoreOf(findings, profile)
      expect(scoreOf(findings.toReversed(), profile)).toBe(score)
      expect(scoreOf([...findings, ...findings], profile)).toBe(score)
    }))
  })

  it("never increases with one more bad signal and never decreases with one more good one", () => {
    fc.assert(
      fc.property(findings, finding, profile, (findings, more, profile) => {
        const [before, after] = [scoreOf(findings, profile), scoreOf([...findings, more], profile)]
        if (entryOf(more.code).logit < 0) expect(after).toBeLessThanOrEqual(before)
        else expect(after).toBeGreaterThanOrEqual(before)
      }),
      runs(200)
    )
  })

  it("is at most 70 for sha256, and reaches it", () => {
    const natural = full("NATURAL_TYPING", "NATURAL_MOVES", "NATURAL_CLICKS", "UNHURRIED")
    expect(scoreOf(natural, "argon2id")).toBeGreaterThan(90)
    expect(scoreOf(natural, "sha256")).toBe(sha256ScoreMax)
    expect(sha256ScoreMax).toBe(70)
    expect(scoreOf(full("WEBDRIVER"), "sha256")).toBe(scoreOf(full("WEBDRIVER"), "argon2id"))
  })

  it("limits good signals before it adds bad ones", () => {
    const natural = full("NATURAL_TYPING", "NATURAL_MOVES", "NATURAL_CLICKS", "NATURAL_TOUCH")
    expect(scoreOf([...natural, ...full("RECORDING")], "argon2id")).toBeLessThan(40)
  })
})

const naturally = {
  mouse: full("NATURAL_TYPING", "NATURAL_MOVES", "NATURAL_CLICKS", "UNHURRIED"),
  keyboard: full("NATURAL_TYPING", "UNHURRIED"),
  touch: full("NATURAL_TOUCH", "UNHURRIED")
}

describe.each(Object.entries(naturally))("a person with %s", (_, natural) => {
  it("scores at least 70", () => expect(scoreOf(natural, "argon2id")).toBeGreaterThanOrEqual(70))

  it.each(codes.filter((code) => entryOf(code).logit < 0))(
    "is classified as a bot by %s alone only if that signal is decisive",
    (code) => {
      const score = scoreOf([...natural, ...full(code)], "argon2id")
      if (entryOf(code).isDecisive) expect(score).toBeLessThan(40)
      else expect(score).toBeGreaterThanOrEqual(40)
    }
  )
})

describe("the signal catalog", () => {
  it("lets only self-identification and a recording decide", () =>
    expect(codes.filter((code) => entryOf(code).isDecisive).toSorted()).toEqual([
      "DECLARED_BOT",
      "HEADLESS_NAME",
      "RECORDING",
      "WEBDRIVER"
    ]))

  it("has no signal that exceeds its family's limit", () => {
    for (const code of codes) {
      const { about, family, logit } = entryOf(code)
      const { least, most } = scoreFamilies[family]
      expect(logit !== 0 && logit <= most, code).toBe(true)
      expect(logit >= least || code === "RECORDING", code).toBe(true)
      expect(about, code).toMatch(/^\S.*\.$/)
    }
  })
})
