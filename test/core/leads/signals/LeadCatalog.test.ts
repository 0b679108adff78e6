import { describe, expect, it } from "vitest"
import {
  leadCatalog,
  type LeadCode,
  type LeadEntry,
  leadPointsOf,
  reasonPointsMin
} from "../../../../core/leads/signals/LeadCatalog.ts"
import { leadReasonsPage } from "../../../../scripts/pages/LeadReasonsPage.ts"
import { readText } from "../../../house/Tree.ts"
import { codeExamples } from "../CodeExamples.ts"
import { analyzeNow, codesOf } from "../World.ts"

const codes = Object.keys(leadCatalog) as ReadonlyArray<LeadCode>
const entryOf = (code: LeadCode): LeadEntry => leadCatalog[code]

describe.each(codes)("%s", (code) => {
  const { nearMiss, raisedBy } = codeExamples[code]

  it("is raised with points from the catalog and its category", () => {
    for (const [lead, answers] of raisedBy) {
      const analysis = analyzeNow(lead, answers)
      const signal = analysis.signals.find((each) => each.code === code)
      expect(signal, JSON.stringify([lead, codesOf(analysis)])).toBeDefined()
      expect(leadPointsOf(entryOf(code))).toContain(signal!.points)
      expect(signal!.category).toBe(entryOf(code).category)
      expect(analysis.categories).toContain(entryOf(code).category)
      expect(analysis.reasons.includes(signal!.message)).toBe(signal!.points >= reasonPointsMin)
      expect(signal!.message).toMatch(/^\S.*\.$/)
    }
  })

  it("is raised with each of its numbers of points", () => {
    const found = raisedBy.flatMap(([lead, answers]) =>
      analyzeNow(lead, answers).signals.filter((each) => each.code === code).map(({ points }) => points)
    )
    expect(new Set(found)).toEqual(new Set(leadPointsOf(entryOf(code))))
  })

  it("is not raised by a near miss", () => {
    for (const [lead, answers] of nearMiss) {
      expect(codesOf(analyzeNow(lead, answers)), JSON.stringify(lead)).not.toContain(code)
    }
  })
})

describe("docs/reference/lead-reasons.md", () => {
  it("is generated from the catalog (npm run docs)", () =>
    expect(readText("docs/reference/lead-reasons.md")).toBe(leadReasonsPage()))
})
