import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { publicSuffixes } from "../../../../adapters/lists/PublicSuffixesTldts.ts"
import { combineSources } from "../../../../adapters/webrisk/CombineSources.ts"
import { suspicionsMax } from "../../../../adapters/webrisk/google/ListUpdates.ts"
import type { Http } from "../../../../adapters/webrisk/http/Http.ts"
import type { InMemoryFault } from "../../../fakes/WebRiskInMemory.ts"
import type { DiffFault } from "../../../fakes/WebRiskVendor.ts"
import { bad, checkText, good, hours, keysOf, minutes, pass, started, stateOf, world } from "./World.ts"

const diff = "threatLists:computeDiff"

const faults: ReadonlyArray<readonly [string, InMemoryFault]> = [
  ["nobody is reached", "unreached"],
  ["nothing comes", "slow"],
  ["the key is wrong", { status: 400, message: "API key not valid. Please pass a valid API key." }],
  ["the API is not enabled", { status: 403, message: "Web Risk API has not been used in project 7" }],
  ["there is no such page", { status: 404 }],
  ["there are too many questions", { status: 429, retryAfterMillis: 2 * hours }],
  ["the vendor fails", { status: 500 }],
  ["the vendor is down", { status: 503 }],
  ["the answer is truncated", { body: `{"responseType":"RESET","checksum":{"sha` }],
  ["the answer is a page", { body: "<!doctype html><title>Welcome</title>" }],
  ["the answer is empty", { body: "" }],
  ["the answer is an empty object", { body: "{}" }]
]

const diffFaults: ReadonlyArray<DiffFault> = [
  "wrong checksum",
  "no checksum",
  "unknown response type",
  "indices out of range",
  "reset with removals",
  "bad base64",
  "bad rice",
  "no entries"
]

const two = { lists: ["MALWARE", "SOCIAL_ENGINEERING"] } as const

describe("failed updates", () => {
  it.effect.each(faults)(
    "leave the lists unchanged if %s, and miss nothing later",
    ([, fault]) =>
      Effect.gen(function*() {
        const { fake, folder } = yield* world
        const source = yield* started({ fake, folder }, two)
        fake.faults.set(diff, fault)
        fake.data.add("MALWARE", "new.example/")
        yield* pass(50 * minutes)
        expect([yield* checkText(source, bad), yield* checkText(source, good)]).toEqual(["phishing", "not listed"])
        const { problem } = yield* source.source.status
        expect(problem).toMatch(/\.$|project 7$/)
        expect(problem).not.toContain("nobody-must-see")
        fake.faults.clear()
        yield* pass(3 * hours, hours)
        expect(yield* checkText(source, "http://new.example/")).toBe("malware")
        expect(yield* source.source.status).toMatchObject({ state: "live", problem: null })
      })
  )

  it.effect.each(diffFaults)("leave the lists unchanged if the response has %s", (fault) =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      const source = yield* started({ fake, folder }, two)
      fake.data.diffFault = fault
      fake.data.add("MALWARE", "new.example/")
      yield* pass(40 * minutes)
      expect([yield* checkText(source, bad), yield* checkText(source, good)]).toEqual(["phishing", "not listed"])
      expect((yield* source.source.status).problem).toContain(`for MALWARE`)
      fake.data.diffFault = null
      yield* pass(3 * hours, hours)
      expect(yield* checkText(source, "http://new.example/")).toBe("malware")
      expect(yield* source.source.status).toMatchObject({ state: "live", problem: null })
    }))

  it.effect("request the full list at once if a change does not apply", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      yield* started({ fake, folder }, { lists: ["MALWARE"] })
      fake.data.diffFault = "indices out of range"
      fake.requests.length = 0
      yield* pass(31 * minutes)
      const versions = fake.requestsOfMethod(diff).map(({ searchParams }) => searchParams.has("versionToken"))
      expect(versions).toEqual([true, false])
    }))

  it.effect("request the full list if the vendor does not know the version", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      const source = yield* started({ fake, folder }, two)
      fake.data.refusesVersions = true
      fake.data.add("MALWARE", "new.example/")
      yield* pass(31 * minutes)
      expect(yield* checkText(source, "http://new.example/")).toBe("malware")
      expect(yield* source.source.status).toMatchObject({ state: "live", problem: null })
    }))
})

