import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ShieldEvent } from "../../../../core/shield/ShieldTraffic.ts"
import {
  countNames,
  countsWithPrefix,
  hourMillis,
  solveMillisQuantile,
  totalCounts
} from "../../../../core/shield/traffic/ShieldCounts.ts"
import { countNamesPerHourMax, ShieldTally, talliesMax } from "../../../../core/shield/traffic/ShieldTally.ts"

const event: fc.Arbitrary<ShieldEvent> = fc.oneof(
  fc.constant<ShieldEvent>({ kind: "issued" }),
  fc.record({ kind: fc.constant("solved" as const), solveMillis: fc.double() }),
  fc.record({
    kind: fc.constant("human" as const),
    score: fc.double(),
    country: fc.option(fc.oneof(fc.constant("NL"), fc.string()))
  }),
  fc.record({
    kind: fc.constantFrom("refused" as const, "rejected" as const, "degraded" as const),
    reason: fc.string()
  })
)

const totals = (counts: ReadonlyArray<{ readonly name: string; readonly count: number }>) =>
  totalCounts(counts.map(({ count, name }) => ({ counts: { [name]: count } })))

describe("Shield counts", () => {
  it("have names of a few forms, whatever the event contains", () => {
    fc.assert(fc.property(event, (one) => {
      for (const name of countNames(one)) {
        expect(name).toMatch(
          /^(?:issued|solved|human|solveMillis:\d{2,6}|score:\d|country:[A-Z]{2}|(?:refused|rejected|degraded):[\w -]{1,40})$/
        )
      }
    }))
  })

  it("are taken once, including those that failed to be written before", () => {
    const steps = fc.array(fc.tuple(event, fc.integer({ min: 0, max: 3 }), fc.constantFrom("none", "take", "fail")))
    fc.assert(fc.property(steps, (all) => {
      const tally = new ShieldTally()
      const taken: Array<{ readonly name: string; readonly count: number }> = []
      for (const [one, hour, then] of all) {
        tally.count("site", one, hour * hourMillis)
        expect(tally.isEmpty).toBe(false)
        if (then === "none") continue
        const counts = tally.drain()
        expect(tally.isEmpty).toBe(true)
        if (then === "take") taken.push(...counts)
        else tally.restore(counts)
      }
      taken.push(...tally.drain())
      const expected = totals(all.flatMap(([one]) => countNames(one).map((name) => ({ name, count: 1 }))))
      expect(new Map([...totals(taken)].toSorted())).toEqual(new Map([...expected].toSorted()))
    }))
  })

  it("have one order, so that two instances do not deadlock", () => {
    const tally = new ShieldTally()
    for (const site of ["b", "a"]) for (const hour of [2, 1]) tally.count(site, { kind: "issued" }, hour * hourMillis)
    tally.count("a", { kind: "degraded", reason: "empty" }, hourMillis)
    expect(tally.drain().map(({ hour, name, siteId }) => `${siteId}${hour / hourMillis} ${name}`)).toEqual([
      "a1 degraded:empty",
      "a1 issued",
      "a2 issued",
      "b1 issued",
      "b2 issued"
    ])
  })

  it("are limited in sites and names", () => {
    const tally = new ShieldTally()
    for (let n = 0; n < talliesMax + 5; n++) tally.count(`site ${n}`, { kind: "issued" }, 0)
    expect(tally.drain()).toHaveLength(talliesMax)
    for (let n = 0; n < countNamesPerHourMax * 2; n++) tally.count("site", { kind: "refused", reason: `w${n}` }, 0)
    const counts = tally.drain()
    expect(counts.length).toBe(countNamesPerHourMax + 1)
    expect(counts.find(({ name }) => name === "other")?.count).toBe(countNamesPerHourMax)
  })

  it("provide shares of solving times, and lists with the most frequent first", () => {
    const counts = new Map([
      ["solveMillis:16", 1],
      ["solveMillis:1024", 18],
      ["solveMillis:4096", 1],
      ["country:DE", 2],
      [
        "country:AT",
        2
      ],
      ["country:NL", 9]
    ])
    expect([0.01, 0.5, 0.95, 1].map((share) => solveMillisQuantile(counts, share))).toEqual([16, 1_024, 1_024, 4_096])
    expect(solveMillisQuantile(new Map(), 0.5)).toBe(null)
    expect(countsWithPrefix(counts, "country")).toEqual([["NL", 9], ["AT", 2], ["DE", 2]])
  })
})
