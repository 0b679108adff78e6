import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { linksFoundMax, linkTextCharsMax } from "../../../core/leads/links/LeadLinks.ts"
import type { Lead } from "../../../core/leads/signals/Lead.ts"
import { type LeadVerdict, leadVerdicts } from "../../../core/scoring/Bands.ts"
import { allow, analyze, type Answers, block, checkedUrls, codesOf } from "./World.ts"

const long = "We would like to order twelve chairs for our new office in May."

describe("analyzeLead", () => {
  it.effect("returns exactly the documented fields", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* analyze({ email: "ann@gmail.com", message: long }), {
        verdict: "clean",
        riskScore: 1,
        categories: ["public_email"],
        reasons: [],
        language: "en",
        signals: [{
          code: "PUBLIC_EMAIL",
          category: "public_email",
          points: 1,
          message: "gmail.com is a public mail provider."
        }],
        spamProbability: 0.02
      })
    }))

  it.effect("returns neither language nor probability without a message", () =>
    Effect.gen(function*() {
      for (const lead of [{ email: "ann@example.com" }, { email: "ann@example.com", message: " \n" }, {}]) {
        const { language, riskScore, spamProbability, verdict } = yield* analyze(lead, { probability: 1 })
        assert.deepStrictEqual([verdict, riskScore, language, spamProbability], ["clean", 0, null, null])
      }
    }))

  const cases: ReadonlyArray<readonly [string, LeadVerdict, number, Lead, Answers]> = [
    ["a usual customer", "clean", 3, { email: "info@gmail.com", message: long, website: "https://example.org" }, {}],
    ["text that is spam beyond doubt", "spam", 80, { message: long }, { probability: 0.92 }],
    ["text that is almost", "review", 79, { message: long }, { probability: 0.9199 }],
    ["few words, whatever they are", "review", 74, { message: "Buy now" }, { probability: 1 }],
    ["text that may be", "review", 32, { message: long }, { probability: 0.7 }],
    ["text that hardly is", "clean", 18, { message: long }, { probability: 0.5 }],
    ["a throwaway address", "review", 45, { email: "a@throwaway-mail.net" }, {}],
    ["spam from a throwaway address", "spam", 90, { email: "a@throwaway-mail.net", message: long }, {
      probability: 0.95
    }],
    ["a blocked address", "spam", 90, { email: "a@unwanted-firm.com" }, {}],
    ["no address", "review", 40, { email: "ann at home", message: long }, {}],
    ["a known threat", "spam", 100, { message: "evil.example.org" }, {}],
    ["a link in markup", "review", 50, { message: "<a href=\"https://example.org\">x</a>" }, {}]
  ]
  for (const [what, verdict, riskScore, lead, answers] of cases) {
    it.effect(`judges ${what}: ${verdict}`, () =>
      Effect.gen(function*() {
        const analysis = yield* analyze(lead, answers)
        assert.deepInclude(analysis, { verdict, riskScore }, JSON.stringify(analysis))
        assert.strictEqual(analysis.verdict, leadVerdicts.nameOf(analysis.riskScore))
      }))
  }
})

