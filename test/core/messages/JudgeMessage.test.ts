import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bucketCount, clearedBuckets } from "../../../core/messages/features/FeatureHash.ts"
import { messageFeatures } from "../../../core/messages/features/MessageFeatures.ts"
import {
  evidenceProbabilityMin,
  fewWordsProbabilityMax,
  fullJudgmentWordsMin,
  judgeMessage
} from "../../../core/messages/JudgeMessage.ts"
import {
  evidenceCharsMax,
  evidencePhrasesMax,
  unspacedLettersMax
} from "../../../core/messages/model/MessageEvidence.ts"
import {
  calibratedProbability,
  headLogit,
  meanLogit,
  shiftedLogit,
  unsupportedLanguageFactor
} from "../../../core/messages/model/MessageLogit.ts"
import { type ClassifierHead, quantizeHead, type SpamModel } from "../../../core/messages/model/SpamModel.ts"
import { runs } from "../../support/TestRun.ts"
import { hostileText } from "./HostileTexts.ts"
import { tinyHam, tinyModel, tinySpam } from "./TinyModel.ts"

const model = tinyModel()
const judge = (text: string, language: string | null = "en") => judgeMessage(model, text, language)
const logit = fc.double({ min: -50, max: 50, noNaN: true })

describe("the judgment of a message", () => {
  it.each(tinySpam)("classifies %j as spam", (text) => expect(judge(text).probability).toBeGreaterThan(0.8))

  it.each([...tinySpam, tinySpam.join(". "), tinyHam.join(". ").repeat(4)])(
    "of %j does not depend on earlier uses of the shared set",
    (text) => {
      const expected = judge(text)
      clearedBuckets().fill(0xffff_ffff)
      expect(judge(text)).toEqual(expected)
    }
  )

  it.each(tinyHam)("classifies %j as no spam, without evidence", (text) => {
    expect(judge(text).probability).toBeLessThan(0.1)
    expect(judge(text).evidence).toEqual([])
  })

  it("is within bounds for any text and language, and independent of earlier messages", () => {
    fc.assert(
      fc.property(
        fc.array(hostileText(), { minLength: 2, maxLength: 4 }),
        fc.constantFrom("en", "ru", "eo", "xx", null),
        (texts, language) => {
          const first = texts.map((text) => judge(text, language))
          const second = texts.toReversed().map((text) => judge(text, language)).toReversed()
          expect(second).toEqual(first)
          for (const { evidence, probability, words } of first) {
            expect(probability).toBeGreaterThanOrEqual(0)
            expect(probability).toBeLessThanOrEqual(1)
            expect(Number.isInteger(words)).toBe(true)
            expect(evidence.length).toBeLessThanOrEqual(evidencePhrasesMax)
            for (const { share, text } of evidence) {
              expect(share).toBeGreaterThan(0)
              expect(share).toBeLessThanOrEqual(1)
              expect(text.isWellFormed() && text.length > 0 && text.length <= evidenceCharsMax).toBe(true)
              expect(text).not.toMatch(/[\p{Cf}\p{Cc}]/u)
            }
          }
        }
      ),
      runs(60)
    )
  })

  it.each(["", " \n", "...", "https://casino.example", "\ud800"])(
    "has a low probability for %j, which has no words",
    (text) => {
      expect(judge(text)).toEqual({ probability: judge(text).probability, words: 0, evidence: [], disguises: [] })
      expect(judge(text).probability).toBeLessThanOrEqual(fewWordsProbabilityMax)
    }
  )

  it("is weaker for fewer words", () => {
    const ordinary = judge("meeting next")
    expect(ordinary.probability).toBeLessThan(fewWordsProbabilityMax / 2)
    const [one, two, three] = ["viagra", "cheap viagra", "buy cheap viagra"].map((text) => judge(text))
    const plain = calibratedProbability(
      model.calibration,
      shiftedLogit(model, meanLogit(model, messageFeatures("viagra")), "en")
    )
    expect(one!.words).toBe(1)
    expect(fullJudgmentWordsMin).toBeGreaterThan(one!.words)
    expect(one!.probability).toBeLessThan(plain)
    expect(one!.probability).toBeCloseTo(
      fewWordsProbabilityMax + (plain - fewWordsProbabilityMax) / fullJudgmentWordsMin,
      12
    )
    expect(two!.probability).toBeGreaterThan(one!.probability)
    expect(three!.probability).toBeGreaterThan(two!.probability)
  })

  it("equals that of the plain message for its disguised twins, and reports the disguise", () => {
    const plain = judge("free casino bonus money")
    for (
      const twin of [
        "frее саsinо bоnus mоnеу",
        "f\u200bree ca\u200bsino b\u200bonus money",
        "fr33 c@sino b0nus m0n3y",
        "f.r.e.e c.a.s.i.n.o b-o-n-u-s m.o.n.e.y"
      ]
    ) {
      expect(judge(twin).probability).toBeCloseTo(plain.probability, 6)
      expect(judge(twin).disguises).toHaveLength(1)
    }
  })

  it("is higher for filler with spam after or before it than for the filler", () => {
    const filler = "could you please send me a quotation for two pumps and thank you for the meeting ".repeat(400)
    const plain = judge(filler).probability
    for (const text of [`${tinySpam.join(" ")} ${filler}`, `${filler} ${tinySpam.join(" ")}`]) {
      expect(meanLogit(model, messageFeatures(text))).toBeGreaterThan(meanLogit(model, messageFeatures(filler)))
      expect(judge(text).probability).toBeGreaterThanOrEqual(plain)
    }
  })
})

