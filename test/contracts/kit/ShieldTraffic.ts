import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { setTimeout as delay } from "node:timers/promises"
import { ShieldTraffic, type ShieldVerifications } from "../../../core/shield/ShieldTraffic.ts"
import { countNamesPerHourMax } from "../../../core/shield/traffic/ShieldTally.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"

const hour = Date.parse("2026-11-20T10:00:00.000Z")
const hours = (n: number) => new Date(hour + n * 3_600_000)
const everything = { siteId: "site_1", from: hours(-9), to: hours(99) }
/** Waits until the storage has at least `countsMin` events. Counts stay in memory for a second. */
const written = Effect.fnUntraced(function*(traffic: ShieldTraffic["Service"], countsMin: number, siteId = "site_1") {
  yield* TestClock.adjust(1_000)
  for (;;) {
    const counts = (yield* traffic.hours({ ...everything, siteId })).flatMap(({ counts }) => Object.values(counts))
    if (counts.reduce((sum, count) => sum + count, 0) >= countsMin) return
    yield* Effect.promise(() => delay(2))
  }
})

export const shieldTrafficContract = contract<ShieldTraffic>("ShieldTraffic", ({ testWithClock }) => {
  const test = (title: string, body: (traffic: ShieldTraffic["Service"]) => Effect.Effect<void, unknown>) =>
    testWithClock(title, Effect.flatMap(ShieldTraffic, body))

  test("counts every kind of event under its names, by site and hour", (traffic) =>
    Effect.gen(function*() {
      for (let n = 0; n < 3; n++) traffic.count("site_1", { kind: "issued" }, hour)
      traffic.count("site_1", { kind: "issued" }, hour + 3_599_999)
      traffic.count("site_1", { kind: "issued" }, hour + 3_600_000)
      traffic.count("site_2", { kind: "issued" }, hour)
      for (const solveMillis of [0, 512, 513, 999_999]) traffic.count("site_1", { kind: "solved", solveMillis }, hour)
      for (const score of [0, 69, 70, 100]) traffic.count("site_1", { kind: "human", score, country: "DE" }, hour)
      traffic.count("site_1", { kind: "human", score: 9, country: null }, hour)
      traffic.count("site_1", { kind: "refused", reason: "expired" }, hour)
      traffic.count("site_1", { kind: "rejected", reason: "invalid token" }, hour)
      traffic.count("site_1", { kind: "degraded", reason: "empty" }, hour)
      yield* written(traffic, 30)
      expect(yield* traffic.hours(everything)).toEqual([
        {
          siteId: "site_1",
          hour: hours(0),
          counts: {
            issued: 4,
            solved: 4,
            "solveMillis:16": 1,
            "solveMillis:512": 1,
            "solveMillis:1024": 1,
            "solveMillis:131072": 1,
            human: 5,
            "score:0": 2,
            "score:6": 1,
            "score:7": 1,
            "score:9": 1,
            "country:DE": 4,
            "refused:expired": 1,
            "rejected:invalid token": 1,
            "degraded:empty": 1
          }
        },
        { siteId: "site_1", hour: hours(1), counts: { issued: 1 } }
      ])
    }))

  test("adds to existing counts and returns a range of hours", (traffic) =>
    Effect.gen(function*() {
      for (const n of [0, 1, 2]) traffic.count("site_1", { kind: "issued" }, hours(n).getTime())
      traffic.count("site_2", { kind: "issued" }, hour)
      yield* written(traffic, 3)
      for (const n of [0, 1, 2]) traffic.count("site_1", { kind: "issued" }, hours(n).getTime())
      yield* written(traffic, 6)
      expect(yield* traffic.hours({ siteId: "site_1", from: hours(1), to: hours(2) })).toEqual([
        { siteId: "site_1", hour: hours(1), counts: { issued: 2 } }
      ])
      expect(yield* traffic.sweep(hours(2), "site_3")).toBe(0)
      expect(yield* traffic.sweep(hours(2), "site_1")).toBe(2)
      expect((yield* traffic.hours(everything)).map((entry) => entry.hour)).toEqual([hours(2)])
      expect(yield* traffic.hours({ ...everything, siteId: "site_2" })).toHaveLength(1)
      expect(yield* traffic.sweep(hours(2))).toBe(1)
      expect(yield* traffic.hours({ ...everything, siteId: "site_2" })).toEqual([])
    }))

  test("sums up verification results of several sites over longer periods", (traffic) =>
    Effect.gen(function*() {
      const at = (n: number) => hours(n).getTime()
      for (const n of [0, 0, 5, 23, 24, 47]) {
        traffic.count("site_1", { kind: "human", score: 80, country: "HU" }, at(n))
      }
      traffic.count("site_1", { kind: "issued" }, at(30))
      traffic.count("site_1", { kind: "refused", reason: "expired" }, at(30))
      traffic.count("site_1", { kind: "solved", solveMillis: 12 }, at(30))
      for (const why of ["low score", "honeypot"]) traffic.count("site_1", { kind: "rejected", reason: why }, at(3))
      traffic.count("site_1", { kind: "degraded", reason: "empty" }, at(25))
      for (const n of [-1, 48]) traffic.count("site_1", { kind: "degraded", reason: "edge" }, at(n))
      traffic.count("site_2", { kind: "rejected", reason: "low score" }, at(47))
      traffic.count("site_3", { kind: "human", score: 80, country: null }, at(1))
      yield* written(traffic, 27)
      const query = { starts: [hours(0), hours(24)], to: hours(48) }
      const byPlace = (found: ReadonlyArray<ShieldVerifications>) =>
        found.toSorted((a, b) => a.siteId < b.siteId ? -1 : a.siteId > b.siteId ? 1 : a.at.getTime() - b.at.getTime())
      expect(byPlace(yield* traffic.verifications({ ...query, siteIds: ["site_1", "site_2", "site_none"] }))).toEqual([
        { siteId: "site_1", at: hours(0), human: 4, degraded: 0, rejected: 2 },
        { siteId: "site_1", at: hours(24), human: 2, degraded: 1, rejected: 0 },
        { siteId: "site_2", at: hours(24), human: 0, degraded: 0, rejected: 1 }
      ])
      // Days have 23 or 25 hours when clocks change, and begin at half past in some time zones.
      const uneven = { starts: [hours(0), hours(23.5), hours(47)], to: hours(48), siteIds: ["site_1"] }
      expect(byPlace(yield* traffic.verifications(uneven))).toEqual([
        { siteId: "site_1", at: hours(0), human: 4, degraded: 0, rejected: 2 },
        { siteId: "site_1", at: hours(23.5), human: 1, degraded: 1, rejected: 0 },
        { siteId: "site_1", at: hours(47), human: 1, degraded: 0, rejected: 0 }
      ])
      expect(yield* traffic.verifications({ ...query, siteIds: [] })).toEqual([])
      const many = Array.from({ length: 99 }, (_, n) => `site_${n}`)
      expect(yield* traffic.verifications({ ...query, siteIds: many })).toHaveLength(4)
    }))

  test("keeps a bounded number of names for any input", (traffic) =>
    Effect.gen(function*() {
      const eventsMax = countNamesPerHourMax * 3
      for (let n = 0; n < eventsMax; n++) traffic.count("site_1", { kind: "refused", reason: `made up ${n}` }, hour)
      traffic.count("site_1", { kind: "refused", reason: "\u0000 or \n anything else".repeat(50) }, hour)
      yield* written(traffic, eventsMax + 1)
      const { counts } = (yield* traffic.hours(everything))[0]!
      expect(Object.keys(counts).length).toBeLessThanOrEqual(countNamesPerHourMax + 1)
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(eventsMax + 1)
    }))
})
