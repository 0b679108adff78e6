import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { PuzzleAnswer, PuzzleProfile } from "../Puzzle.ts"

/** More answers wait to be checked than the machine can check soon. */
export class PuzzleCheckBusy extends Schema.TaggedError<PuzzleCheckBusy>()("PuzzleCheckBusy", {}) {}

/** Checks answers to puzzles, beside the thread that answers requests where that takes long. */
export class PuzzleCheck extends Context.Service<PuzzleCheck, {
  /** Whether every one of these is right. */
  readonly areRight: (
    profile: PuzzleProfile,
    bits: number,
    seed: Uint8Array,
    answers: ReadonlyArray<PuzzleAnswer>
  ) => Effect.Effect<boolean, PuzzleCheckBusy>
}>()("gatehouse/core/shield/challenges/PuzzleCheck") {}
