import { describe, expect, it } from "vitest"
import { comparePeers } from "../../../scripts/spam/ComparePeers.ts"
import { measureDisguisedRecall } from "../../../scripts/spam/DisguisedRecall.ts"
import { applyDisguise, disguises } from "../../../scripts/spam/Disguises.ts"
import {
  computeFigures,
  evaluate,
  type JudgedMessage,
  verdictProbability,
  verdictWordsMin
} from "../../../scripts/spam/Figures.ts"
import { formatAsMail } from "../../../scripts/spam/MinimalMail.ts"
import { sampleByLabel } from "../../../scripts/spam/PeerFilter.ts"
import { formatEvaluationPage } from "../../../scripts/spam/Tables.ts"

const judged = (spam: boolean, probability: number, more: Partial<JudgedMessage> = {}): JudgedMessage => ({
  text: "a text",
  spam,
  source: "heldout",
  language: "en",
  group: null,
  topic: "topic",
  probability,
  words: 20,
  naiveBayes: 0,
  ...more
})

const some = [
  judged(true, 0.99),
  judged(true, 0.98, { words: verdictWordsMin - 1 }),
  judged(true, 0.6, { language: "de" }),
  judged(false, verdictProbability, { language: "de" }),
  judged(false, verdictProbability - 0.0001),
  judged(false, 0.01, { source: "sms" })
]

describe("figures", () => {
  it("count texts that are spam on their own: enough probability and enough words", () => {
    expect(computeFigures("all", some, 0.3)).toMatchObject({
      spam: 3,
      ordinary: 3,
      recall: 1 / 3,
      precision: 0.5,
      falseAlarms: 1,
      evenFalseAlarms: 2,
      evenRecall: 1,
      naiveBayesAuc: 0.5
    })
  })

  it("are null without data", () => {
    expect(computeFigures("none", [], 0.3)).toMatchObject({
      auc: null,
      recall: null,
      falseAlarmShare: null,
      calibration: null
    })
  })

  it("are grouped by set and by language of contact forms, with a total", () => {
    const found = evaluate(some, 0.3)
    expect(found.sets.map(({ name, spam, ordinary }) => [name, spam, ordinary])).toEqual([["heldout", 3, 2], [
      "sms",
      0,
      1
    ]])
    expect(found.languages.map(({ name, spam, ordinary }) => [name, spam, ordinary])).toEqual([
      ["de", 1, 1],
      ["en", 2, 1],
      ["all but en", 1, 1]
    ])
    expect([found.pooled.ordinary, found.contactForms.ordinary]).toEqual([3, 2])
  })

  it("are readable tables and valid Markdown", () => {
    const page = formatEvaluationPage(evaluate(some, 0.3), { disguised: [], diluted: [] }, null)
    expect(page).toContain("| heldout ")
    expect(page).not.toContain("Beside other filters")
    for (const row of page.split("\n").filter((line) => line.startsWith("| de "))) {
      expect(row.split("|")).toHaveLength(17)
    }
  })
})

describe("disguises", () => {
  const text = "Cheap backlinks for your website, write to anna@shop.example or visit www.shop.example today"

  it.each(disguises)("%s changes words deterministically, and keeps addresses", (disguise) => {
    const hidden = applyDisguise(text, disguise)
    expect(hidden).not.toBe(text)
    expect(hidden).toBe(applyDisguise(text, disguise))
    expect(hidden).toContain("anna@shop.example")
    expect(hidden).toContain("www.shop.example")
  })

  it("apply only to spam in Latin letters", () => {
    const rows = measureDisguisedRecall(
      [judged(true, 1, { text }), judged(true, 1, { text, language: "ru" }), judged(false, 0, { text })],
      (shown) => shown === text ? 0.9 : 0.4
    )
    expect(rows.map(({ even, messages, worn }) => [worn, messages, even])).toEqual([
      ["plain", 1, 1],
      ...disguises.map((disguise) => [disguise, 1, 0])
    ])
  })
})

describe("the comparison with other filters", () => {
  it("asks for the same few messages of every set and label", () => {
    const many = Array.from({ length: 100 }, (_, at) => judged(at % 10 === 0, 0, { text: String(at) }))
    expect(sampleByLabel(many, 5).map(({ text }) => text)).toEqual([
      "0",
      "20",
      "40",
      "60",
      "80",
      "1",
      "21",
      "41",
      "61",
      "81"
    ])
    expect(sampleByLabel(many.slice(0, 2), 5)).toHaveLength(2)
  })

  it("passes the text alone as a mail to mail filters", () => {
    const [headers = "", body = ""] = formatAsMail(judged(true, 1, { text: "Grüße\n.\n你好" }), 3).split("\r\n\r\n")
    expect(headers).toContain("Content-Transfer-Encoding: base64")
    expect(headers.split("\r\n").every((line) => /^[A-Za-z-]+: [\x20-\x7e]+$/.test(line))).toBe(true)
    expect(Buffer.from(body, "base64").toString("utf8")).toBe("Grüße\r\n.\r\n你好")
  })

  it("reports the verdict of each filter", async () => {
    const path = process.env["PATH"]
    process.env["PATH"] = "/nowhere"
    const lines: Array<string> = []
    const own = {
      name: "ours",
      limit: 0.5,
      score: async ({ text }: { readonly text: string }) => text === "bad" ? 1 : 0
    }
    const tests = [judged(true, 0, { text: "bad" }), judged(false, 0, { text: "good" })]
    const rows = await comparePeers([], tests, [own], (text) => lines.push(text)).finally(() =>
      process.env["PATH"] = path
    )
    expect(rows.map(({ auc, falseAlarms, filter, recall, set }) => [set, filter, auc, recall, falseAlarms])).toEqual([
      ["all", "ours", 1, 1, 0],
      ["heldout", "ours", 1, 1, 0]
    ])
    expect(lines).toContain("SpamAssassin is not installed: not run")
    expect(lines).toContain("rspamd is not installed: not run")
  })
})
