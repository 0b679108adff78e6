import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { updateFreshMillis } from "../../../../adapters/webrisk/google/ListUpdates.ts"
import { digestOf } from "../../../../adapters/webrisk/UrlKeys.ts"
import { malware, phishing } from "../../../fakes/SafeBrowsingVendor.ts"
import { httpFailure, keysOf, pass, verdict, World } from "./World.ts"

const worlds: Array<World> = []
afterAll(() => worlds.forEach((world) => world.close()))

/** Two dangerous pages on the lists, one that only a search knows, and a host that is likely safe. */
const world = (): World => {
  const made = new World()
  worlds.push(made)
  made.vendor.put("mw-4b", "bad.test/", malware)
  made.vendor.put("se-4b", "phish.test/login", phishing)
  made.vendor.confirm("new.test/", phishing)
  made.vendor.put("gc-32b", "known.test/")
  return made
}

const noAnswer = "unavailable: safe-browsing did not answer."

const searches = (there: World) =>
  there.askedFor("search").map(({ searchParams }) => searchParams.getAll("hashPrefixes").length)

/** The first questions, such as the probe, are not those that count. */
const forgetSearches = (there: World) => there.asked.splice(0)

describe("local mode", () => {
  it("asks about nothing but prefixes that are on a list", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source()
      expect(yield* verdict(source, "https://good.test/")).toBe("not listed")
      expect(yield* verdict(source, "https://new.test/")).toBe("not listed")
      expect(searches(there)).toEqual([])
      expect(yield* verdict(source, "https://www.bad.test/a/b?c")).toBe("malware")
      expect(yield* verdict(source, "https://phish.test/login")).toBe("phishing")
      expect(searches(there)).toEqual([1, 1])
      expect(yield* source.check(keysOf("http://x.bad.test/"))).toEqual({
        threat: { source: "safe-browsing", type: "malware", expression: "bad.test/" },
        isStale: false
      })
    }))
  })

  it("calls what only begins like a dangerous one not listed, once the vendor says so", () => {
    const there = world()
    there.vendor.put("mw-4b", "lookalike.test/")
    return there.run(Effect.gen(function*() {
      const source = yield* there.source()
      expect(yield* verdict(source, "http://lookalike.test/")).toBe("not listed")
      expect(searches(there)).toEqual([1])
    }))
  })

  it("has no answer where the vendor cannot be asked about a prefix that is on a list; Google's procedure says SAFE", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source()
      there.failing.search = httpFailure()
      expect(yield* verdict(source, "https://bad.test/")).toBe(noAnswer)
      expect(yield* verdict(source, "https://good.test/")).toBe("not listed")
      expect(yield* source.status).toMatchObject({ state: "live", problem: "vendor.test answered 503." })
    }))
  })

  it("has no answer before its lists are here", () => {
    const there = world()
    there.breaks(httpFailure({ message: "vendor.test answered 403." }))
    return there.run(Effect.gen(function*() {
      const source = yield* there.source()
      expect(yield* verdict(source, "https://good.test/"))
        .toBe("unavailable: safe-browsing has no lists that are young enough.")
      expect(yield* source.status).toEqual({
        name: "safe-browsing",
        kind: "safe-browsing",
        state: "down",
        entries: 0,
        bytes: 0,
        updatedAt: null,
        problem: "vendor.test answered 403."
      })
    }))
  })

  it("blocks what harms only telephones where it is asked to", () => {
    const there = world()
    there.vendor.put("pha-4b", "app.test/", [{ type: 4 }])
    return there.run(Effect.gen(function*() {
      expect(yield* verdict(yield* there.source(), "http://app.test/")).toBe("not listed")
      expect(there.askedFor("batchGet")[0]!.searchParams.getAll("names")).toEqual(["mw-4b", "se-4b", "uws-4b"])
      const source = yield* there.source({ blocksHarmfulApplications: true })
      expect(yield* verdict(source, "http://app.test/")).toBe("harmful-application")
    }))
  })
})

