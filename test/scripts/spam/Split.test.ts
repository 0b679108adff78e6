import { describe, expect, it } from "vitest"
import { type LabeledMessage } from "../../../scripts/spam/LabeledMessage.ts"
import {
  clusterNearDuplicates,
  jaccardSimilarity,
  nearDuplicateSimilarityMin,
  normalizeText,
  shingleHashesOf
} from "../../../scripts/spam/NearDuplicates.ts"
import { folds, splitMessages } from "../../../scripts/spam/Split.ts"
import { inventSentence } from "./InventSentence.ts"

const message = (text: string, more: Partial<LabeledMessage> = {}): LabeledMessage => ({
  text,
  spam: false,
  source: "sms",
  language: "en",
  group: null,
  topic: null,
  ...more
})

const offer = (name: string, amount: number) =>
  `Hello ${name}, we noticed that your website is not on the first page of Google and can change that for $${amount} a month.`

describe("near duplicates", () => {
  it("are texts that differ only in a name, a number or an address", () => {
    const found = clusterNearDuplicates([
      offer("Anna", 99),
      "Do you have a table for four on Saturday evening? We would come at seven.",
      offer("Bert", 250),
      "DO YOU HAVE A TABLE FOR FOUR ON SATURDAY EVENING?? We would come at seven!",
      "Do you have a room for two from Monday? We would leave on Thursday."
    ])
    expect([...found]).toEqual([0, 1, 0, 1, 4])
  })

  it("are compared by letters, regardless of case, signs, digits and addresses", () => {
    expect(normalizeText("  Ｃall 0800-123 now!! https://a.example/x?y ")).toBe("call 0 0 now @")
  })

  it("are found by their bands whenever comparing every pair finds them", () => {
    const texts = Array.from({ length: 150 }, (_, at) => inventSentence(at % 50, at))
    const found = clusterNearDuplicates(texts, texts.length)
    const sets = texts.map(shingleHashesOf)
    for (let one = 0; one < texts.length; one++) {
      for (let other = 0; other < one; other++) {
        if (jaccardSimilarity(sets[one]!, sets[other]!) >= nearDuplicateSimilarityMin + 0.05) {
          expect(found[one]).toBe(found[other])
        }
      }
    }
  })

  it("share nothing, half or all", () => {
    expect(jaccardSimilarity(Uint32Array.of(1, 2), Uint32Array.of(3))).toBe(0)
    expect(jaccardSimilarity(Uint32Array.of(1, 2, 3), Uint32Array.of(2, 3, 4))).toBe(0.5)
    expect(jaccardSimilarity(Uint32Array.of(1, 2), Uint32Array.of(1, 2))).toBe(1)
  })
})

describe("the split", () => {
  const many = Array.from({ length: 400 }, (_, at) => message(inventSentence(at, at)))

  it("never trains on held-out texts, and always on the project's other texts", () => {
    const { lessons, tests } = splitMessages([
      ...many.slice(0, 50).map((one) => ({ ...one, source: "heldout" })),
      ...many.slice(50, 100).map((one) => ({ ...one, source: "authored" })),
      ...many.slice(100, 150).map((one) => ({ ...one, source: "cf_tmpl" }))
    ])
    expect(new Set(tests.map(({ source }) => source))).toEqual(new Set(["heldout"]))
    expect(new Set(lessons.map(({ source }) => source))).toEqual(new Set(["authored", "cf_tmpl"]))
  })

  it("keeps the texts of a video or a collection together", () => {
    const groups = ["Shakira - Wa", "Eminem - Lov"].flatMap((group, side) =>
      many.slice(side * 50, side * 50 + 50).map((one) => ({ ...one, source: "youtube", group }))
    )
    const { lessons, tests } = splitMessages(groups)
    expect(new Set(tests.map(({ group }) => group))).toEqual(new Set(["Shakira - Wa"]))
    expect(new Set(lessons.map(({ group }) => group))).toEqual(new Set(["Eminem - Lov"]))
    expect(new Set(lessons.map(({ fold }) => fold)).size).toBe(1)
  })

  it("holds out about a fifth of other sets, the same texts in any order", () => {
    const { lessons, tests } = splitMessages(many)
    expect(lessons.length + tests.length).toBe(many.length)
    expect(tests.length / many.length).toBeGreaterThan(0.1)
    expect(tests.length / many.length).toBeLessThan(0.3)
    expect(new Set(lessons.map(({ fold }) => fold)).size).toBe(folds)
    const texts = new Set(tests.map(({ text }) => text))
    expect(new Set(splitMessages(many.toReversed()).tests.map(({ text }) => text))).toEqual(texts)
  })

  it("removes near duplicates of lessons from the tests, and counts them", () => {
    const found = splitMessages([
      message(offer("Anna", 99), { source: "authored", spam: true }),
      message(offer("Anna", 98), { source: "authored", spam: true }),
      message(offer("Bert", 250), { source: "heldout", spam: true }),
      message("We are two families and look for rooms in August.", { source: "heldout" }),
      message("We are two families and look for rooms in August!", { source: "heldout" })
    ])
    expect(found.tests.map(({ text }) => text)).toEqual(["We are two families and look for rooms in August."])
    expect(found).toMatchObject({ read: 5, copiesOfLessons: 1, testsNearLessons: 1, copiesOfTests: 1 })
  })

  it("keeps near duplicates with different labels among the tests", () => {
    const twins = [true, false].map((spam) => message(offer("Anna", 99), { source: "heldout", spam }))
    expect(splitMessages(twins).tests).toHaveLength(2)
  })
})
