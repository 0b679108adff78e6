import { describe, expect, it } from "vitest"
import { trafficSteps, trafficSums } from "../../../apps/dashboard/pages/shield/traffic/TrafficSums.ts"

const hour = 3_600_000
const day = 24 * hour
const start = Date.UTC(2026, 10, 1)

const hours = [
  {
    hour: start,
    counts: {
      issued: 10,
      solved: 8,
      human: 6,
      "score:9": 4,
      "score:3": 2,
      "country:NL": 5,
      "rejected:low score": 2,
      "solveMillis:512": 8
    }
  },
  {
    hour: start + 5 * hour,
    counts: {
      issued: 4,
      solved: 4,
      human: 2,
      "score:9": 2,
      "degraded:empty": 2,
      "refused:hostname": 3,
      "solveMillis:2048": 4
    }
  },
  { hour: start + 30 * hour, counts: { issued: 1, "refused:hostname": 1, "refused:used": 9 } }
]

describe("trafficSums", () => {
  it("adds up the hours", () => {
    const sums = trafficSums(hours)
    expect([sums.issued, sums.solved, sums.human]).toEqual([15, 12, 8])
    expect(sums.refused).toEqual([{ reason: "used", count: 9 }, { reason: "hostname", count: 4 }])
    expect(sums.scores.filter(({ count }) => count > 0)).toEqual([
      { from: 30, to: 39, count: 2, band: "elevated-bot-risk" },
      { from: 90, to: 100, count: 6, band: "human" }
    ])
    expect(sums.solveMillis).toEqual({ median: 512, p95: 2_048 })
  })

  it("returns no share without traffic", () => {
    expect(trafficSums([])).toMatchObject({ issued: 0, solveMillis: { median: null, p95: null } })
  })
})

describe("trafficSteps", () => {
  const stretch = (count: number, step: number, from = start) => ({
    starts: Array.from({ length: count }, (_, at) => from + at * step),
    to: from + count * step
  })

  it("returns the hours of a day, including those without traffic", () => {
    const steps = trafficSteps(hours.slice(0, 2), stretch(24, hour))
    expect(steps.length).toBe(24)
    expect(
      steps.filter(({ issued }) => issued > 0).map((
        { at, passed, rejected }
      ) => [(at - start) / hour, passed, rejected])
    )
      .toEqual([[0, 6, 2], [5, 2, 0]])
  })

  it("returns the days of a month, and counts each request once", () => {
    const steps = trafficSteps(hours, stretch(30, day))
    expect(steps.length).toBe(30)
    expect(steps.map(({ issued }) => issued).slice(0, 3)).toEqual([14, 1, 0])
    expect(steps.reduce((sum, { refused }) => sum + refused, 0)).toBe(13)
  })

  it("assigns an hour to the step in which it begins, also if days begin at half past", () => {
    const steps = trafficSteps(hours, stretch(3, day, start - 18.5 * hour))
    expect(steps.map(({ issued }) => issued)).toEqual([14, 0, 1])
  })
})