describe("a vendor that is down for more than a day", () => {
  it.effect("makes verdicts stale, then unavailable, until it recovers", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      const source = yield* started({ fake, folder })
      const whole = combineSources([source], publicSuffixes)
      const check = (url: string) => Effect.result(whole.check(keysOf(url).url))
      fake.faults.set(diff, { status: 503 })

      yield* pass(2 * hours)
      expect([yield* checkText(source, good), yield* checkText(source, bad)]).toEqual([
        "not listed, stale",
        "phishing, stale"
      ])
      expect(yield* check(good)).toMatchObject({ success: { threat: null, stale: ["web-risk"] } })

      yield* pass(21.5 * hours, hours / 2)
      expect(yield* stateOf(source)).toBe("stale")
      yield* pass(hours, hours / 2)
      expect(yield* stateOf(source)).toBe("down")
      expect(yield* checkText(source, good)).toMatch(
        "unavailable: web-risk has no recent MALWARE list."
      )
      expect(yield* check(good)).toMatchObject({ failure: { _tag: "WebRiskUnavailable", source: "web-risk" } })
      expect(yield* checkText(source, bad), "what the vendor confirms now is listed, however old the list").toBe(
        "phishing"
      )

      fake.faults.clear()
      yield* pass(25 * hours, 5 * hours)
      expect(yield* stateOf(source)).toBe("live")
      expect(yield* checkText(source, good)).toBe("not listed")
    }))

  it.effect("is unavailable from the start without stored lists", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      fake.setFault("unreached")
      const source = yield* started({ fake, folder })
      expect(yield* checkText(source, good)).toMatch(/^unavailable: web-risk has no recent MALWARE list/)
      expect(yield* checkText(source, "http://printer.lan/"), "nobody outside could say anything of it").toBe(
        "not listed"
      )
      expect(yield* source.source.status).toMatchObject({ state: "down", entries: 0, updatedAt: null })
      fake.setFault(null)
      yield* pass(minutes, 5_000)
      expect(yield* checkText(source, good), "it is asked again within seconds").toBe("not listed")
    }))

  it.effect("is unavailable if one of several lists is missing, because the URL could be on it", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      const http: Http = (request) =>
        request.url.searchParams.get("threatType") === "UNWANTED_SOFTWARE" ? Effect.never : fake.vendor.http(request)
      const source = yield* started({ fake, folder }, { vendor: { ...fake.vendor, http } })
      expect(yield* checkText(source, good)).toMatch(/^unavailable: .* UNWANTED_SOFTWARE /)
      expect(yield* checkText(source, bad)).toBe("phishing")
      expect(yield* source.source.status).toMatchObject({ state: "down", updatedAt: null })
    }))
})

describe("a list that shrinks", () => {
  const many = Array.from({ length: 3_000 }, (_, at) => (0x20000000 + at * 65_537).toString(16))

  it.effect.each(["to nothing", "to less than half"])(
    "%s is trusted after repeated confirmation",
    (how) =>
      Effect.gen(function*() {
        const { fake, folder } = yield* world
        fake.data.setPrefixes("MALWARE", many)
        fake.data.add("MALWARE", "worse.example/")
        const source = yield* started({ fake, folder }, { lists: ["MALWARE"] })
        const before = (yield* source.source.status).entries
        fake.data.clear("MALWARE")
        if (how !== "to nothing") fake.data.setPrefixes("MALWARE", many.slice(0, 1_000))
        fake.requests.length = 0
        while (fake.requestsOfMethod(diff).length < suspicionsMax) {
          expect((yield* source.source.status).entries).toBe(before)
          expect(yield* checkText(source, "http://worse.example/")).toMatch(/^malware/)
          yield* pass(5 * minutes)
          if (fake.requestsOfMethod(diff).length < suspicionsMax && fake.requestsOfMethod(diff).length > 0) {
            expect((yield* source.source.status).problem).toContain(
              "a drop this large is accepted after 3 identical responses"
            )
          }
        }
        expect((yield* source.source.status).entries).toBe(how === "to nothing" ? 0 : 1_000)
        expect(yield* source.source.status).toMatchObject({ state: "live", problem: null })
      })
  )

  it.effect("and recovers keeps its entries, and the count of confirmations starts again", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      fake.data.setPrefixes("MALWARE", many)
      const source = yield* started({ fake, folder }, { lists: ["MALWARE"] })
      const before = (yield* source.source.status).entries
      for (let round = 0; round < 2; round++) {
        fake.data.diffFault = "no entries"
        fake.requests.length = 0
        while (fake.requestsOfMethod(diff).length < suspicionsMax - 1) yield* pass(5 * minutes)
        expect((yield* source.source.status).entries).toBe(before)
        fake.data.diffFault = null
        yield* pass(3 * hours, hours)
        expect(yield* source.source.status).toMatchObject({ entries: before, state: "live", problem: null })
      }
    }))

  it.effect("is reported if it is empty from the start", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      fake.data.diffFault = "no entries"
      const source = yield* started({ fake, folder })
      expect(yield* checkText(source, good)).toContain("unavailable")
      expect((yield* source.source.status).problem).toContain("has 0 entries, after 0; ")
    }))
})

