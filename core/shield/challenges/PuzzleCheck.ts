import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { PuzzleAnswer, PuzzleProfile } from "../Puzzle.ts"

/** The queue of answers to check is longer than this machine can process soon. */
export class PuzzleCheckBusy extends Schema.TaggedError<PuzzleCheckBusy>()("PuzzleCheckBusy", {}) {}

/** Checks puzzle answers, off the request thread if the check is slow. */
export class PuzzleCheck extends Context.Service<PuzzleCheck, {
  /** Reports whether all answers are correct. */
  readonly areCorrect: (
    profile: PuzzleProfile,
    bits: number,
    seed: Uint8Array,
    answers: ReadonlyArray<PuzzleAnswer>
  ) => Effect.Effect<boolean, PuzzleCheckBusy>
}>()("gatehouse/core/shield/challenges/PuzzleCheck") {}
