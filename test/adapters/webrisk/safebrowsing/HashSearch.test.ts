import { Effect, Redacted } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { requestPauseMillisMax } from "../../../../adapters/webrisk/google/VendorClient.ts"
import { type HashSearch, makeHashSearch } from "../../../../adapters/webrisk/safebrowsing/HashSearch.ts"
import { threatTypesBlocked } from "../../../../adapters/webrisk/safebrowsing/Lists.ts"
import { digestOf } from "../../../../adapters/webrisk/UrlKeys.ts"
import { digestHex, malware, phishing } from "../../../fakes/SafeBrowsingVendor.ts"
import { fromHex } from "../../../support/Bytes.ts"
import { httpFailure, pass, World } from "./World.ts"

const world = new World()
afterAll(() => world.close())

const searching = (types = threatTypesBlocked) => {
  world.asked.length = 0
  world.breaks(null)
  world.vendor.cacheSeconds = 300
  world.vendor.extra.length = 0
  return makeHashSearch({ name: "sb", url: "https://vendor.test", key: Redacted.make("k"), http: world.http }, types)
}

const all = () => true
const keysOf = (...expressions: ReadonlyArray<string>) =>
  expressions.map((expression) => ({ expression, digest: digestOf(expression) }))

const find = (search: HashSearch, ...expressions: ReadonlyArray<string>) =>
  search.find(keysOf(...expressions), all).pipe(
    Effect.map((found) => found === null ? "nothing" : `${found.expression} ${found.type}`),
    Effect.catch(({ message }) => Effect.succeed(message))
  )

const questions = () => world.askedFor("search").length
const prefixesOf = (at: number) => world.askedFor("search")[at]!.searchParams.getAll("hashPrefixes")

world.vendor.confirm("bad.test/", malware)
world.vendor.confirm("phish.test/", phishing)
world.vendor.confirm("both.test/", [{ type: 2 }, { type: 1 }])
world.vendor.confirm("canary.test/", [{ type: 1, attributes: [1] }])
world.vendor.confirm("frame.test/", [{ type: 2, attributes: [2] }])
world.vendor.confirm("new.test/", [{ type: 99 }, { type: 1, attributes: [99] }])
world.vendor.confirm("android.test/", [{ type: 4 }])