/** Returns a head in which only these buckets have weights. */
const headOf = (buckets: Iterable<number>): ClassifierHead => {
  const weights = new Float64Array(bucketCount)
  for (const bucket of buckets) weights[bucket] = 9
  return quantizeHead(0, weights)
}

const evidenceOf = (heads: Partial<SpamModel>, text: string): ReadonlyArray<string> =>
  judgeMessage({ ...model, ...heads }, text, "en").evidence.map((one) => one.text)

describe("evidence", () => {
  it("names the parts that raised the probability, as written", () => {
    const { evidence, probability } = judge("Hello, Buy CHEAP v1agr@ now, casino bonus, at the meeting")
    expect(probability).toBeGreaterThan(evidenceProbabilityMin)
    expect(evidence.map(({ text }) => text).join("|")).toMatch(/v1agr@/)
    expect(evidence.map(({ text }) => text).join("|")).not.toMatch(/meeting|please|Hello/)
    const shares = evidence.map(({ share }) => share)
    expect(shares).toEqual(shares.toSorted((one, other) => other - one))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1.000001)
  })

  it("names no word twice and no address", () => {
    const { evidence } = judge("casino Casino CASINO bonus https://casino.example/bonus free casino bonus money")
    const words = evidence.flatMap(({ text }) => text.toLowerCase().split(" "))
    expect(evidence.length).toBeGreaterThan(0)
    expect(words.filter((word) => word.includes("example"))).toEqual([])
    expect(new Set(evidence.map(({ text }) => text.toLowerCase())).size).toBe(evidence.length)
  })

  it("is a few letters in a script without spaces", () => {
    const { evidence } = judge("我们公司的同事都说你应该立刻加微信投资赚钱因为这个平台兼职日结", "zh")
    expect(evidence).toHaveLength(1)
    expect(evidence[0]!.text).toMatch(/投资|赚钱|兼职|日结|微信/)
    expect(evidence[0]!.text.length).toBeLessThanOrEqual(unspacedLettersMax)
  })

  it("is a pair of words if the pair is more telling, with no word in two pairs", () => {
    expect(evidenceOf({ all: headOf([]) }, "buy cheap viagra now")).toEqual(["buy cheap", "viagra"])
  })

  it("includes character sequences", () => {
    expect(evidenceOf({ words: headOf([]) }, "buy cheap viagra now")).toEqual(["viagra", "cheap", "buy"])
  })

  it("has shares of the sum of both heads", () => {
    const text = "casino and bonus for all of us"
    const { all, words } = messageFeatures(text)
    const heads = { words: headOf([words[0]!]), all: headOf([words[3]!]) }
    const [ofWords, ofAll] = [1 / Math.sqrt(words.length), 1 / Math.sqrt(all.length)]
    const { evidence } = judgeMessage({ ...model, ...heads }, text, "en")
    expect(evidence.map((one) => one.text)).toEqual(["casino", "bonus"])
    expect(evidence[0]!.share).toBeCloseTo(ofWords / (ofWords + ofAll), 12)
    expect(evidence[1]!.share).toBeCloseTo(ofAll / (ofWords + ofAll), 12)
  })

  it.each([
    ["free\n\tcasino", "free casino"],
    ["fr\u200bee cas\u00adino", "free casino"],
    [`${"x".repeat(53)} casino`, `${"x".repeat(53)} casino`],
    [`${"x".repeat(54)} casino`, `${"x".repeat(54)} casin`],
    [`${"x".repeat(59)} casino`, "x".repeat(59)],
    [`${"x".repeat(59)}𝐜𝐚𝐬𝐢𝐧𝐨`, "x".repeat(59)]
  ])("is displayed on one line of at most 60 characters: %j", (text, shown) => {
    const head = headOf(messageFeatures(text).words)
    expect(evidenceOf({ words: head, all: head }, text)).toEqual([shown])
  })

  it("is at most five pieces, each with at least 2% of the total", () => {
    const known = "casino bonus profit loan viagra forex"
    const words = headOf(known.split(" ").map((word) => messageFeatures(word).words[0]!))
    expect(evidenceOf({ words, all: headOf([]) }, known)).toEqual(known.split(" ").slice(0, 5))
    const [casino, bonus] = ["casino", "bonus"].map((word) => headOf([messageFeatures(word).words[0]!]))
    const weak = (scale: number) => ({ words: casino!, all: { ...bonus!, scale: bonus!.scale * scale } })
    expect(evidenceOf(weak(0.1), "casino and bonus")).toEqual(["casino", "bonus"])
    expect(evidenceOf(weak(0.01), "casino and bonus")).toEqual(["casino"])
  })

  it.each([
    ["投资", "投资的同事都说你应该立刻因为这个", "投资的同事都说你"],
    ["投资", "的同事都说投资你应该立刻因为这个", "的同事都说投资你"],
    ["投资", "的同事都说你应该立刻因为这个投资", "立刻因为这个投资"],
    ["投资", "应该立刻投资你", "应该立刻投资你"],
    ["投 微", "投的同事都说你应该立刻因为这个微", "投的同事都说你应"]
  ])("for %s is the most telling eight letters of %s: %s", (known, text, shown) => {
    const head = headOf(messageFeatures(known).words)
    expect(evidenceOf({ words: head, all: head }, text)).toEqual([shown])
  })

  it("names an amount with its currency", () => {
    const words = headOf(messageFeatures("$5,000.00").words)
    expect(evidenceOf({ words }, "we will pay you $ 5,000.00 today")[0]).toBe("$ 5,000.00")
  })

  it("contains no invisible characters", () => {
    const { evidence } = judge("free ca\u200bsi\u200bno bonus\n\n money")
    expect(evidence.map(({ text }) => text).join(" ")).toMatch(/casino/)
  })
})

