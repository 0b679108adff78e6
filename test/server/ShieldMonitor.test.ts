import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { PrometheusMetrics } from "effect/observability"
import {
  alarmMinutesMin,
  DegradedShare,
  degradedWindowMinutes,
  layerShieldMonitor,
  monitoredSitesMax,
  verificationsMin
} from "../../apps/server/background/ShieldMonitor.ts"
import { type ShieldEvent, ShieldTraffic } from "../../core/shield/ShieldTraffic.ts"
import { changesOf, parseSamples } from "../support/Metrics.ts"

const minute = 60_000
const now = 1_800_000_000_000

/** Counts `total` verifications, of which the last `degraded` are degraded. Returns the alarms. */
const counted = (shares: DegradedShare, total: number, degraded: number, at = now, site = "a") =>
  Array.from({ length: total }, (_, index) => shares.count(site, index >= total - degraded, at)).filter((one) =>
    one !== null
  )

describe("the share of degraded verifications", () => {
  it("is an alarm above a quarter", () => {
    expect(counted(new DegradedShare(), 100, 25)).toEqual([])
    expect(counted(new DegradedShare(), 100, 40)).toEqual([{ share: 21 / 81, degraded: 21, total: 81 }])
  })

  it("is no alarm for small numbers", () => {
    expect(counted(new DegradedShare(), verificationsMin - 1, verificationsMin - 1)).toEqual([])
    expect(counted(new DegradedShare(), verificationsMin, verificationsMin)).toHaveLength(1)
  })

  it("is reported once per interval", () => {
    const shares = new DegradedShare()
    expect(counted(shares, 30, 30)).toHaveLength(1)
    expect(counted(shares, 30, 30, now + (alarmMinutesMin - 1) * minute)).toEqual([])
    expect(counted(shares, 30, 30, now + alarmMinutesMin * minute)).toHaveLength(1)
  })

  it("covers only the last minutes", () => {
    const shares = new DegradedShare()
    counted(shares, 15, 0)
    expect(counted(shares, 19, 19, now + degradedWindowMinutes * minute)).toEqual([])
  })

  it("is separate for each recently active site", () => {
    const shares = new DegradedShare()
    counted(shares, 19, 19, now, "first")
    for (let site = 0; site < monitoredSitesMax; site++) shares.count(`site ${site}`, false, now)
    expect(counted(shares, 1, 1, now, "first")).toEqual([])
  })
})

/** Returns the metrics of this process by name. Other test files may have changed them. */
const measured = Effect.map(PrometheusMetrics.format(), parseSamples)

describe("a verification by Shield", () => {
  it.effect("is passed on, counted in the metrics, and logged if too many are degraded", () => {
    const events: Array<readonly [string, ShieldEvent, number]> = []
    const lines: Array<string> = []
    const inner = Layer.succeed(ShieldTraffic, {
      count: (siteId, event, nowMillis) => void events.push([siteId, event, nowMillis]),
      hours: () => Effect.succeed([]),
      verifications: () => Effect.succeed([]),
      sweep: () => Effect.succeed(0)
    })
    const log = Logger.layer([
      Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
    ])
    return Effect.gen(function*() {
      const { count } = yield* ShieldTraffic
      const before = yield* measured
      count("site", { kind: "issued" }, now)
      count("site", { kind: "solved", solveMillis: 300 }, now)
      count("site", { kind: "refused", reason: "answers" }, now)
      count("site", { kind: "human", score: 90, country: null }, now)
      count("site", { kind: "rejected", reason: "duplicate token" }, now)
      for (let at = 0; at < 30; at++) count("site", { kind: "degraded", reason: "empty" }, now)
      yield* Effect.yieldNow
      expect(events).toHaveLength(35)
      expect(events[0]).toEqual(["site", { kind: "issued" }, now])
      const after = yield* measured
      expect(changesOf(before, after)).toMatchObject({
        "gatehouse_shield_challenges_issued_total": 1,
        "gatehouse_shield_challenges_solved_total": 1,
        "gatehouse_shield_refused_total{reason=\"answers\"}": 1,
        "gatehouse_shield_verified_total{result=\"human\"}": 1,
        "gatehouse_shield_verified_total{result=\"duplicate token\"}": 1,
        "gatehouse_shield_verified_total{result=\"degraded\"}": 30,
        "gatehouse_shield_degraded_total{reason=\"empty\"}": 30,
        "gatehouse_shield_solve_seconds_count": 1
      })
      expect(lines).toEqual([
        expect.stringMatching(/^Warn Shield is passing forms without protection: 18 of the last 20 /)
      ])
    }).pipe(Effect.provide(layerShieldMonitor.pipe(Layer.provide(inner), Layer.provideMerge(log))))
  })
})
