import { describe, expect, it } from "vitest"
import { languageDetector } from "../../../adapters/language/LanguageEld.ts"
import { spamClassifier } from "../../../adapters/spam/SpamClassifierEmbedded.ts"
import {
  type Dilution,
  dilutionMethods,
  isClean,
  measureDilutedRecall,
  readFillers
} from "../../../scripts/spam/Dilution.ts"
import type { LabeledMessage } from "../../../scripts/spam/LabeledMessage.ts"
import { readAuthored } from "../../../scripts/spam/ReadMessages.ts"

const folder = new URL("../../../scripts/spam/texts/heldout", import.meta.url).pathname
const heldOut = readAuthored(folder, "heldout")
const judge = (text: string) => spamClassifier.judge(text, languageDetector.detect(text))

const message = (text: string, spam = true): LabeledMessage => ({
  text,
  spam,
  source: "heldout",
  language: "en",
  group: null,
  topic: null
})

describe("fillers", () => {
  it("are numerous, in many languages, half of them held out", () => {
    const [tune, test] = [readFillers("tune"), readFillers("test")]
    expect(tune).toHaveLength(36)
    expect(test).toHaveLength(36)
    expect(new Set(test.map(({ language }) => language)).size).toBeGreaterThanOrEqual(15)
    expect(new Set([...tune, ...test].map(({ text }) => text)).size).toBe(72)
  })

  it("are clean on their own if held out", () => {
    expect(readFillers("test").filter(({ text }) => !isClean(judge(text)))).toEqual([])
  })
})

describe("dilution", () => {
  it.each<[Dilution, string]>([
    ["appended", "Buy now. Pay later! One. Two."],
    ["prepended", "One. Two. Buy now. Pay later!"],
    ["interleaved", "Buy now. One. Pay later! Two. Three."],
    ["three times", "One. Two. Buy now. Pay later! Three. Four."]
  ])("%s gives %s", (dilution, text) => {
    expect(dilutionMethods[dilution]("Buy now. Pay later!", ["One. Two.", "Three.", "Four."])).toBe(text)
  })

  it("is measured on spam that is detected without filler", () => {
    const filler = { half: "test", language: "en", text: "polite" } as const
    const verdict = (probability: number) => ({ probability, words: 20, evidence: [], disguises: [] })
    const rows = measureDilutedRecall(
      [message("caught"), message("bold"), message("missed"), message("ordinary", false)],
      [filler],
      (text) =>
        text === "caught" || text.startsWith("bold")
          ? verdict(0.99)
          : verdict(text.includes("caught polite") ? 0.2 : 0.7)
    )
    expect(rows).toHaveLength(12)
    expect(rows[0]).toEqual({ dilution: "appended", filler: "same", messages: 2, spam: 0.5, clean: 0.5 })
    expect(rows[1]).toEqual({ dilution: "prepended", filler: "same", messages: 2, spam: 0, clean: 0 })
  })
})

describe("polite sentences in held-out spam", () => {
  const rows = measureDilutedRecall(heldOut, readFillers("test"), judge)

  it.each(rows)("keep most of it not clean: $dilution, language $filler", ({ clean, dilution, messages }) => {
    expect(messages).toBeGreaterThan(400)
    // The message contains one filler of about 20 words, or three fillers, which make up two thirds of it.
    expect(clean).toBeLessThan(dilution === "three times" ? 0.16 : 0.11)
  })

  it("keep nine tenths of it not clean in total", () => {
    expect(rows.reduce((sum, { clean }) => sum + clean, 0) / rows.length).toBeLessThan(0.06)
  })

  it("do not make ordinary messages suspicious", () => {
    const ordinary = heldOut.filter(({ spam }) => !spam).map(({ text }) => judge(text))
    expect(ordinary.filter((one) => !isClean(one)).length / ordinary.length).toBeLessThan(0.02)
    expect(ordinary.filter(({ probability }) => probability >= 0.92)).toEqual([])
  })
})
