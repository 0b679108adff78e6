import { describe, expect, it } from "vitest"
import { featuresOf, newTokenBuckets } from "../../../../core/messages/features/MessageFeatures.ts"
import { evidenceProbabilityMin, judgeMessage } from "../../../../core/messages/JudgeMessage.ts"
import { partsOf } from "../../../../core/messages/model/MessageParts.ts"
import { normalizeMessage } from "../../../../core/messages/normalize/NormalizeMessage.ts"
import { tinyHam, tinyModel, tinySpam } from "../TinyModel.ts"

const model = tinyModel()
const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${"abcdefgh"[at % 8]}`).join(" ")

const parts = (text: string) => {
  const message = normalizeMessage(text)
  const found = newTokenBuckets(message.tokens)
  featuresOf(message, found)
  return partsOf(model, message, found)
}

const windowCautions = (text: string, sizeWords: number): ReadonlyArray<number> =>
  parts(text).filter(({ windows: [one, ...more] }) => more.length === 0 && one!.to - one!.from === sizeWords)
    .map(({ penalty }) => penalty)

describe("the parts of a message", () => {
  it.each([
    [21, 20, 0.75],
    [31, 20, 0.875],
    [41, 20, 1],
    [41, 40, 0.75],
    [81, 20, 1.25],
    [81, 40, 1]
  ])("of %d words have a penalty for their number: a window of %d words %d logits", (count, size, penalty) => {
    expect(windowCautions(words(count), size)[0]).toBe(penalty)
  })

  it("include selected sentences, with a penalty for the number of candidates", () => {
    const text = `${tinySpam[2]}, ${tinySpam[1]}. ${tinyHam[0]}. ${tinyHam[2]}. ${tinyHam[1]}.`
    expect(parts(text).at(-1)).toMatchObject({ windows: [{ from: 0, to: 10 }], penalty: expect.closeTo(1.1, 10) })
  })

  it("include no selected sentences of more than forty", () => {
    const isPicked = (text: string): boolean =>
      parts(text).some(({ windows: [one] }) => ![20, 40].includes(one!.to - one!.from) && one!.from === 0)
    const polite = `${tinyHam[2]}. `.replace(", ", " ")
    expect(isPicked(`${tinySpam[2]}, ${tinySpam[1]}. ${polite.repeat(39)}`)).toBe(true)
    expect(isPicked(`${tinySpam[2]}, ${tinySpam[1]}. ${polite.repeat(40)}`)).toBe(false)
  })
})

describe("spam among polite sentences", () => {
  const spam = `${tinySpam[2]}, ${tinySpam[1]}, ${tinySpam[0]}.`

  it.each([
    ["behind them", `${tinyHam[0]}. ${tinyHam[2]}. ${spam}`],
    ["before them", `${spam} ${tinyHam[0]}. ${tinyHam[2]}.`],
    ["between them", `${tinyHam[0]}. ${tinySpam[2]}. ${tinyHam[2]}. ${tinySpam[1]} ${tinySpam[0]}. ${tinyHam[1]}.`]
  ])("is found %s, which are no evidence", (_, text) => {
    const { evidence, probability } = judgeMessage(model, text, "en")
    expect(probability).toBeGreaterThan(0.6)
    expect(evidence.map((one) => one.text).join(" ")).not.toMatch(/quotation|pumps|meeting|order/)
  })

  it("is not found without spam", () => {
    expect(judgeMessage(model, `${tinyHam[0]}. ${tinyHam[1]}. ${tinyHam[2]}.`, "en").probability).toBeLessThan(
      evidenceProbabilityMin
    )
  })
})
