import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { popularDomainsOf } from "../../../adapters/lists/PopularDomainsMemory.ts"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import * as BlocklistMemory from "../../../adapters/storage/memory/BlocklistMemory.ts"
import * as SubmissionsMemory from "../../../adapters/storage/memory/SubmissionsMemory.ts"
import { Submissions } from "../../../core/submissions/Submissions.ts"
import { sourcesMillisMax, submitPhishingLink } from "../../../core/submissions/SubmitPhishingLink.ts"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import { type UrlRisk, WebRisk, WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { PopularDomains } from "../../../core/urls/PopularDomains.ts"
import { PublicSuffixes } from "../../../core/urls/PublicSuffixes.ts"
import { operatorEntry } from "../../contracts/kit/BlocklistEntries.ts"

const unlisted: UrlRisk = { threat: null, observed: [], stale: [] }
const phishing = { source: "feed", type: "phishing", expression: "x/" } as const
const observed = { source: "trial", type: "unknown", expression: "x/" } as const

let callCount = 0
let says: Effect.Effect<UrlRisk, WebRiskUnavailable> = Effect.succeed(unlisted)

const layer = Layer.mergeAll(
  BlocklistMemory.layer,
  SubmissionsMemory.layer,
  Layer.succeed(PublicSuffixes, publicSuffixes),
  Layer.succeed(PopularDomains, popularDomainsOf(["visited.com"])),
  Layer.succeed(WebRisk, {
    check: () => Effect.suspend(() => (callCount++, says)),
    status: Effect.succeed([])
  }),
  TestClock.layer()
)

const run = <A>(effect: Effect.Effect<A, unknown, any>, answer = Effect.succeed(unlisted)) => {
  callCount = 0
  says = answer
  return Effect.runPromise(Effect.provide(effect, layer) as Effect.Effect<A>)
}

const reasonsOf = (url: string, answer?: typeof says) =>
  run(Effect.map(submitPhishingLink(url, "acc"), ({ triageReasons }) => triageReasons), answer as never)

const codesOf = async (url: string) => (await reasonsOf(url)).map(({ code }) => code)

describe("a reported link", () => {
  it("is one submission in any spelling, with one lookup in the sources", () =>
    run(Effect.gen(function*() {
      const spellings = [
        "https://Secure-Login.bad.example:443/a/../b",
        "http://user@secure-login.bad.example/b#x",
        "https://secure-login.BAD.example./%62"
      ]
      const made = yield* Effect.forEach(spellings, (url, at) => submitPhishingLink(url, `account ${at}`))
      expect(made.map(({ id }) => id)).toEqual([1, 1, 1])
      expect(made[2]).toMatchObject({ url: spellings[0], accountId: "account 0", state: "pending" })
      expect((yield* submitPhishingLink("https://secure-login.bad.example/b?c", "acc")).id).toBe(2)
      expect(yield* (yield* Submissions).list({ limit: 9 })).toHaveLength(2)
      expect(callCount).toBe(2)
    })))

  it.each<readonly [string, ReadonlyArray<string>]>([
    ["https://plain.example.com/", []],
    ["http://192.0.2.7/", ["IP_HOST"]],
    ["https://paypal.com@bad.example.com/", ["USER_INFO"]],
    ["https://bad.example.com:8443/", ["PORT"]],
    ["https://bit.ly/abc", ["SHORTENER"]],
    ["https://docs.google.com/forms/d/1", ["SHARED_HOST"]],
    ["https://visited.com/x", ["POPULAR_DOMAIN"]],
    ["https://a.nosuchtoplevel/x", ["UNKNOWN_TOP_LEVEL"]],
    ["https://a.b.c.d.example.com/", ["MANY_SUBDOMAINS"]]
  ])("%s has the signals %j", async (url, codes) => expect((await codesOf(url)).toSorted()).toEqual(codes))

  it("that looks like a brand contains the brand and the rule", async () => {
    const reasons = await reasonsOf("https://paypal-login.example.com.bad-host.top/")
    expect(reasons).toContainEqual({
      code: "BRAND_LOOKALIKE",
      message: expect.stringMatching(/^It looks like PayPal \([a-z ]+\): /)
    })
  })

  it("on lists contains the sources, including observe-only ones", async () => {
    const listed: UrlRisk = { threat: phishing, observed: [observed], stale: [] }
    expect(await reasonsOf("https://plain.example.com/", Effect.succeed(listed))).toEqual([
      { code: "ALREADY_LISTED", message: "Already listed by feed (phishing), trial." }
    ])
  })

  it("that a blocklist entry decides contains the entry", () =>
    run(Effect.gen(function*() {
      const blocklist = yield* Blocklist
      yield* blocklist.put(operatorEntry("domain", "blocked.com"))
      yield* blocklist.put(operatorEntry("domain", "allowed.com", { action: "allow" }))
      const reasons = (url: string) => Effect.map(submitPhishingLink(url, "acc"), (made) => made.triageReasons)
      expect(yield* reasons("https://blocked.com/")).toEqual([
        { code: "ALREADY_LISTED", message: "Already listed by blocklist entry 1, domain blocked.com." }
      ])
      expect(yield* reasons("https://allowed.com/")).toEqual([
        { code: "ALLOWED", message: "The blocklist allows it: blocklist entry 2, domain allowed.com." }
      ])
    })))

  it("is accepted if a source is down, with that source marked unknown", async () => {
    const down = Effect.fail(new WebRiskUnavailable({ source: "provider", message: "provider did not answer." }))
    expect(await reasonsOf("https://plain.example.com/", down)).toEqual([
      { code: "LISTING_UNKNOWN", message: "Not all threat sources could be checked: provider did not answer." }
    ])
  })

  it("waits for the sources for a limited time", () =>
    run(
      Effect.gen(function*() {
        const fiber = yield* Effect.forkChild(submitPhishingLink("https://plain.example.com/", "acc"))
        yield* TestClock.adjust(sourcesMillisMax)
        const { triageReasons } = yield* Fiber.join(fiber)
        expect(triageReasons).toMatchObject([{ code: "LISTING_UNKNOWN" }])
      }),
      Effect.never as never
    ))

  it.each(["", "nonsense", "javascript:alert(1)", "ftp://x.example/"])("cannot be %j", async (url) => {
    expect(await run(Effect.flip(submitPhishingLink(url, "acc")))).toMatchObject({ _tag: "InvalidUrl" })
  })
})
