import { describe, expect, it } from "vitest"
import { computeRecentBars, recentTotals } from "../../../apps/dashboard/pages/shield/RecentForms.tsx"

const day = (human: number, degraded: number, rejected: number, at = 0) => ({ at, human, degraded, rejected })

describe("the last days of a site", () => {
  it("count verified forms as the site's page", () => {
    expect(recentTotals([day(70, 10, 20), day(0, 0, 0), day(90, 0, 10)])).toEqual({ forms: 200, verifiedShare: 0.8 })
    expect(recentTotals([day(0, 4, 0)])).toEqual({ forms: 4, verifiedShare: 0 })
    expect(recentTotals([day(0, 0, 3)])).toEqual({ forms: 3, verifiedShare: 0 })
  })

  it("show no share of zero", () => {
    expect(recentTotals([])).toEqual({ forms: 0, verifiedShare: null })
    expect(recentTotals([day(0, 0, 0)])).toEqual({ forms: 0, verifiedShare: null })
  })

  it("scale bars to the busiest day", () => {
    expect(computeRecentBars([day(2, 1, 1, 5), day(8, 2, 0, 6), day(0, 0, 0, 7)], 20)).toEqual([
      { at: 5, passed: 4, degraded: 2, rejected: 2 },
      { at: 6, passed: 16, degraded: 4, rejected: 0 },
      { at: 7, passed: 0, degraded: 0, rejected: 0 }
    ])
    expect(computeRecentBars([day(0, 0, 0)], 20)).toEqual([{ at: 0, passed: 0, degraded: 0, rejected: 0 }])
  })

  it("show every value above zero, with a bar as high as its day", () => {
    const [busy, few, quiet] = computeRecentBars([day(997, 1, 2), day(500, 1, 0), day(1, 0, 0)], 24)
    expect(busy).toEqual({ at: 0, passed: 22, degraded: 1, rejected: 1 })
    expect(few).toEqual({ at: 0, passed: 11, degraded: 1, rejected: 0 })
    expect(quiet).toEqual({ at: 0, passed: 2, degraded: 0, rejected: 0 })
  })

  it("keep one pixel for each part on days with little traffic", () => {
    const [, few] = computeRecentBars([day(1_000, 0, 0), day(1, 1, 1)], 24)
    expect(few).toEqual({ at: 0, passed: 1, degraded: 1, rejected: 1 })
  })
})