describe("a hash search", () => {
  it("returns the worst listing, and ignores canary, frame-only and unknown types", () =>
    world.run(Effect.gen(function*() {
      const search = yield* searching()
      expect(yield* find(search, "phish.test/", "bad.test/")).toBe("bad.test/ malware")
      expect(yield* find(search, "both.test/")).toBe("both.test/ malware")
      for (const other of ["canary.test/", "frame.test/", "new.test/", "android.test/", "good.test/"]) {
        expect(yield* find(search, other)).toBe("nothing")
      }
      expect(yield* find(yield* searching([...threatTypesBlocked, "harmful-application"]), "android.test/"))
        .toBe("android.test/ harmful-application")
    })))

  it("sends unique four-byte prefixes, at most thirty per request, and none that must not be sent", () =>
    world.run(Effect.gen(function*() {
      const search = yield* searching()
      const many = keysOf(...Array.from({ length: 65 }, (_, at) => `${at}.test/`))
      expect(yield* search.find([...many, ...many], all)).toBe(null)
      expect([0, 1, 2].map((at) => prefixesOf(at).length)).toEqual([30, 30, 5])
      expect(
        world.asked.every(({ searchParams }) =>
          searchParams.getAll("hashPrefixes").every((text) => Buffer.from(text, "base64url").length === 4)
        )
      ).toBe(true)
      expect(yield* search.find(keysOf("never.test/"), () => false)).toBe(null)
      expect(questions()).toBe(3)
    })))

  it("caches the result of each prefix until it expires, even if nothing is listed", () =>
    world.run(Effect.gen(function*() {
      const search = yield* searching()
      yield* find(search, "bad.test/", "good.test/")
      expect(yield* find(search, "good.test/")).toBe("nothing")
      expect(yield* find(search, "bad.test/")).toBe("bad.test/ malware")
      // If a listing is known, further requests are unnecessary.
      expect(yield* find(search, "other.test/", "bad.test/")).toBe("bad.test/ malware")
      expect(questions()).toBe(1)
      yield* pass(299_999)
      expect(yield* find(search, "good.test/")).toBe("nothing")
      expect(questions()).toBe(1)
      yield* pass(1)
      expect(yield* find(search, "good.test/")).toBe("nothing")
      expect(yield* find(search, "bad.test/")).toBe("bad.test/ malware")
      expect(questions()).toBe(3)
    })))

  it("caches a result for at most a day, and not at all if the response says so", () =>
    world.run(Effect.gen(function*() {
      const search = yield* searching()
      world.vendor.cacheSeconds = 7 * 86_400
      yield* find(search, "good.test/")
      yield* pass(86_399_999)
      yield* find(search, "good.test/")
      expect(questions()).toBe(1)
      yield* pass(1)
      world.vendor.cacheSeconds = 0
      yield* find(search, "good.test/")
      yield* find(search, "good.test/")
      expect(questions()).toBe(3)
    })))

  it("finds another expression with the same prefix", () =>
    world.run(Effect.gen(function*() {
      const search = yield* searching()
      const digest = digestOf("shared.test/")
      const neighbor = Uint8Array.from(digest)
      neighbor[31]! ^= 1
      world.vendor.extra.push({ digest: neighbor, details: malware })
      expect(yield* find(search, "shared.test/")).toBe("nothing")
      expect(yield* search.find([{ expression: "neighbor.test/", digest: neighbor }], all))
        .toEqual({ expression: "neighbor.test/", type: "malware" })
      expect(questions()).toBe(1)
    })))

  it("ignores digests that were not requested", () =>
    world.run(Effect.gen(function*() {
      const search = yield* searching()
      world.vendor.extra.push({ digest: fromHex(digestHex("later.test/")), details: malware })
      expect(yield* find(search, "good.test/")).toBe("nothing")
      world.vendor.extra.length = 0
      expect(yield* find(search, "later.test/")).toBe("nothing")
      expect(questions()).toBe(2)
    })))

  it("is unavailable if the response is invalid, and is retried", () =>
    world.run(Effect.gen(function*() {
      const search = yield* searching()
      world.vendor.extra.push({ digest: fromHex("0102"), details: malware })
      expect(yield* find(search, "good.test/")).toBe("sb did not answer.")
      expect(yield* search.status).toEqual({
        answeredAt: null,
        isFailing: true,
        problem: "vendor.test/v5/hashes:search returned an invalid response."
      })
      world.vendor.extra.length = 0
      world.vendor.cacheSeconds = null
      expect(yield* find(search, "good.test/")).toBe("sb did not answer.")
      world.vendor.cacheSeconds = 60
      expect(yield* find(search, "good.test/")).toBe("nothing")
      expect(yield* search.status).toEqual({ answeredAt: 0, isFailing: false, problem: null })
    })))

  it("returns a listing even if another part of the request failed", () =>
    world.run(Effect.gen(function*() {
      const search = yield* searching()
      const many = Array.from({ length: 30 }, (_, at) => `${at}.test/`)
      world.failing.search = () => {
        world.failing.search = null
        return httpFailure()()
      }
      expect(yield* find(search, ...many, "bad.test/")).toBe("bad.test/ malware")
    })))

  it("respects the vendor's retry delay, up to an hour", () =>
    world.run(Effect.gen(function*() {
      const search = yield* searching()
      world.breaks(httpFailure({ status: 429, message: "vendor.test answered 429.", retryAfterMillis: 90_000 }))
      expect(yield* find(search, "good.test/")).toBe("sb did not answer.")
      world.breaks(null)
      yield* pass(30_000)
      expect(yield* find(search, "good.test/")).toBe("sb asked for no requests for another 60 seconds.")
      expect(questions()).toBe(1)
      yield* pass(60_000)
      expect(yield* find(search, "good.test/")).toBe("nothing")

      world.breaks(httpFailure({ status: 429, retryAfterMillis: 86_400_000 }))
      yield* find(search, "other.test/")
      world.breaks(null)
      yield* pass(requestPauseMillisMax)
      expect(yield* find(search, "other.test/")).toBe("nothing")
    })))
})