describe("stored lists", () => {
  const restart = Effect.fnUntraced(function*(change: (path: string) => void) {
    const { fake, folder } = yield* world
    const scope = yield* Scope.make()
    yield* started({ fake, folder }).pipe(Effect.provideService(Scope.Scope, scope))
    yield* Scope.close(scope, Exit.void)
    for (const name of readdirSync(folder)) change(join(folder, name))
    fake.requests.length = 0
    const source = yield* started({ fake, folder })
    return {
      fake,
      source,
      whole: fake.requestsOfMethod(diff).filter(({ searchParams }) => !searchParams.has("versionToken"))
    }
  })

  const flip = (path: string, at: (length: number) => number) => {
    const bytes = new Uint8Array(readFileSync(path))
    writeFileSync(path, bytes.with(at(bytes.length), bytes[at(bytes.length)]! ^ 1))
  }

  it.effect.each([
    { told: "truncated", change: (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -100)) },
    { told: "damaged", change: (path: string) => flip(path, (length) => length - 1_000) },
    { told: "of another format", change: (path: string) => flip(path, () => 16) },
    { told: "something else", change: (path: string) => writeFileSync(path, "lists") }
  ])("that are $told are ignored, and fetched again at once", ({ change }) =>
    Effect.gen(function*() {
      const { source, whole } = yield* restart(change)
      expect(whole.length).toBe(3)
      expect([yield* checkText(source, bad), yield* checkText(source, good)]).toEqual(["phishing", "not listed"])
    }))

  it.effect("of another vendor are ignored", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      yield* started({ fake, folder })
      fake.requests.length = 0
      yield* started({ fake, folder }, { vendor: { ...fake.vendor, url: "https://other.example" } })
      expect(fake.requestsOfMethod(diff).map(({ host, searchParams }) => [host, searchParams.has("versionToken")]))
        .toEqual(Array.from({ length: 3 }, () => ["other.example", false]))
    }))

  it.effect("that are too old are not used, and are fetched at once", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      const scope = yield* Scope.make()
      yield* started({ fake, folder }).pipe(Effect.provideService(Scope.Scope, scope))
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust(25 * hours)
      fake.faults.set(diff, { status: 500 })
      const source = yield* started({ fake, folder })
      expect(yield* checkText(source, good)).toContain("unavailable")
      expect(fake.requestsOfMethod(diff).length).toBe(6)
    }))

  it.effect("are optional: a storage failure is reported and lookups continue", () =>
    Effect.gen(function*() {
      const { fake, folder } = yield* world
      writeFileSync(join(folder, "file"), "")
      const source = yield* started({ fake, folder: join(folder, "file") })
      expect([yield* checkText(source, bad), yield* checkText(source, good)]).toEqual(["phishing", "not listed"])
      expect(yield* source.source.status).toMatchObject({
        state: "live",
        problem: expect.stringContaining("cannot be written")
      })
    }))
})
