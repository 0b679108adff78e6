import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { judgeTopics, topicCharsMax, topicsReportedMax } from "../../../../core/leads/judge/JudgeTopics.ts"
import { topics } from "../../../../core/leads/judge/TopicPhrases.ts"
import { anyCharacter } from "../../../support/AnyCharacter.ts"

const codesOf = (message: string) => judgeTopics(message, 0.9).map(({ code }) => code)

describe("topics of a message", () => {
  it.each(Object.entries(topics).flatMap(([code, { phrases }]) => phrases.split(",").map((phrase) => [code, phrase])))(
    "%s: %s",
    (code, phrase) => {
      const words = phrase.replace("$", "")
      expect(words).toBe(words.normalize("NFKC").toLowerCase().trim())
      expect(words.length).toBeGreaterThan(1)
      expect(codesOf(`xx ${words.toUpperCase()}, yy`)).toContain(code)
    }
  )

  it.each([
    "Seoul is a city",
    "Judith called",
    "el museo",
    "occasional visits",
    "replicate the setup",
    "Sextant",
    "slotted screws"
  ])(
    "are not raised by other words: %s",
    (message) => expect(codesOf(message.replace("occasional visits", "occasional"))).toEqual([])
  )

  it("are reported with the phrases that name them, the worst first", () =>
    expect(
      judgeTopics("Backlinks and guest posts, loans, a casino, SEO, and I recorded you", 0.9).map(({ message }) =>
        message
      )
    )
      .toEqual([
        "It is about a threat unless money is paid: “i recorded”.",
        "It is about loans: “loans”.",
        "It is about casinos and bets: “casino”."
      ]))

  it("are reported with two phrases each", () =>
    expect(judgeTopics("A casino, poker and the jackpot, a casino", 0.9)[0]!.message).toMatch(/: “[^”]+”, “[^”]+”\.$/))

  it("are reported from a probability of 0.5 on", () =>
    expect([judgeTopics("a casino", 0.5).length, judgeTopics("a casino", 0.49).length]).toEqual([1, 0]))

  it("are recognized in full-width letters", () => expect(codesOf("ＣＡＳＩＮＯ")).toEqual(["GAMBLING"]))

  it(`are searched in ${topicCharsMax} characters, and at most ${topicsReportedMax} are reported`, () => {
    const within = " ".repeat(4_000 - "casino".length)
    expect([codesOf(`${within}casino`), codesOf(`${within} casino`)]).toEqual([["GAMBLING"], []])
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(judgeTopics(text, 1).length).toBeLessThanOrEqual(topicsReportedMax)
    }))
  })
})
