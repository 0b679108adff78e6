import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { webRiskListsDefault } from "../../../../adapters/webrisk/google/ThreatLists.ts"
import { breakerOpenMillis, consecutiveFailuresMax } from "../../../../adapters/webrisk/google/VendorClient.ts"
import type { Http } from "../../../../adapters/webrisk/http/Http.ts"
import { parseLookup } from "../../../../adapters/webrisk/lookup/LookupResult.ts"
import { ListedCache, webRiskLookup } from "../../../../adapters/webrisk/lookup/WebRiskLookup.ts"
import { WebRiskInMemory } from "../../../fakes/WebRiskInMemory.ts"
import { bad, checkText, good, keysOf, minutes } from "../update/World.ts"

const world = Effect.gen(function*() {
  const fake = new WebRiskInMemory()
  fake.data.add("SOCIAL_ENGINEERING", "evil.example/login.html")
  return { fake, source: yield* webRiskLookup({ vendor: fake.vendor }) }
})

const uris = (fake: WebRiskInMemory) =>
  fake.requestsOfMethod("uris:search").map(({ searchParams }) => searchParams.get("uri"))

describe("Web Risk Lookup API", () => {
  it.effect("returns the vendor's verdict for a URL", () =>
    Effect.gen(function*() {
      const { fake, source } = yield* world
      expect([yield* checkText(source, bad), yield* checkText(source, good)]).toEqual(["phishing", "not listed"])
      expect((yield* source.source.check(keysOf(bad))).threat)
        .toEqual({ source: "web-risk", type: "phishing", expression: "evil.example/login.html" })
      const [asked] = fake.requestsOfMethod("uris:search")
      expect(asked!.searchParams.getAll("threatTypes")).toEqual(webRiskListsDefault)
      expect(asked!.href).not.toContain("nobody-must-see")
    }))

  it.effect("sends no user info, port or fragment", () =>
    Effect.gen(function*() {
      const { fake, source } = yield* world
      yield* checkText(source, "https://ann:secret@Good.example:8443/a/../b?q=1#token")
      expect(uris(fake)).toEqual(["https://good.example/b?q=1"])
    }))

  it.effect("sends each interpretation of an ambiguous URL", () =>
    Effect.gen(function*() {
      const { fake, source } = yield* world
      fake.data.add("MALWARE", "evil.example/")
      expect(yield* checkText(source, "http://good.example\\@evil.example/")).toBe("malware")
      expect(uris(fake).length).toBeGreaterThan(1)
    }))

  it.effect.each(["http://localhost/", "http://10.1.2.3/", "http://[::1]/", "http://wiki.corp/x", "http://nas/"])(
    "never sends %s",
    (url) =>
      Effect.gen(function*() {
        const { fake, source } = yield* world
        expect(yield* checkText(source, url)).toBe("not listed")
        expect(fake.requests).toEqual([])
      })
  )

  it.effect("caches a listing until it expires, but caches no unlisted URL", () =>
    Effect.gen(function*() {
      const { fake, source } = yield* world
      for (let times = 0; times < 3; times++) {
        yield* checkText(source, bad)
        yield* checkText(source, good)
      }
      expect(uris(fake)).toEqual([bad, good, good, good])
      yield* TestClock.adjust(5 * minutes)
      yield* checkText(source, bad)
      expect(uris(fake).length).toBe(5)
    }))

  it.effect("sends one request for concurrent lookups of the same URL", () =>
    Effect.gen(function*() {
      const { fake, source } = yield* world
      yield* Effect.all([checkText(source, good), checkText(source, good), checkText(source, good)], { concurrency: 3 })
      expect(uris(fake).length).toBe(1)
    }))

  it.effect("is unavailable if the vendor fails, but still returns cached listings", () =>
    Effect.gen(function*() {
      const { fake, source } = yield* world
      yield* checkText(source, bad)
      fake.faults.set("uris:search", { status: 403, message: "Web Risk API has not been used in project 7." })
      expect(yield* checkText(source, good)).toBe("unavailable: web-risk did not answer.")
      expect(yield* checkText(source, bad)).toBe("phishing")
      expect(yield* source.source.status).toMatchObject({
        state: "live",
        problem: expect.stringMatching(/answered 403: Web Risk API has not been used/)
      })
      for (let times = 1; times < consecutiveFailuresMax; times++) yield* checkText(source, good)
      expect(yield* source.source.status).toMatchObject({ state: "down" })
      fake.faults.clear()
      const requestCount = uris(fake).length
      expect(yield* checkText(source, good)).toContain("is paused")
      expect(uris(fake).length).toBe(requestCount)
      yield* TestClock.adjust(breakerOpenMillis)
      expect(yield* checkText(source, good)).toBe("not listed")
      expect(yield* source.source.status).toMatchObject({ state: "live", problem: null, kind: "web-risk-lookup" })
    }))

  it.effect("still answers other lookups while the vendor repeatedly rejects one of them", () =>
    Effect.gen(function*() {
      const { fake, source } = yield* world
      fake.faults.set("uris:search", { status: 400, message: "Invalid value at 'uri'." })
      for (let times = 0; times < consecutiveFailuresMax * 2; times++) {
        expect(yield* checkText(source, `http://odd.example/${times}`)).toContain("unavailable")
      }
      fake.faults.clear()
      expect(yield* checkText(source, good)).toBe("not listed")
    }))

  it.effect.each(
    [
      ["succeeds", null, "not listed"],
      ["fails without Retry-After", { status: 500 }, "unavailable"]
    ] as const
  )("keeps and explains a pause if a request in flight then %s", ([, fault, result]) =>
    Effect.gen(function*() {
      const [slow, fake] = [new WebRiskInMemory(), new WebRiskInMemory()]
      const http: Http = (request) =>
        request.url.searchParams.get("uri") === good
          ? Effect.andThen(Effect.sleep(100), slow.vendor.http(request))
          : fake.vendor.http(request)
      const source = yield* webRiskLookup({ vendor: { ...fake.vendor, http } })
      slow.setFault(fault)
      fake.setFault({ status: 429, retryAfterMillis: 60_000 })
      const inFlight = yield* Effect.forkChild(checkText(source, good))
      yield* TestClock.adjust(1)
      expect(yield* checkText(source, bad)).toContain("unavailable")
      yield* TestClock.adjust(200)
      expect(yield* Fiber.join(inFlight)).toContain(result)
      expect(yield* source.source.status).toMatchObject({ state: "down", problem: expect.stringContaining("answered") })
      fake.setFault(null)
      expect(yield* checkText(source, bad)).toContain("asked for no requests")
      yield* TestClock.adjust(60_000)
      expect(yield* checkText(source, bad)).toBe("not listed")
      expect(yield* source.source.status).toMatchObject({ state: "live", problem: null })
    }))

  it.effect.each([`{"threat":[]}`, "[]", "7", "<html>", ""])(
    "rejects the response %j",
    (body) =>
      Effect.gen(function*() {
        const { fake, source } = yield* world
        fake.faults.set("uris:search", { body })
        expect(yield* checkText(source, good)).toContain("unavailable")
      })
  )
})

