import { Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { availableParallelism } from "node:os"
import { PuzzleCheck, PuzzleCheckBusy } from "../../core/shield/challenges/PuzzleCheck.ts"
import { counterMax, type PuzzleAnswer, puzzlesMax } from "../../core/shield/Puzzle.ts"
import { CheckFault, checkMillisMax, CheckPool } from "./CheckPool.ts"
import { hasLeadingZeroBits, saltOf } from "./PuzzleHash.ts"

/**
 * Maximum number of threads. A machine with few cores gets fewer threads, because one core is reserved for requests.
 */
export const checkThreadsMax = 4
/** Maximum number of queued answers. They take one thread about 0.25 s. */
export const queuedAnswersMax = 512
/** Hash length in bits of SHA-256, and of Argon2id as used here. */
export const hashBits = 256

export interface PuzzleCheckOptions {
  readonly threads?: number
  readonly queuedAnswersMax?: number
  readonly checkMillisMax?: number
}

/**
 * Returns a layer that checks SHA-256 directly and Argon2id in threads. Argon2id runs in WebAssembly, which behaves
 * identically on every runtime. WebAssembly takes a fifth less time than Argon2id in `node:crypto`, which only Bun, and
 * Node from 24.7 on, provide. It also leaves the thread pool to file and DNS operations.
 */
export const layer = (options: PuzzleCheckOptions = {}): Layer.Layer<PuzzleCheck> =>
  Layer.effect(
    PuzzleCheck,
    Effect.gen(function*() {
      const threads = yield* Effect.acquireRelease(
        Effect.sync(() =>
          new CheckPool({
            threads: options.threads ?? Math.max(1, Math.min(checkThreadsMax, availableParallelism() - 1)),
            queuedAnswersMax: options.queuedAnswersMax ?? queuedAnswersMax,
            checkMillisMax: options.checkMillisMax ?? checkMillisMax
          })
        ),
        (threads) => Effect.promise(() => threads.close())
      )
      return PuzzleCheck.of({
        areCorrect: (profile, bits, seed, answers) => {
          if (!isInRange(bits, answers)) return Effect.succeed(false)
          if (answers.length === 0) return Effect.succeed(true)
          if (profile === "sha256") return Effect.sync(() => checkSha256(bits, seed, answers))
          return Effect.flatMap(runCheck(threads, bits, seed, answers), toEffect)
        }
      })
    })
  )

/** Reports whether the difficulty and the answers, which are untrusted input, are within the valid ranges. */
const isInRange = (bits: number, answers: ReadonlyArray<PuzzleAnswer>): boolean =>
  isBetween(bits, 0, hashBits) && answers.length <= puzzlesMax &&
  answers.every(({ counter, index }) => isBetween(counter, 0, counterMax) && isBetween(index, 0, puzzlesMax - 1))

const isBetween = (number: number, least: number, most: number): boolean =>
  Number.isInteger(number) && number >= least && number <= most

const runCheck = (threads: CheckPool, bits: number, seed: Uint8Array, answers: ReadonlyArray<PuzzleAnswer>) =>
  Effect.callback<boolean | CheckFault, PuzzleCheckBusy>((resume) => {
    const id = threads.submit({ bits, seed, answers }, (outcome) => resume(Effect.succeed(outcome)))
    if (id === null) return resume(Effect.fail(new PuzzleCheckBusy({})))
    return Effect.sync(() => threads.cancel(id))
  })

/** Logs a failed check for the operator. The visitor gets the same response as under overload. */
const toEffect = (outcome: boolean | CheckFault): Effect.Effect<boolean, PuzzleCheckBusy> =>
  outcome instanceof CheckFault
    ? Effect.andThen(Effect.logError("Puzzles cannot be checked", outcome), Effect.fail(new PuzzleCheckBusy({})))
    : Effect.succeed(outcome)

/** Checks SHA-256 answers. Each takes 1 to 2 µs, less than a message to a thread. */
const checkSha256 = (bits: number, seed: Uint8Array, answers: ReadonlyArray<PuzzleAnswer>): boolean =>
  answers.every(({ counter, index }) =>
    hasLeadingZeroBits(createHash("sha256").update(saltOf(seed, index)).update(String(counter)).digest(), bits)
  )
