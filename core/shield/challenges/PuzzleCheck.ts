import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { PuzzleAnswer, PuzzleProfile } from "../Puzzle.ts"

/** The queue of answers to check is too long. */
export class PuzzleCheckBusy extends Schema.TaggedError<PuzzleCheckBusy>()("PuzzleCheckBusy", {}) {}

/** Checks puzzle answers. Slow checks do not run on the thread that serves requests. */
export class PuzzleCheck extends Context.Service<PuzzleCheck, {
  /** Reports whether all answers are correct. */
  readonly areCorrect: (
    profile: PuzzleProfile,
    bits: number,
    seed: Uint8Array,
    answers: ReadonlyArray<PuzzleAnswer>
  ) => Effect.Effect<boolean, PuzzleCheckBusy>
}>()("gatehouse/core/shield/challenges/PuzzleCheck") {}