describe("uris:search response", () => {
  const read = (json: unknown) => parseLookup(json, webRiskListsDefault)

  it("is a listing with its expiration time, or no listing", () => {
    const threat = { threatTypes: ["SOCIAL_ENGINEERING"], expireTime: "2026-01-01T00:05:00.000000000Z" }
    expect(read({ threat })).toEqual({ type: "phishing", expiresAt: Date.UTC(2026, 0, 1, 0, 5) })
    expect(read({})).toEqual({ type: null, expiresAt: 0 })
    expect(read({ threat: { threatTypes: ["SOMETHING_NEW"] } })).toEqual({ type: null, expiresAt: 0 })
    expect(read({ threat: { threatTypes: ["SOMETHING_NEW", "MALWARE"] } })).toEqual({ type: "malware", expiresAt: 0 })
  })
})

describe("cached listings", () => {
  it("are limited in number, with the least recently used evicted first and expired ones removed", () => {
    const cache = new ListedCache<number>(2)
    cache.set("a", 1, 100, 0)
    cache.set("b", 2, 100, 0)
    expect(cache.get("a", 50)).toBe(1)
    cache.set("c", 3, 100, 50)
    expect(["a", "b", "c"].map((key) => cache.get(key, 99))).toEqual([1, null, 3])
    expect(cache.get("a", 100)).toBeNull()
    cache.set("c", 4, 50, 60)
    expect(cache.get("c", 60)).toBeNull()
    cache.set("d", 5, Infinity, 0)
    expect(cache.get("d", 24 * 60 * minutes)).toBeNull()
  })
})
