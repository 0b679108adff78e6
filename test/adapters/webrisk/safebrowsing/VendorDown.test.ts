import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import type { HttpFailure } from "../../../../adapters/webrisk/http/Http.ts"
import { staleMillisMaxDefault } from "../../../../adapters/webrisk/ListUpdater.ts"
import { malware } from "../../../fakes/SafeBrowsingVendor.ts"
import { sample } from "../../../support/TestRun.ts"
import { httpFailure, pass, verdict, World } from "./World.ts"

const worlds: Array<World> = []
afterAll(() => worlds.forEach((world) => world.close()))

const world = (): World => {
  const made = new World()
  worlds.push(made)
  made.vendor.put("mw-4b", "bad.test/", malware)
  made.vendor.put("gc-32b", "known.test/")
  return made
}

const hour = 60 * 60_000

const failures: ReadonlyArray<readonly [string, () => HttpFailure]> = [
  ["does not answer", httpFailure({ problem: "slow", status: null, message: "vendor.test did not answer." })],
  [
    "cannot be reached",
    httpFailure({ problem: "unreached", status: null, message: "vendor.test could not be reached." })
  ],
  ["answers with errors", httpFailure()],
  ["wants to be left alone", httpFailure({ status: 429, retryAfterMillis: hour })],
  ["sends too much", httpFailure({ problem: "too long", status: 200 })]
]

describe.each(sample("failures of a vendor for more than a day", failures, 2))(
  "a vendor that %s for more than a day",
  (_, failure) => {
    it("turns local lists from live to stale to down, and live again after recovery", () => {
      const there = world()
      return there.run(Effect.gen(function*() {
        const source = yield* there.source()
        there.breaks(failure)
        const recorded: Array<string> = []
        for (let hours = 1; hours <= 26; hours++) {
          yield* pass(hour)
          const verdictText = yield* verdict(source, `http://good${hours}.test/`)
          recorded.push(`${(yield* source.status).state} ${verdictText.split(":")[0]}`)
          expect(yield* verdict(source, "http://bad.test/")).toContain("unavailable")
        }
        const runs = [...new Set(recorded)]
        expect(runs).toEqual(["live not listed", "stale not listed, stale", "down unavailable"])
        expect(recorded.filter((each) => each.startsWith("down")).length).toBe(26 - staleMillisMaxDefault / hour)
        expect(recorded.lastIndexOf(runs[0]!)).toBeLessThan(2)
        expect((yield* source.status).updatedAt).toEqual(new Date(0))

        there.breaks(null)
        yield* pass(24 * hour, 24)
        expect(yield* verdict(source, "http://good.test/")).toBe("not listed")
        expect(yield* verdict(source, "http://bad.test/")).toBe("malware")
        expect(yield* source.status).toMatchObject({ state: "live", problem: null })
      }))
    })

    it("makes real-time mode fall back to its lists until they expire", () => {
      const there = world()
      return there.run(Effect.gen(function*() {
        const source = yield* there.source({ mode: "real-time" })
        there.breaks(failure)
        const recorded: Array<string> = []
        for (let hours = 1; hours <= 26; hours++) {
          yield* pass(hour)
          for (const url of [`http://good${hours}.test/`, "http://known.test/"]) {
            recorded.push(`${hours} ${(yield* verdict(source, url)).split(":")[0]}`)
          }
        }
        const expected = Array.from({ length: 26 }, (_, at) => at + 1).flatMap((hours) => {
          const expectedVerdict = hours <= 24 ? "not listed, stale" : "unavailable"
          return [`${hours} ${expectedVerdict}`, `${hours} ${hours === 1 ? "not listed" : expectedVerdict}`]
        })
        expect(recorded).toEqual(expected)
        expect(yield* source.status).toMatchObject({ state: "down" })
      }))
    })
  }
)

describe("an unavailable vendor", () => {
  it("is polled less and less often, but frequently if it was unreachable", () => {
    const asked = async (failure: () => HttpFailure) => {
      const there = world()
      await there.run(Effect.gen(function*() {
        yield* there.source()
        there.breaks(failure)
        yield* pass(24 * hour, 96)
      }))
      return there.askedFor("batchGet").length
    }
    return Promise.all([asked(httpFailure()), asked(failures[1]![1])]).then(([refused, unreached]) => {
      expect(refused).toBeLessThan(10)
      expect(unreached).toBeGreaterThan(48)
      expect(unreached).toBeLessThan(150)
    })
  })
})
