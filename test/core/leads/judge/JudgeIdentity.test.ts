import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Lead } from "../../../../core/leads/signals/Lead.ts"
import { analyze, type Answers } from "../World.ts"

const pointsOf = Effect.fnUntraced(function*(lead: Lead, code: string, answers: Answers = {}) {
  const { signals } = yield* analyze(lead, answers)
  return signals.find((signal) => signal.code === code)?.points ?? 0
})

const long = "We would like to order twelve chairs for our new office in May."

describe("the claimed identity", () => {
  it.effect("weighs a link in the name more than a domain, which may be a company name", () =>
    Effect.gen(function*() {
      const weigh = (name: string) => pointsOf({ message: long, name }, "URL_IN_NAME")
      const [written, www, domain, none] = [
        yield* weigh("https://booking.com/offer"),
        yield* weigh("www.booking.com"),
        yield* weigh("booking.com"),
        yield* weigh("Booking")
      ]
      assert.strictEqual(written, www)
      assert.isAbove(www, domain)
      assert.isAbove(domain, none)
      assert.strictEqual(none, 0)
    }))

  it.effect("detects a website that differs from the address, except shared or similar domains", () =>
    Effect.gen(function*() {
      const mismatch = (website: string, email: string) =>
        pointsOf({ email, message: long, website }, "DOMAIN_MISMATCH")
      assert.isAbove(yield* mismatch("https://oak-chairs.com", "ann@mueller-bau.de"), 0)
      for (
        const [website, email] of [
          ["https://muellerbau.com", "ann@mueller-bau.de"],
          ["https://mueller-bau-gmbh.com", "ann@muellerbau.de"],
          ["https://muellerbau.com", "ann@mueller-bau-gmbh.de"],
          ["https://de-de.facebook.com/mueller", "ann@mueller-bau.de"],
          ["https://oak-chairs.com", "ann@gmail.com"]
        ] as const
      ) assert.strictEqual(yield* mismatch(website, email), 0, `${website} ${email}`)
    }))

  it.effect("compares a website with the address even if its text may not be a link, unlike a company", () =>
    Effect.gen(function*() {
      const weigh = (lead: Lead) => pointsOf({ email: "ann@mueller-bau.de", message: long, ...lead }, "DOMAIN_MISMATCH")
      assert.isAbove(yield* weigh({ website: "oak.it" }), 0)
      assert.strictEqual(yield* weigh({ company: "oak.it" }), 0)
    }))

  it.effect("detects one text in all three fields in any spelling, but never in two", () =>
    Effect.gen(function*() {
      const repeated = (lead: Lead) => pointsOf(lead, "REPEATED_TEXT")
      assert.isAbove(yield* repeated({ name: "Robert", company: "ROBERT ", message: "robert" }), 0)
      assert.strictEqual(yield* repeated({ name: "Robert", company: "Robert", message: long }), 0)
      assert.strictEqual(yield* repeated({ name: "Robert", company: "Robbie", message: "Robert" }), 0)
      assert.strictEqual(yield* repeated({ name: "Robert", company: "Robert", message: "Robbie" }), 0)
      // Full-width letters match, and characters that expand to at most four letters match too.
      assert.isAbove(yield* repeated({ name: "Ｒｏｂｅｒｔ", company: "Robert", message: "Robert" }), 0)
      assert.isAbove(yield* repeated({ name: "Robert \n Smith", company: "Robert Smith", message: "Robert\tSmith" }), 0)
      for (const [one, other] of [["㏂", "a.m."], ["a.m.", "㏂"]] as const) {
        assert.isAbove(yield* repeated({ name: one, company: other, message: other }), 0, one)
      }
      for (const [one, other] of [["㌕", "キログラム"], ["キログラム", "㌕"]] as const) {
        assert.strictEqual(yield* repeated({ name: one, company: other, message: one }), 0, one)
        assert.strictEqual(yield* repeated({ name: one, company: one, message: other }), 0, one)
      }
    }))

  it.effect("compares the first 500 characters of each field", () =>
    Effect.gen(function*() {
      const same = "word ".repeat(99)
      const points = (name: string, message: string) => pointsOf({ name, company: name, message }, "REPEATED_TEXT")
      assert.isAbove(yield* points(`${same}abcdeX`, `${same}abcdeY`), 0)
      assert.strictEqual(yield* points(`${same}abcdX`, `${same}abcdY`), 0)
    }))
})

describe("a message in a name field", () => {
  it.effect("is detected by more words or characters than names have", () =>
    Effect.gen(function*() {
      const onlyName = (name: string) =>
        Effect.map(analyze({ email: "ann@example.com", name }, { probability: 0.97 }), ({ signals }) =>
          signals.some(({ category }) => category === "spam_content"))
      assert.isFalse(yield* onlyName("Anna Maria von der Leyen Smith"))
      assert.isTrue(yield* onlyName("buy cheap pills now at our shop"))
      assert.isFalse(yield* onlyName("x".repeat(60)))
      assert.isTrue(yield* onlyName("x".repeat(61)))
    }))
})
