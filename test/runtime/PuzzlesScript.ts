import { Effect } from "effect"
import * as PuzzleCheckThreads from "../../adapters/puzzles/PuzzleCheckThreads.ts"
import { findCounter } from "../../apps/widget/solver/Search.ts"
import { PuzzleCheck } from "../../core/shield/challenges/PuzzleCheck.ts"

const seed = Uint8Array.from({ length: 16 }, (_, at) => 255 - at)

const report = Effect.gen(function*() {
  const { areCorrect } = yield* PuzzleCheck
  const report: Record<string, unknown> = {}
  for (const [profile, bits] of [["argon2id", 4], ["sha256", 10]] as const) {
    const answers = yield* Effect.promise(() =>
      Promise.all([0, 1, 63].map(async (index) => ({
        index,
        counter: await findCounter({ profile, bits, seed, index }, Infinity, () => Promise.resolve())
      })))
    )
    const wrong = answers.map(({ counter, index }) => ({ index, counter: counter + 1 }))
    report[profile] = {
      answers,
      right: yield* areCorrect(profile, bits, seed, answers),
      wrong: yield* areCorrect(profile, bits, seed, wrong)
    }
  }
  return report
})

/** Solves puzzles, and reports how threads judge the correct and wrong solutions. */
export const puzzlesReport = () => Effect.runPromise(Effect.provide(report, PuzzleCheckThreads.layer()))