describe("languages", () => {
  it("do not score worse if they are unknown", () => {
    fc.assert(fc.property(logit, (value) => {
      const known: SpamModel = { ...model, otherOffset: 0 }
      expect(shiftedLogit(known, value, "eo")).toBeLessThanOrEqual(shiftedLogit(known, value, "en"))
      expect(shiftedLogit(known, value, "xx")).toBeLessThanOrEqual(shiftedLogit(known, value, "en"))
    }))
  })

  it("shift the logit as the model defines", () => {
    expect(shiftedLogit(model, 1, "ru")).toBe(0.875)
    expect(shiftedLogit(model, 1, null)).toBe(0.75)
    expect(shiftedLogit(model, 1, "xx")).toBe(0.75 * unsupportedLanguageFactor)
    expect(shiftedLogit(model, -1, "xx")).toBe(-1.25)
  })
})

describe("the calibration", () => {
  it("passes through its points and never decreases", () => {
    for (const knot of model.calibration) {
      expect(calibratedProbability(model.calibration, knot.logit)).toBe(knot.probability)
    }
    fc.assert(fc.property(logit, logit, (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one]
      expect(calibratedProbability(model.calibration, low)).toBeLessThanOrEqual(
        calibratedProbability(model.calibration, high)
      )
      expect(calibratedProbability(model.calibration, low)).toBeGreaterThanOrEqual(0.01)
      expect(calibratedProbability(model.calibration, high)).toBeLessThanOrEqual(0.99)
    }))
  })
})

describe("the logit of a head", () => {
  it("is identical to the bit in any order of the buckets", () => {
    fc.assert(fc.property(fc.uniqueArray(fc.nat(262_143), { minLength: 1, maxLength: 200 }), (buckets) => {
      expect(headLogit(model.all, Uint32Array.from(buckets.toReversed()))).toBe(
        headLogit(model.all, Uint32Array.from(buckets))
      )
    }))
  })

  it("is the bias for a message without features", () => expect(headLogit(model.all, new Uint32Array(0))).toBe(-0.25))
})
