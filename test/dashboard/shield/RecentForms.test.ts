import { describe, expect, it } from "vitest"
import { recentBars, recentForms } from "../../../apps/dashboard/pages/shield/RecentForms.ts"

const day = (human: number, degraded: number, rejected: number, at = 0) => ({ at, human, degraded, rejected })

describe("the last days of a site", () => {
  it("what is proven had proof, as on the page of the site", () => {
    expect(recentForms([day(70, 10, 20), day(0, 0, 0), day(90, 0, 10)])).toEqual({ forms: 200, provenShare: 0.8 })
    expect(recentForms([day(0, 4, 0)])).toEqual({ forms: 4, provenShare: 0 })
    expect(recentForms([day(0, 0, 3)])).toEqual({ forms: 3, provenShare: 0 })
  })

  it("nothing has no share", () => {
    expect(recentForms([])).toEqual({ forms: 0, provenShare: null })
    expect(recentForms([day(0, 0, 0)])).toEqual({ forms: 0, provenShare: null })
  })

  it("bars are parts of the busiest day", () => {
    expect(recentBars([day(2, 1, 1, 5), day(8, 2, 0, 6), day(0, 0, 0, 7)])).toEqual([
      { at: 5, passed: 0.2, degraded: 0.1, rejected: 0.1 },
      { at: 6, passed: 0.8, degraded: 0.2, rejected: 0 },
      { at: 7, passed: 0, degraded: 0, rejected: 0 }
    ])
    expect(recentBars([day(0, 0, 0)])).toEqual([{ at: 0, passed: 0, degraded: 0, rejected: 0 }])
  })
})
