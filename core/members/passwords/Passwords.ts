import { Context, Schema } from "effect"
import type { Effect } from "effect"

/** So many wait for a slow hash that one more would wait too long. */
export class PasswordsBusy extends Schema.TaggedError<PasswordsBusy>()("PasswordsBusy", {}) {}

/**
 * Slow hashes of passwords (OWASP Password Storage Cheat Sheet), a few at a time: signing in must not starve what is screened.
 */
export class Passwords extends Context.Service<Passwords, {
  /** Carries its parameters and salt. */
  readonly hash: (password: string) => Effect.Effect<string, PasswordsBusy>
  /** False for what is no hash of ours, at once: a database that somebody wrote into must not stop the server. */
  readonly verify: (password: string, hash: string) => Effect.Effect<boolean, PasswordsBusy>
  /** A hash of nothing that anybody knows, to take the same time where there is no member. */
  readonly dummy: Effect.Effect<string>
}>()("gatehouse/core/members/passwords/Passwords") {}
