import { Context } from "effect"
import type { Effect } from "effect"

/** Failed tries, by what they are counted for: an address of a member or of a browser, as a digest. Shared by all instances. */
export class SignInTries extends Context.Service<SignInTries, {
  /** Counts one as failed, in advance; returns how many failed within the window before, this one not included, and when the last did. */
  readonly begin: (
    key: string,
    now: Date,
    windowMillis: number
  ) => Effect.Effect<{ readonly failed: number; readonly lastAt: Date | null }>
  /** Forgets what was counted. */
  readonly succeeded: (key: string) => Effect.Effect<void>
  /** Removes what is older; returns how many. */
  readonly sweep: (before: Date) => Effect.Effect<number>
}>()("gatehouse/core/ports/SignInTries") {}
