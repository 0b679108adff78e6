import { describe, expect, it } from "vitest"
import { judgeText } from "../../../../core/leads/judge/JudgeText.ts"
import type { Disguise, MessageJudgment } from "../../../../core/messages/normalize/MessageJudgment.ts"

const harmless: MessageJudgment = { probability: 0.02, words: 8, evidence: [], disguises: [] }

const signalsOf = (changes: Partial<MessageJudgment>) => judgeText("Hello there", { ...harmless, ...changes }, "en")

describe("a disguised text", () => {
  const disguised = (...disguises: ReadonlyArray<Disguise>) =>
    signalsOf({ disguises }).map(({ code, message, points }) => [code, points, message.split("mislead filters: ")[1]])

  it.each<[Disguise, number, string]>([
    ["styled", 15, "stylized letters."],
    ["leet", 20, "digits instead of letters."],
    ["spaced", 25, "spaced-out letters."],
    ["invisible", 30, "invisible characters within words."],
    ["homoglyphs", 35, "lookalike letters of other scripts."]
  ])("is reported with its technique: %s", (disguise, points, how) => {
    expect(disguised(disguise)).toEqual([["OBFUSCATED_TEXT", points, how]])
  })

  it("counts once, by the worst disguise, and names each one once", () => {
    expect(disguised("leet", "invisible", "styled", "leet")).toEqual([
      ["OBFUSCATED_TEXT", 30, "invisible characters within words, digits instead of letters, stylized letters."]
    ])
  })
})

describe("the reason of a text that reads like spam", () => {
  const reasonOf = (changes: Partial<MessageJudgment>) => signalsOf(changes)[0]?.message
  const evidence = (...texts: ReadonlyArray<string>) => texts.map((text) => ({ text, share: 0.2 }))

  it("counts at most 74 points with 7 words, and 88 with 8", () => {
    expect(signalsOf({ probability: 1, words: 7 })[0]).toMatchObject({ code: "SPAM_CONTENT", points: 74 })
    expect(signalsOf({ probability: 1, words: 8 })[0]).toMatchObject({ code: "SPAM_CONTENT", points: 88 })
    expect(signalsOf({ probability: 0.4, words: 8 })).toEqual([])
  })

  it("contains the probability, at most 99%", () => {
    expect(reasonOf({ probability: 0.499 })).toBe("The text resembles spam (49%).")
    expect(reasonOf({ probability: 0.5 })).toBe("The text reads like spam (50%).")
    expect(reasonOf({ probability: 0.999 })).toBe("The text reads like spam (99%).")
    expect(reasonOf({ probability: 1 })).toBe("The text reads like spam (99%).")
  })

  it("quotes at most three pieces of evidence, each with a share of at least 5%", () => {
    expect(reasonOf({ probability: 0.9, evidence: evidence("one", "two", "three", "four") }))
      .toBe("The text reads like spam (90%): “one”, “two”, “three”.")
    expect(reasonOf({ probability: 0.9, evidence: [{ text: "one", share: 0.05 }, { text: "two", share: 0.049 }] }))
      .toBe("The text reads like spam (90%): “one”.")
  })

  it("quotes no address and no number of five or more digits", () => {
    expect(reasonOf({ probability: 0.9, evidence: evidence("ann@example", "a 12 34-5", "$1234") }))
      .toBe("The text reads like spam (90%): “$1234”.")
  })
})
