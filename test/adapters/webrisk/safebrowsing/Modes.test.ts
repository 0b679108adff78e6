import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { updateFreshMillis } from "../../../../adapters/webrisk/google/ListUpdates.ts"
import { digestOf } from "../../../../adapters/webrisk/UrlKeys.ts"
import { malware, phishing } from "../../../fakes/SafeBrowsingVendor.ts"
import { httpFailure, keysOf, pass, verdict, World } from "./World.ts"

const worlds: Array<World> = []
afterAll(() => worlds.forEach((world) => world.close()))

/**
 * Creates a vendor with two dangerous pages on its lists. It also has a page that only a search finds, and a host that
 * is likely safe.
 */
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

/** Removes the initial requests, such as the probe, from the record. */
const forgetSearches = (there: World) => there.asked.splice(0)

describe("local mode", () => {
  it("sends only prefixes that are on a list", () => {
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

  it("returns not listed for a prefix match that the vendor does not confirm", () => {
    const there = world()
    there.vendor.put("mw-4b", "lookalike.test/")
    return there.run(Effect.gen(function*() {
      const source = yield* there.source()
      expect(yield* verdict(source, "http://lookalike.test/")).toBe("not listed")
      expect(searches(there)).toEqual([1])
    }))
  })

  it("is unavailable for a listed prefix if the vendor fails; Google's procedure returns SAFE", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source()
      there.failing.search = httpFailure()
      expect(yield* verdict(source, "https://bad.test/")).toBe(noAnswer)
      expect(yield* verdict(source, "https://good.test/")).toBe("not listed")
      expect(yield* source.status).toMatchObject({ state: "live", problem: "vendor.test answered 503." })
    }))
  })

  it("is unavailable before its lists are loaded", () => {
    const there = world()
    there.breaks(httpFailure({ message: "vendor.test answered 403." }))
    return there.run(Effect.gen(function*() {
      const source = yield* there.source()
      expect(yield* verdict(source, "https://good.test/"))
        .toBe("unavailable: safe-browsing has no recent lists.")
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

  it("blocks mobile-only threats if configured", () => {
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
  it("sends everything that is not likely safe, and likely safe URLs only if they are on a list", () => {
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

  it("also sends a URL that another parser can read differently from a likely safe one", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode: "real-time" })
      expect(yield* verdict(source, "http://new.test\\\\@known.test/")).toBe("phishing")
    }))
  })

  it("falls back to recent lists if the vendor fails and reports it, but is unavailable for a listed prefix", () => {
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

  it("uses cached results for listed prefixes", () => {
    const there = world()
    there.vendor.put("mw-4b", "harmless.test/")
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode: "real-time" })
      expect(yield* verdict(source, "https://harmless.test/")).toBe("not listed")
      there.failing.search = httpFailure()
      expect(yield* verdict(source, "https://harmless.test/other")).toBe("not listed, stale")
    }))
  })

  it("is unavailable if both vendor and lists fail", () => {
    const there = world()
    there.breaks(httpFailure())
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode: "real-time" })
      expect(yield* verdict(source, "https://good.test/")).toBe(noAnswer)
      expect(yield* source.status).toMatchObject({ state: "down" })
    }))
  })

  it("relies on the vendor alone without lists, and sends every URL", () => {
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

  it("trusts the likely safe list only while the lists are fresh", () => {
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
  it("sends everything and stores only cached results", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode: "no-storage" })
      expect(there.askedFor("batchGet")).toEqual([])
      expect(yield* verdict(source, "https://bad.test/")).toBe("malware")
      expect(yield* verdict(source, "https://known.test/")).toBe("not listed")
      expect(yield* source.status).toMatchObject({ state: "live", entries: 0, updatedAt: new Date(0) })
    }))
  })

  it("is unavailable if the vendor fails; Google's procedure returns SAFE", () => {
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

  it("detects an invalid key before the first lookup, and also its correction", () => {
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

describe.each(["local", "real-time", "no-storage"] as const)("every mode, here %s", (mode) => {
  it("never sends a private host, and needs no vendor for it", () => {
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

  it("sends nothing but four bytes of a digest", () => {
    const there = world()
    return there.run(Effect.gen(function*() {
      const source = yield* there.source({ mode })
      yield* verdict(source, "https://user:password@phish.test/login?token=1#part")
      const requestedUrls = there.asked.map(({ href }) => href).join()
      expect(requestedUrls).not.toMatch(/phish|login|token|password|secret/)
      const prefix = Buffer.from(digestOf("phish.test/login").subarray(0, 4)).toString("base64url")
      expect(requestedUrls).toContain(`hashPrefixes=${prefix}%3D%3D&`)
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
