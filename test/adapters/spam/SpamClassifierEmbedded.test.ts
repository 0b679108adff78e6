import { Effect, Result } from "effect"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import * as SpamClassifierEmbedded from "../../../adapters/spam/SpamClassifierEmbedded.ts"
import { judgeMessage } from "../../../core/messages/JudgeMessage.ts"
import { encodeSpamModel, parseSpamModel } from "../../../core/messages/model/SpamModel.ts"
import { SpamClassifier } from "../../../core/messages/SpamClassifier.ts"
import { tinyModel, tinySpam } from "../../core/messages/TinyModel.ts"

const file = new URL("../../../adapters/spam/data/messages.model", import.meta.url)

const judge = (text: string, language: string | null) =>
  SpamClassifier.pipe(
    Effect.map((classifier) => classifier.judge(text, language)),
    Effect.provide(SpamClassifierEmbedded.layer),
    Effect.runSync
  )

describe("the release model", () => {
  it.each<[string, string]>([
    [
      "We offer SEO services and guaranteed first page ranking on Google. Buy 10000 backlinks today, reply for our price list",
      "en"
    ],
    ["Congratulations! You have won a prize of $5,000,000. Send us your bank details to claim your money now", "en"],
    ["Verdienen Sie 5000 Euro pro Woche mit Bitcoin von zu Hause, garantierter Gewinn, klicken Sie hier", "de"],
    ["Зарабатывайте от 5000 долларов в неделю на криптовалюте, гарантированный доход, переходите по ссылке", "ru"]
  ])("classifies %j as spam", (text, language) => {
    const { evidence, probability } = judge(text, language)
    expect(probability).toBeGreaterThan(0.6)
    expect(evidence.length).toBeGreaterThan(0)
  })

  it.each<[string, string]>([
    [
      "Hello, could you send me a quotation for 20 pumps, delivered to Hamburg in May? Our order number is 48812.",
      "en"
    ],
    [
      "My parcel has not arrived yet. The tracking page says it was delivered on Monday. Can you please look into it?",
      "en"
    ],
    [
      "Guten Tag, ich möchte gerne einen Termin für die Wartung unserer Heizung vereinbaren. Wann hätten Sie Zeit?",
      "de"
    ],
    ["Bonjour, je souhaite réserver une chambre pour deux personnes du 3 au 5 juin. Est-ce encore possible ?", "fr"],
    ["Здравствуйте, подскажите, пожалуйста, есть ли в наличии этот насос и какой срок поставки?", "ru"]
  ])("does not classify %j as spam", (text, language) => expect(judge(text, language).probability).toBeLessThan(0.4))

  it("matches its file", () => {
    const model = Result.getOrThrow(parseSpamModel(readFileSync(file)))
    for (const text of tinySpam) expect(judge(text, "en")).toEqual(judgeMessage(model, text, "en"))
    expect(Buffer.compare(Result.getOrThrow(encodeSpamModel(model)), readFileSync(file))).toBe(0)
  })
})

describe("a classifier", () => {
  it("loads its model only on first use", () => {
    let callCount = 0
    const model = tinyModel()
    const classifier = SpamClassifierEmbedded.spamClassifierOf(() => {
      callCount++
      return model
    })
    expect(callCount).toBe(0)
    expect(classifier.judge(tinySpam[0]!, "en")).toEqual(judgeMessage(model, tinySpam[0]!, "en"))
    expect(callCount).toBe(1)
  })
})
