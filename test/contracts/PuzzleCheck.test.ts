import { Effect, Exit, Fiber, Layer, Logger } from "effect"
import { argon2Sync, createHash } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import * as PuzzleCheckThreads from "../../adapters/puzzles/PuzzleCheckThreads.ts"
import { PuzzleCheck } from "../../core/shield/challenges/PuzzleCheck.ts"
import { counterMax, type PuzzleAnswer, type PuzzleProfile, puzzlesMax } from "../../core/shield/Puzzle.ts"

const seed = Uint8Array.from({ length: 16 }, (_, at) => at * 7)

/** Computes the hash of a solution, independently of the product. `core/shield/Puzzle.ts` defines it. */
const hashOf = (profile: PuzzleProfile, index: number, counter: number): Buffer => {
  const nonce = createHash("sha256").update(Buffer.from([...seed, index])).digest().subarray(0, 16)
  if (profile === "sha256") return createHash("sha256").update(nonce).update(`${counter}`).digest()
  return argon2Sync("argon2id", {
    message: `${counter}`,
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 1_024,
    passes: 1
  })
}

const zerosOf = (hash: Buffer): number => Math.clz32(hash.readUInt32BE(0))

/** Finds the first counter that solves a puzzle, and the first that does not. */
const answersOf = (profile: PuzzleProfile, bits: number, index: number) => {
  let right = 0
  while (zerosOf(hashOf(profile, index, right)) < bits) right++
  let wrong = 0
  while (zerosOf(hashOf(profile, index, wrong)) >= bits) wrong++
  return { right: { index, counter: right }, wrong: { index, counter: wrong } }
}

const run = <A, E>(effect: Effect.Effect<A, E, PuzzleCheck>, options?: PuzzleCheckThreads.PuzzleCheckOptions) =>
  Effect.runPromise(
    effect.pipe(Effect.provide(PuzzleCheckThreads.layer(options)), Effect.provide(Logger.layer([])))
  )

describe.each([["argon2id", 4], ["sha256", 10]] as const)("PuzzleCheck of %s", (profile, bits) => {
  let right: ReadonlyArray<PuzzleAnswer>
  let wrong: ReadonlyArray<PuzzleAnswer>
  beforeAll(() => {
    const both = [0, 1, 2, 7, puzzlesMax - 1].map((index) => answersOf(profile, bits, index))
    right = both.map(({ right }) => right)
    wrong = both.map(({ wrong }) => wrong)
  })

  const expectAccepted = (bits: number, answers: ReadonlyArray<PuzzleAnswer>) =>
    Effect.flatMap(PuzzleCheck, ({ areCorrect }) => areCorrect(profile, bits, seed, answers))

  it("accepts correct answers, alone and together, in any order", () =>
    run(Effect.gen(function*() {
      expect(yield* expectAccepted(bits, right)).toBe(true)
      expect(yield* expectAccepted(bits, right.toReversed())).toBe(true)
      for (const one of right) expect(yield* expectAccepted(bits, [one])).toBe(true)
      expect(yield* expectAccepted(bits, [])).toBe(true)
    })))

  it("detects one wrong answer among correct ones, at any position", () =>
    run(Effect.gen(function*() {
      for (const [at, one] of wrong.entries()) expect(yield* expectAccepted(bits, right.with(at, one))).toBe(false)
    })))

  it("requires exactly the given number of zeros", () =>
    run(Effect.gen(function*() {
      for (const { counter, index } of right) {
        const zeros = zerosOf(hashOf(profile, index, counter))
        expect(yield* expectAccepted(zeros, [{ index, counter }])).toBe(true)
        expect(yield* expectAccepted(zeros + 1, [{ index, counter }])).toBe(false)
      }
    })))

  it("accepts no answer for another puzzle or under another seed", () =>
    run(Effect.gen(function*() {
      const moved = right.map(({ counter, index }) => ({ counter, index: (index + 1) % puzzlesMax }))
      expect(yield* expectAccepted(bits, moved)).toBe(false)
      const { areCorrect } = yield* PuzzleCheck
      expect(yield* areCorrect(profile, bits, new Uint8Array(16), right)).toBe(false)
    })))

  it("rejects what cannot be an answer", () =>
    run(Effect.gen(function*() {
      const [{ counter }] = right as [PuzzleAnswer]
      for (const odd of [-1, 1.5, NaN, Infinity, counterMax + 1, 2 ** 53]) {
        expect(yield* expectAccepted(0, [{ index: 0, counter: odd }])).toBe(false)
        expect(yield* expectAccepted(0, [{ index: odd, counter }])).toBe(false)
        expect(yield* expectAccepted(odd === 1.5 ? odd : -1, right)).toBe(false)
      }
      expect(yield* expectAccepted(0, [{ index: puzzlesMax, counter }])).toBe(false)
      expect(yield* expectAccepted(257, right)).toBe(false)
      expect(yield* expectAccepted(256, right)).toBe(false)
      expect(yield* expectAccepted(0, Array.from({ length: puzzlesMax + 1 }, () => right[0]!))).toBe(false)
    })))
})

describe("PuzzleCheck in threads", () => {
  const any = Array.from({ length: 8 }, (_, index) => ({ index, counter: 0 }))
  const check = Effect.flatMap(PuzzleCheck, ({ areCorrect }) => areCorrect("argon2id", 0, seed, any))

  it("leaves the work to the threads", () =>
    run(Effect.gen(function*() {
      yield* check
      const before = { all: process.cpuUsage(), here: process.threadCpuUsage() }
      yield* Effect.all(Array.from({ length: 50 }, () => check), { concurrency: "unbounded" })
      const all = process.cpuUsage(before.all).user
      expect(process.threadCpuUsage(before.here).user).toBeLessThan(all / 2)
    })))

  it("accepts as many checks as may wait, refuses the rest, and answers all accepted ones", () =>
    run(
      Effect.gen(function*() {
        const exits = yield* Effect.all(Array.from({ length: 10 }, () => Effect.exit(check)), {
          concurrency: "unbounded"
        })
        expect(exits.filter(Exit.isSuccess)).toHaveLength(4)
        expect(JSON.stringify(exits.filter(Exit.isFailure)[0])).toContain("PuzzleCheckBusy")
        expect(yield* check).toBe(true)
      }),
      { threads: 1, queuedAnswersMax: 24 }
    ))

  it("skips checks whose callers have left", () =>
    run(
      Effect.gen(function*() {
        yield* Effect.forkChild(check)
        const second = yield* Effect.forkChild(check)
        yield* Effect.yieldNow
        expect(Exit.isFailure(yield* Effect.exit(check))).toBe(true)
        yield* Fiber.interrupt(second)
        expect(yield* check).toBe(true)
      }),
      { threads: 1, queuedAnswersMax: 8 }
    ))

  it("ends a check that takes too long, reports \"busy\", and continues with another thread", () =>
    run(
      Effect.gen(function*() {
        const exit = yield* Effect.exit(check)
        expect(Exit.isFailure(exit)).toBe(true)
        expect(JSON.stringify(exit)).toContain("PuzzleCheckBusy")
      }),
      { threads: 1, checkMillisMax: 0 }
    ))

  it("answers all waiting callers if it closes during checks", async () => {
    const exits = await run(
      Effect.gen(function*() {
        const context = yield* Layer.build(PuzzleCheckThreads.layer({ threads: 1 })).pipe(Effect.scoped)
        return yield* Effect.exit(Effect.provide(check, context))
      })
    )
    expect(JSON.stringify(exits)).toContain("PuzzleCheckBusy")
  })
})
