import { Context } from "effect"
import type { Effect } from "effect"

/**
 * Slow hashes of passwords (OWASP Password Storage Cheat Sheet), a few at a time: signing in must not starve what is screened.
 */
export class Passwords extends Context.Service<Passwords, {
  /** Carries its parameters and salt. */
  readonly hash: (password: string) => Effect.Effect<string>
  /** False also for what is no hash of ours. Takes the same time for any. */
  readonly verify: (password: string, hash: string) => Effect.Effect<boolean>
  /** A hash of nothing that anybody knows, to take the same time where there is no member. */
  readonly dummy: Effect.Effect<string>
}>()("gatehouse/core/ports/Passwords") {}
