import { describe, expect, it } from "vitest"
import { evidenceProbabilityMin, judgeMessage } from "../../../core/messages/JudgeMessage.ts"
import { condenseMessage, judgedUnitsMax, messageUnitsMax } from "../../../core/messages/normalize/SampleMessage.ts"
import { tinyHam, tinyModel, tinySpam } from "./TinyModel.ts"

const model = tinyModel()
const judge = (text: string, language: string | null = "en") => judgeMessage(model, text, language)
const honest = `${tinyHam.slice(0, 3).join(". ")}. `
const spam = tinySpam.slice(0, 3).join(", ").concat(". ").repeat(3)

describe("spam in a long message", () => {
  it.each([
    ["behind", honest.repeat(20) + spam],
    ["before", spam + honest.repeat(20)],
    ["amid", honest.repeat(20) + spam + honest.repeat(20)],
    ["where a sample would not reach", honest.repeat(30) + spam + honest.repeat(90)]
  ])("is found %s harmless text", (_, text) => {
    expect(text.length).toBeLessThanOrEqual(judgedUnitsMax)
    const { evidence, probability } = judge(text)
    expect(probability).toBeGreaterThan(0.6)
    expect(evidence.map((one) => one.text).join(" ")).toMatch(/viagra|casino|bitcoin/)
    expect(evidence.map((one) => one.text).join(" ")).not.toMatch(/quotation|pumps|meeting/)
  })

  it.each(["\n", " \n\t", ". ", "\u200b", "-", "\ue000 "])("is found among repetitions of %j", (filling) => {
    const run = filling.repeat(9000)
    expect(judge(`Hello.${run.slice(0, 9000)}${spam}${run.slice(0, 9000)}Thanks`).probability).toBeGreaterThan(0.6)
  })

  it("is found even if its words are broken", () => {
    const text = honest.repeat(10) +
      spam.replaceAll("casino", "ca-sino").replaceAll("money", "mo*ney").replaceAll("bitcoin", "bit|coin")
        .replaceAll("viagra", "vi&shy;agra").replaceAll("bonus", "bo_nus").replaceAll("cheap", "ch~eap").replaceAll(
          "profit",
          "pro^fit"
        )
    expect(judge(text).probability).toBe(judge(honest.repeat(10) + spam).probability)
    expect(judge(text).probability).toBeGreaterThan(0.6)
  })

  it("is not found in harmless text", () => {
    expect(judge(honest.repeat(100)).probability).toBeLessThan(evidenceProbabilityMin)
  })
})

describe("the judged part of a message", () => {
  it("is all of a short message, and at most the limit of a long one", () => {
    const short = "a  \n\n\n\n\n\n\n\n b".repeat(100)
    expect(condenseMessage(short)).toBe(short)
    expect(condenseMessage("word ".repeat(judgedUnitsMax)).length).toBeLessThanOrEqual(judgedUnitsMax)
    expect(condenseMessage(`one${" ".repeat(messageUnitsMax)}two`)).toMatch(/^one +two$/)
    expect(condenseMessage("\u{1f600}".repeat(messageUnitsMax)).length).toBe(2 * messageUnitsMax)
  })
})

describe("a text with broken words", () => {
  it("is judged like its plain twin, and its evidence is shown as displayed", () => {
    const plain = judge("cheap casino bonus money every profit guaranteed")
    const twin = judge("cheap ca<b></b>sino bo<b></b>nus mo<b></b>ney every pro<b></b>fit guaran<b></b>teed")
    expect(twin.probability).toBe(plain.probability)
    expect(twin.evidence).toEqual(plain.evidence)
    expect(twin.disguises).toEqual(["invisible"])
  })
})

describe("plain English text", () => {
  it("is not attenuated by text in another language", () => {
    const english = "buy cheap viagra now for you and the casino bonus money of this offer is not for the few"
    expect(judge(english, "xx").probability).toBe(judge(english, "en").probability)
    const other = "casino bonus meeting"
    expect(judge(other, "xx").probability).toBeLessThan(judge(other, "en").probability)
  })
})