describe("real-time mode", () => {
  it("asks about everything but what is likely safe, and of that what is on a list", () => {
    const there = world()
    there.vendor.put("se-4b", "known.test/fraud", phishing)
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode: "real-time" })
      forgetSearches(there)
      expect(yield* verdict(source, "https://new.test/")).toBe("phishing")
      expect(yield* verdict(source, "https://good.test/a")).toBe("not listed")
      expect(searches(there)).toEqual([1, 2])
      expect(yield* verdict(source, "https://known.test/shop")).toBe("not listed")
      expect(searches(there)).toEqual([1, 2])
      expect(yield* verdict(source, "https://known.test/fraud")).toBe("phishing")
      expect(searches(there)).toEqual([1, 2, 1])
      expect(yield* source.status).toMatchObject({ state: "live", entries: 8, problem: null })
    }))
  })

  it("spares no URL the question that another program may read as a likely safe one", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode: "real-time" })
      expect(yield* verdict(source, "http://new.test\\\\@known.test/")).toBe("phishing")
    }))
  })

  it("lets young lists stand in for a vendor that does not answer, which is told; what begins like a listed one is no answer", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode: "real-time" })
      yield* verdict(source, "https://cached.test/")
      there.failing.search = httpFailure()
      expect(yield* verdict(source, "https://good.test/")).toBe("not listed, stale")
      expect(yield* verdict(source, "https://new.test/")).toBe("not listed, stale")
      expect(yield* verdict(source, "https://bad.test/")).toBe(noAnswer)
      expect(yield* verdict(source, "https://cached.test/")).toBe("not listed")
      expect(yield* verdict(source, "https://known.test/")).toBe("not listed")
      expect(yield* source.status).toMatchObject({ state: "stale", problem: "vendor.test answered 503." })
    }))
  })

  it("knows of what is on a list what the vendor said of it before", () => {
    const there = world()
    there.vendor.put("mw-4b", "harmless.test/")
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode: "real-time" })
      expect(yield* verdict(source, "https://harmless.test/")).toBe("not listed")
      there.failing.search = httpFailure()
      expect(yield* verdict(source, "https://harmless.test/other")).toBe("not listed, stale")
    }))
  })

  it("has no answer when neither vendor nor lists can give one", () => {
    const there = world()
    there.breaks(httpFailure())
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode: "real-time" })
      expect(yield* verdict(source, "https://good.test/")).toBe(noAnswer)
      expect(yield* source.status).toMatchObject({ state: "down" })
    }))
  })

  it("answers from the vendor alone while there are no lists, and spares nothing the question", () => {
    const there = world()
    there.failing.batchGet = httpFailure()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode: "real-time" })
      forgetSearches(there)
      expect(yield* verdict(source, "https://known.test/")).toBe("not listed")
      expect(yield* verdict(source, "https://bad.test/")).toBe("malware")
      expect(searches(there)).toEqual([1, 1])
      expect(yield* source.status).toMatchObject({ state: "live", problem: "vendor.test answered 503." })
    }))
  })

  it("believes the list of what is likely safe only while lists are fresh", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode: "real-time" })
      there.failing.batchGet = httpFailure()
      yield* pass(updateFreshMillis + 1, 4)
      forgetSearches(there)
      expect(yield* verdict(source, "https://known.test/")).toBe("not listed")
      expect(searches(there)).toEqual([1])
    }))
  })
})

describe("no-storage mode", () => {
  it("asks about everything, and keeps nothing but answers", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode: "no-storage" })
      expect(there.askedFor("batchGet")).toEqual([])
      expect(yield* verdict(source, "https://bad.test/")).toBe("malware")
      expect(yield* verdict(source, "https://known.test/")).toBe("not listed")
      expect(yield* source.status).toMatchObject({ state: "live", entries: 0, updatedAt: new Date(0) })
    }))
  })

  it("has no answer when the vendor does not; Google's procedure says SAFE", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode: "no-storage" })
      there.breaks(httpFailure())
      expect(yield* verdict(source, "https://good.test/")).toBe(noAnswer)
      expect(yield* source.status).toMatchObject({ state: "down" })
      there.breaks(null)
      expect(yield* verdict(source, "https://good.test/")).toBe("not listed")
      expect(yield* source.status).toMatchObject({ state: "live", problem: null })
    }))
  })

  it("knows of a wrong key before anybody asks, and of its end as well", () => {
    const there = world()
    there.breaks(httpFailure({ status: 403, message: "vendor.test answered 403." }))
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode: "no-storage" })
      expect(yield* source.status).toMatchObject({ state: "down", problem: "vendor.test answered 403." })
      there.breaks(null)
      yield* pass(60_000, 4)
      expect(yield* source.status).toMatchObject({ state: "live", problem: null })
    }))
  })
})

describe.each(["local", "real-time", "no-storage"] as const)("whatever the mode, here %s", (mode) => {
  it("no private host is asked about, and it needs no vendor", () => {
    const there = world()
    there.breaks(httpFailure())
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode })
      there.asked.length = 0
      for (const url of ["http://10.0.0.7/x", "http://wiki/", "http://a.internal/?secret", "http://[fd00::1]/"]) {
        expect(yield* verdict(source, url)).toBe("not listed")
      }
      expect(there.asked).toEqual([])
    }))
  })

  it("nothing leaves the house but four bytes of a digest", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode })
      yield* verdict(source, "https://user:password@phish.test/login?token=1#part")
      const told = there.asked.map(({ href }) => href).join()
      expect(told).not.toMatch(/phish|login|token|password|secret/)
      const prefix = Buffer.from(digestOf("phish.test/login").subarray(0, 4)).toString("base64url")
      expect(told).toContain(`hashPrefixes=${prefix}%3D%3D&`)
      expect(new Set(there.asked.flatMap(({ searchParams }) => [...searchParams.keys()]))).toEqual(
        new Set([
          ...mode === "no-storage"
            ? []
            : ["names", "sizeConstraints.maxUpdateEntries", "sizeConstraints.maxDatabaseEntries"],
          "alt",
          "hashPrefixes"
        ])
      )
    }))
  })
})
