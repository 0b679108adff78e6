import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { webRiskLists } from "../../../../adapters/webrisk/google/ThreatLists.ts"
import { vendorMillisMax } from "../../../../adapters/webrisk/google/VendorClient.ts"
import { digestHex } from "../../../fakes/WebRiskVendor.ts"
import { bad, checkText, good, hours, keysOf, minutes, pass, started, stateOf, world } from "./World.ts"

describe("Web Risk Update API", () => {
  it.effect("lists what the vendor confirms, and answers the rest without a request", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      const source = yield* started({ fake, folder })
      expect(yield* checkText(source, good)).toBe("not listed")
      expect(fake.requestsOfMethod("hashes:search")).toEqual([])
      expect(yield* checkText(source, `${bad}?id=7#top`)).toBe("phishing")
      const { threat } = yield* source.source.check(keysOf(bad))
      expect(threat).toEqual({ source: "web-risk", type: "phishing", expression: "evil.example/login.html" })
    }))

  it.effect("sends four bytes to the vendor, and neither the URL nor the key", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      const source = yield* started({ fake, folder })
      yield* checkText(source, bad)
      const [asked, ...more] = fake.requestsOfMethod("hashes:search")
      expect(more).toEqual([])
      expect(Buffer.from(asked!.searchParams.get("hashPrefix")!, "base64url").toString("hex"))
        .toBe(digestHex("evil.example/login.html").slice(0, 8))
      expect(asked!.searchParams.getAll("threatTypes")).toEqual(["MALWARE", "SOCIAL_ENGINEERING", "UNWANTED_SOFTWARE"])
      expect(fake.requests.map(({ url }) => url.href).join()).not.toMatch(/evil|nobody-must-see/)
    }))

  it.effect("sends one request per prefix, and another after the result expires", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      fake.data.setPrefixes("MALWARE", [digestHex("good.example/").slice(0, 8)])
      const source = yield* started({ fake, folder })
      for (const url of [bad, good]) {
        fake.requests.length = 0
        const expected = url === bad ? "phishing" : "not listed"
        const all = yield* Effect.all([checkText(source, url), checkText(source, url), checkText(source, url)], {
          concurrency: 3
        })
        expect([...all, yield* checkText(source, url)]).toEqual(Array.from({ length: 4 }, () => expected))
        expect(fake.requestsOfMethod("hashes:search").length).toBe(1)
        yield* TestClock.adjust(5 * minutes)
        yield* checkText(source, url)
        expect(fake.requestsOfMethod("hashes:search").length).toBe(2)
      }
    }))

  it.effect("sends the shortest prefix of an expression, each once", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      fake.data.add("MALWARE", "evil.example/login.html", 6)
      fake.data.add("UNWANTED_SOFTWARE", "evil.example/", 5)
      const source = yield* started({ fake, folder })
      // Malware is worse, but the first listed expression of the URL decides.
      expect(yield* checkText(source, bad)).toMatch(/^(?:malware|unwanted-software)$/)
      const sentRequests = fake.requestsOfMethod("hashes:search").map(({ searchParams }) =>
        searchParams.get("hashPrefix")!
      )
      expect(sentRequests.map((prefix) => Buffer.from(prefix, "base64url").length).toSorted()).toEqual([4, 5])
    }))

  it.effect("never sends private hosts", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      const inner = ["intranet.corp/", "192.168.1.10/", "localhost/", "printer.home.arpa/", "[fd00::1]/"]
      for (const expression of inner) fake.data.add("MALWARE", expression)
      const source = yield* started({ fake, folder })
      for (const expression of inner) expect(yield* checkText(source, `http://${expression}`)).toBe("not listed")
      expect(fake.requestsOfMethod("hashes:search")).toEqual([])
    }))

  it.effect("is unavailable if the vendor cannot confirm, and never returns not listed", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      const source = yield* started({ fake, folder })
      fake.faults.set("hashes:search", { status: 503, message: "The service is down." })
      const problem = Effect.map(source.source.status, (status) => status.problem)
      expect(yield* checkText(source, bad)).toBe("unavailable: web-risk did not answer.")
      expect(yield* checkText(source, good)).toBe("not listed")
      expect(yield* stateOf(source)).toBe("live")
      expect(yield* problem).toBe("vendor.example/v1/hashes:search answered 503: The service is down.")
      fake.faults.set("hashes:search", { body: `{"threats":7}` })
      expect(yield* checkText(source, bad)).toContain("unavailable")
      expect(yield* problem).toContain("returned an invalid response")
      fake.faults.set("hashes:search", { body: "<html>" })
      expect(yield* checkText(source, bad)).toContain("unavailable")
      expect(yield* problem).toContain("invalid JSON")
      fake.faults.clear()
      expect(yield* checkText(source, bad)).toBe("phishing")
      expect(yield* problem).toBeNull()
    }))

  it.effect("meets its deadline if the vendor does not respond, and respects the vendor's delay", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      const source = yield* started({ fake, folder })
      fake.faults.set("hashes:search", "slow")
      const waiting = yield* Effect.forkChild(checkText(source, bad))
      yield* TestClock.adjust(vendorMillisMax)
      expect(yield* Fiber.join(waiting)).toContain("unavailable")
      fake.faults.set("hashes:search", { status: 429, retryAfterMillis: 60_000 })
      yield* checkText(source, bad)
      const requestCount = fake.requestsOfMethod("hashes:search").length
      fake.faults.clear()
      expect(yield* checkText(source, bad)).toContain("asked for no requests for another 60 seconds")
      expect(fake.requestsOfMethod("hashes:search").length).toBe(requestCount)
      yield* TestClock.adjust(60_000)
      expect(yield* checkText(source, bad)).toBe("phishing")
    }))

  it.effect("includes the extended coverage only if configured", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      fake.data.add("SOCIAL_ENGINEERING_EXTENDED_COVERAGE", "perhaps.example/")
      expect(yield* checkText(yield* started({ fake, folder }), "http://perhaps.example/")).toBe("not listed")
      const wide = yield* started({ fake, folder }, { lists: webRiskLists })
      expect(yield* checkText(wide, "http://perhaps.example/")).toBe("phishing")
    }))

  it.effect("reports the number and age of its entries", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      yield* TestClock.setTime(7 * hours)
      const source = yield* started({ fake, folder })
      expect(yield* source.source.status).toMatchObject({
        name: "web-risk",
        kind: "web-risk-update",
        state: "live",
        entries: 151,
        updatedAt: new Date(7 * hours),
        problem: null
      })
      expect((yield* source.source.status).bytes).toBeGreaterThan(3 * 65_536)
    }))

  it.effect("starts from stored lists without a vendor, and fetches only changes", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      const scope = yield* Scope.make()
      yield* started({ fake, folder }).pipe(Effect.provideService(Scope.Scope, scope))
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust(10 * minutes)
      fake.requests.length = 0
      fake.faults.set("threatLists:computeDiff", "unreached")
      const source = yield* started({ fake, folder })
      expect([yield* checkText(source, bad), yield* checkText(source, good)]).toEqual(["phishing", "not listed"])
      expect(fake.requestsOfMethod("threatLists:computeDiff"), "within a minute, at random").toEqual([])
      fake.faults.clear()
      fake.data.add("MALWARE", "new.example/")
      yield* pass(5 * minutes, minutes / 2)
      const sentRequests = fake.requestsOfMethod("threatLists:computeDiff")
      expect(sentRequests.length).toBe(3)
      expect(sentRequests.every(({ searchParams }) => searchParams.has("versionToken"))).toBe(true)
      expect(yield* checkText(source, "http://new.example/")).toBe("malware")
      expect(yield* stateOf(source)).toBe("live")
    }))
})
