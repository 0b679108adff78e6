import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { marksSource } from "../../../core/leads/records/TrainingMessages.ts"
import { judgeMessage } from "../../../core/messages/JudgeMessage.ts"
import { exponential, logistic, makeRandom, shuffledIndices } from "../../../scripts/spam/Arithmetic.ts"
import { trainNaiveBayes } from "../../../scripts/spam/NaiveBayes.ts"
import { trainModel } from "../../../scripts/spam/TrainModel.ts"
import { lessonWeights } from "../../../scripts/spam/Weights.ts"
import { fewLessons } from "./FewLessons.ts"
import { inventSentence } from "./InventSentence.ts"

/** Model that several tests share, because each training takes 0.25 s. */
const model = trainModel("test", fewLessons, () => "en")

describe("training", () => {
  // Trains in separate processes, as `npm run spam:train` does; see `logitOf`.
  it("writes a bit-identical file for the same lessons", async () => {
    const train = () => promisify(execFile)(process.execPath, [join(import.meta.dirname, "TrainTwice.ts")])
    const digests = (await Promise.all([train(), train()])).flatMap(({ stdout }) => JSON.parse(stdout))
    expect(digests).toEqual(Array.from({ length: 4 }, () => digests[0]))
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/)
  })

  it("reports its steps", () => {
    const phases: Array<[string, number]> = []
    let steps = 0
    const progress = { begin: (what: string, size: number) => phases.push([what, size]), step: () => steps++ }
    trainModel("test", fewLessons, () => "en", progress)
    expect(phases.map(([what]) => what)).toEqual(["features", "learning"])
    expect(steps).toBe(phases.reduce((sum, [, size]) => sum + size, 0))
  })

  it("learns to distinguish spam from ordinary messages", () => {
    const spam = judgeMessage(model, "we sell cheap backlinks for you and more of that", "en").probability
    const ordinary = judgeMessage(model, "may we have an appointment on monday please and soon", "en").probability
    expect(spam).toBeGreaterThan(0.8)
    expect(ordinary).toBeLessThan(0.1)
  })

  it("knows the languages of the project's own lessons", () => {
    expect([...model.languages.keys()].toSorted()).toEqual(["de", "en"])
    expect(model.otherOffset).toBeLessThanOrEqual(0)
  })

  it("calibrates with scores of held-out lessons, so memorized ones do not count", () => {
    const luck = fewLessons.map((lesson, at) => ({ ...lesson, text: inventSentence(at, at), source: "authored" }))
    const model = trainModel("luck", luck, () => "en")
    const probabilities = luck.map(({ text }) => judgeMessage(model, text, "en").probability)
    expect(Math.max(...probabilities)).toBeLessThan(0.8)
  })
})

describe("weights of lessons", () => {
  it("balance spam and ordinary messages, and give large sets less than their size", () => {
    const many = Array.from(
      { length: 5_000 },
      (_, at) => ({ ...fewLessons[0]!, spam: at % 5 === 0, source: "clinc150" })
    )
    const weights = lessonWeights([...many, { ...fewLessons[1]!, source: "banking77" }])
    const sum = (spam: boolean) => weights.reduce((all, weight, at) => all + (many[at]?.spam === spam ? weight : 0), 0)
    expect(sum(true)).toBeCloseTo(sum(false) + weights[5_000]!, 6)
    expect(weights[5_000]! / weights[1]!).toBeCloseTo(2, 6)
  })
})

describe("arithmetic", () => {
  it("matches the engine to thirteen digits", () => {
    for (let x = -40; x <= 40; x += 0.37) {
      expect(Math.abs(exponential(x) / Math.exp(x) - 1)).toBeLessThan(1e-13)
      expect(logistic(x)).toBeCloseTo(1 / (1 + Math.exp(-x)), 12)
    }
    expect(logistic(1e6)).toBe(1)
    expect(logistic(-1e6)).toBe(0)
  })

  it("shuffles identically for the same seed", () => {
    expect(shuffledIndices(50, makeRandom(7))).toEqual(shuffledIndices(50, makeRandom(7)))
    expect(shuffledIndices(50, makeRandom(7))).not.toEqual(shuffledIndices(50, makeRandom(8)))
    expect([...shuffledIndices(50, makeRandom(7))].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, at) => at)
    )
  })
})

describe("plain naive Bayes", () => {
  it("is the sum of its words' weights", () => {
    const score = trainNaiveBayes([{ ...fewLessons[0]!, text: "buy now", spam: true }, {
      ...fewLessons[1]!,
      text: "see you",
      spam: false
    }])
    expect(score("buy")).toBeCloseTo(Math.log(2), 10)
    expect(score("SEE")).toBeCloseTo(-Math.log(2), 10)
    expect(score("buy see unknown")).toBeCloseTo(0, 10)
  })
})

describe("an operator's labels", () => {
  it("are learned, but a few of them do not decide the calibration", () => {
    const text = "quarterly gizmo delivery for the warehouse as ordered last week by telephone"
    const marks = Array.from(
      { length: 4 },
      (_, at) => ({ ...fewLessons[0]!, text: `${text} ${at}`, source: marksSource, fold: at })
    )
    const before = judgeMessage(model, text, "en").probability
    const marked = trainModel("marks", [...fewLessons, ...marks], () => "en")
    expect(judgeMessage(marked, text, "en").probability).toBeGreaterThan(Math.max(before, 0.5))
    const ordinary = "may we have an appointment on monday please and soon"
    expect(judgeMessage(marked, ordinary, "en").probability).toBeLessThan(0.2)
  })
})