describe("reasons", () => {
  it.effect("are sentences that name the fact, ordered by weight", () =>
    Effect.gen(function*() {
      const { categories, reasons } = yield* analyze(
        {
          email: "ann@throwaway-mail.net",
          message: `Buy dofollow backlinks at https://bit.ly/2x, or write to boss@evil.example, ${long}`
        },
        {
          probability: 0.93,
          evidence: [
            { text: "dofollow backlinks", share: 0.6 },
            { text: "boss@evil.example", share: 0.2 },
            { text: "call 030 12 34", share: 0.1 },
            { text: "buy\u0000\u202e  now\n", share: 0.06 },
            { text: "chairs", share: 0.01 }
          ]
        }
      )
      assert.deepStrictEqual(reasons, [
        "The text reads like spam (93%): “dofollow backlinks”, “buy now”.",
        "throwaway-mail.net provides disposable addresses.",
        "A shortened link hides its target: bit.ly.",
        "It is about links and paid articles: “dofollow”, “backlink”."
      ])
      assert.deepStrictEqual(categories, ["spam_content", "disposable_email", "url_shortener", "link_building"])
    }))

  it.effect("include a name that reads like spam, and the worse of two texts", () =>
    Effect.gen(function*() {
      for (const field of ["name", "company"] as const) {
        assert.deepInclude(yield* analyze({ email: "ann@example.com", [field]: long }, { probability: 0.95 }), {
          verdict: "spam",
          spamProbability: null,
          language: null
        })
        const both = yield* analyze({ message: "Hello, two chairs please", [field]: long }, { probability: 0.95 })
        assert.deepEqual(both.signals.filter(({ code }) => code === "SPAM_CONTENT").map(({ points }) => points), [82])
        assert.deepEqual(
          (yield* analyze({ message: "Hi", [field]: "Ann Example" }, { probability: 0.95 })).signals.length,
          1
        )
      }
    }))

  it.effect("accept an address in its usual notations", () =>
    Effect.gen(function*() {
      const ways = ["Ann Smith <ann@example.com>", "mailto:ann@example.com", "ann＠example．com", "ann @example.com,"]
      for (const email of ways) assert.deepEqual((yield* analyze({ email })).signals, [])
    }))

  it.effect("repeat neither the address nor the content of a link", () =>
    Effect.gen(function*() {
      const { signals } = yield* analyze({
        email: "secret.person.x7k2q9f4@unwanted-firm.com",
        name: "https://evil.example.org/?token=hidden",
        message: "https://user:hidden@bit.ly/hidden?hidden=1 https://evil.example.org/?token=hidden",
        website: "https://8.8.4.4/hidden"
      })
      assert.isAbove(signals.length, 5)
      for (const { message } of signals) assert.notMatch(message, /hidden|secret|person|x7k2/)
    }))

  it.effect("shorten their quotes", () =>
    Effect.gen(function*() {
      const { reasons } = yield* analyze({ message: long }, {
        probability: 0.9,
        evidence: [{ text: "😀".repeat(500), share: 1 }]
      })
      assert.isBelow(reasons[0]!.length, 200)
      assert.isTrue(reasons[0]!.isWellFormed())
    }))
})

describe("links", () => {
  it.effect("are looked up once each, and only if there are any", () =>
    Effect.gen(function*() {
      checkedUrls.length = 0
      yield* analyze({ email: "ann@example.com", message: long })
      assert.deepStrictEqual(checkedUrls, [])
      yield* analyze({ message: "https://a.example.net a.example.net", website: "http://a.example.net/" })
      assert.deepStrictEqual(checkedUrls, ["a.example.net/"])
    }))

  it.effect(`are looked up to a maximum of ${linksFoundMax}; a lead with more is not clean`, () =>
    Effect.gen(function*() {
      checkedUrls.length = 0
      const message = Array.from({ length: linksFoundMax + 1 }, (_, at) => `https://s${at}.example.net`).join(" ")
      const analysis = yield* analyze({ message })
      assert.strictEqual(checkedUrls.length, linksFoundMax)
      assert.includeMembers(codesOf(analysis) as Array<string>, ["UNCHECKED_URL", "MANY_LINKS"])
      assert.strictEqual(analysis.verdict, "review")
    }))

  it.effect("are reported and never safe if they cannot be looked up", () =>
    Effect.gen(function*() {
      const analysis = yield* analyze({ message: "https://site.example.net" }, { isDown: true })
      assert.deepInclude(analysis, { verdict: "review", riskScore: 25, categories: ["unchecked_url"] })
      assert.deepStrictEqual(analysis.reasons, [
        "A link could not be checked and may be unsafe: site.example.net."
      ])
    }))

  it.effect("may exist in a message that is too long to be searched, which is not clean", () =>
    Effect.gen(function*() {
      const analysis = yield* analyze({ message: "word ".repeat(linkTextCharsMax / 5 + 1) })
      assert.deepInclude(analysis, { verdict: "review", categories: ["unchecked_url"] })
    }))

  it.effect("settle the result if one list contains them, even if other lookups fail", () =>
    Effect.gen(function*() {
      const message = "https://site.example.net https://bad.example.net"
      const analysis = yield* analyze({ message }, { isDown: true, entries: [block("bad.example.net")] })
      assert.deepInclude(analysis, { verdict: "spam", riskScore: 100 })
    }))

  it.effect("are not suspicious by name if the operator allows them", () =>
    Effect.gen(function*() {
      const message = "https://bit.ly/x https://paypal-login.com/signin http://8.8.4.4/"
      const entries = ["bit.ly", "paypal-login.com", "8.8.4.4"].map(allow)
      assert.deepStrictEqual(codesOf(yield* analyze({ message }, { entries })), ["MANY_LINKS"])
    }))
})
