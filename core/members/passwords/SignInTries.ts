import { Context } from "effect"
import type { Effect } from "effect"
import type { TryLimits } from "./TryLimits.ts"

/** Failed tries, by what they are counted for: an address of a member or of a browser, or a device, as a digest. Shared by all instances. */
export class SignInTries extends Context.Service<SignInTries, {
  /**
   * Decides by `waitMillis` and counts the try as failed in advance, in one transaction: many at once are no way around.
   *
   * @returns milliseconds to wait; 0 when it may be made. One that has to wait is not counted.
   */
  readonly begin: (key: string, now: Date, limits: TryLimits) => Effect.Effect<number>
  /** Takes back what was counted at this time: the try did not fail. */
  readonly takeBack: (key: string, at: Date) => Effect.Effect<void>
  /** Forgets all that was counted. */
  readonly forget: (key: string) => Effect.Effect<void>
  /** Removes what was last counted before; returns how many. */
  readonly sweep: (before: Date) => Effect.Effect<number>
}>()("gatehouse/core/members/passwords/SignInTries") {}
