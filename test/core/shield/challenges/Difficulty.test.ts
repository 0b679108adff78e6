import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import {
  checkedAnswerCount,
  hashesMean,
  hashesMeanMax,
  solveMillisMin,
  tierThresholds,
  tierWork,
  workFor
} from "../../../../core/shield/challenges/Difficulty.ts"
import { counterMax, puzzlesMax } from "../../../../core/shield/Puzzle.ts"
import { answersOf, sampleAnswers } from "../../../../core/shield/tokens/RedeemChallenge.ts"

const calm = { network: 1, address: 1, instance: 1 }
const profile = fc.constantFrom("argon2id" as const, "sha256" as const)
const amount = fc.double({ min: 0, max: 1e9, noNaN: true })
const pressure = fc.record({ network: amount, address: amount, instance: amount })

describe("workFor", () => {
  it("assigns a calm visitor sixteen puzzles of four bits", () => {
    assert.deepStrictEqual(workFor("argon2id", calm), { profile: "argon2id", puzzles: 16, bits: 4 })
    assert.deepStrictEqual(workFor("sha256", calm), { profile: "sha256", puzzles: 16, bits: 13 })
  })

  it("increases exactly at each threshold of either pressure", () => {
    for (const kind of ["network", "address", "instance"] as const) {
      for (const [at, start] of tierThresholds[kind].entries()) {
        const work = (value: number) => workFor("argon2id", { ...calm, [kind]: value })
        assert.deepInclude(work(start - 0.001), tierWork.argon2id[at]!)
        assert.deepInclude(work(start), tierWork.argon2id[at + 1]!)
      }
    }
  })

  it("never decreases with more pressure, and stays within the capacity of a phone", () => {
    fc.assert(fc.property(profile, pressure, pressure, (profile, one, more) => {
      const sum = {
        network: one.network + more.network,
        address: one.address + more.address,
        instance: one.instance + more.instance
      }
      const [less, most] = [workFor(profile, one), workFor(profile, sum)]
      assert.isAtMost(hashesMean(less), hashesMean(most))
      assert.isAtMost(hashesMean(most), hashesMeanMax[profile])
      assert.isAtMost(most.puzzles, puzzlesMax)
      assert.isAbove(solveMillisMin(most), 0)
      // At the maximum, the fastest machine takes less than 100 ms.
      assert.isBelow(solveMillisMin(most), 100)
    }))
  })
})

describe("sampleAnswers", () => {
  const random = (seed: number) => {
    let state = seed
    return (count: number) =>
      Uint8Array.from({ length: count }, () => (state = Math.imul(state, 1_103_515_245) + 12_345 >>> 0) >>> 16)
  }

  it("returns the configured number of distinct answers with their counters", () => {
    fc.assert(fc.property(profile, pressure, fc.integer(), (profile, pressure, seed) => {
      const work = workFor(profile, pressure)
      const answers = answersOf(work, Array.from({ length: work.puzzles }, (_, index) => index * 3))!
      const sample = sampleAnswers(work, answers, random(seed))
      assert.lengthOf(sample, checkedAnswerCount(work))
      assert.strictEqual(new Set(sample.map(({ index }) => index)).size, sample.length)
      for (const { counter, index } of sample) assert.strictEqual(counter, index * 3)
    }))
  })

  it("selects each pair about equally often", () => {
    const work = workFor("argon2id", calm)
    const answers = answersOf(work, Array.from({ length: work.puzzles }, () => 0))!
    const next = random(7)
    const seen = new Map<string, number>()
    for (let at = 0; at < 120_000; at++) {
      const pair = sampleAnswers(work, answers, next).map(({ index }) => index).join()
      seen.set(pair, (seen.get(pair) ?? 0) + 1)
    }
    assert.strictEqual(seen.size, 120)
    // The count of each pair has a mean of 1,000 and a standard deviation of 31.5. The tolerance of 200 is more than
    // six standard deviations.
    for (const count of seen.values()) assert.approximately(count, 1_000, 200)
  })

  it("selects the first answers for the lowest random bytes and the last ones for the highest", () => {
    const work = workFor("argon2id", calm)
    const answers = answersOf(work, Array.from({ length: work.puzzles }, () => 0))!
    const indices = (fill: number) =>
      sampleAnswers(work, answers, (count) => new Uint8Array(count).fill(fill)).map(({ index }) => index)
    assert.deepStrictEqual(indices(0), [0, 1])
    assert.deepStrictEqual(indices(255), [14, 15])
  })
})

describe("answersOf", () => {
  it("accepts one integer per puzzle and never throws", () => {
    const work = { profile: "argon2id", puzzles: 2, bits: 3 } as const
    assert.deepStrictEqual(answersOf(work, [0, counterMax]), [{ index: 0, counter: 0 }, {
      index: 1,
      counter: counterMax
    }])
    assert.isNull(answersOf(work, [0, counterMax + 1]))
    fc.assert(fc.property(fc.array(fc.anything()), (counters) => {
      const answers = answersOf(work, counters)
      if (answers !== null) assert.deepStrictEqual(answers.map(({ counter }) => counter), counters as Array<number>)
    }))
  })
})
