import { describe, expect, it } from "vitest"
import { likelyText, pointsText, textPoints } from "../../../apps/dashboard/shared/leads/LeadMeanings.ts"
import { judgeText, pointsOfProbability } from "../../../core/leads/judge/JudgeText.ts"
import { analysisOf } from "../../../core/leads/signals/LeadAnalysis.ts"

describe("what the text of a lead counts", () => {
  it("is told of what it could count", () => {
    expect(textPoints(0.8, 45)).toBe("45 of at most 88 points")
    expect(textPoints(0.5, 60)).toBe("18 of at most 88 points")
  })

  it("is told as a bound where few words would count less", () => {
    expect(textPoints(0.97, 92)).toBe("up to 88 points")
    expect(textPoints(0.97, 84)).toBe("up to 88 points")
  })

  it("has the same bound as where the probability is not known: of an answer in Try it", () => {
    expect(textPoints(0.995, 99)).toBe(pointsText("spam_content"))
  })

  it("is what few words count where the score leaves nothing else", () => {
    expect(textPoints(0.97, 76)).toBe("74 of at most 88 points")
  })

  it("agrees with what is judged, whatever the probability and the number of words", () => {
    for (let at = 40; at <= 100; at++) {
      for (const words of [3, 40]) {
        const [probability, evidence] = [at / 100, [] as const]
        const signals = judgeText("Hello there", { probability, words, evidence, disguises: [] }, "en")
        const { riskScore } = analysisOf(signals, { language: "en", spamProbability: probability })
        const points = pointsOfProbability(probability, words)
        const told = textPoints(probability, riskScore)
        const bound = Number(/^up to (\d+)/.exec(told)?.[1] ?? /^(\d+) of/.exec(told)![1])
        if (told.startsWith("up to")) expect(points, told).toBeLessThanOrEqual(bound)
        else expect(points, told).toBe(bound)
      }
    }
  })

  it("is never certain", () => {
    expect([1, 0.999, 0.93, 0.4].map(likelyText)).toEqual(["99%", "99%", "93%", "40%"])
  })
})
