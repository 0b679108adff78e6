import { Context, Schema } from "effect"
import type { Effect } from "effect"

/** Error when the queue for password hashing is full. */
export class PasswordsBusy extends Schema.TaggedError<PasswordsBusy>()("PasswordsBusy", {}) {}

/**
 * Hashes passwords slowly (OWASP Password Storage Cheat Sheet). Concurrency is limited, so that sign-ins do not delay
 * screening.
 */
export class Passwords extends Context.Service<Passwords, {
  /** Returns the hash of a password, which includes its parameters and salt. */
  readonly hash: (password: string) => Effect.Effect<string, PasswordsBusy>
  /** Verifies a password. Returns false for a malformed hash, so that tampered data cannot stop the server. */
  readonly verify: (password: string, hash: string) => Effect.Effect<boolean, PasswordsBusy>
  /**
   * Hash that no known password matches. It is verified for unknown members, so that the response takes the same time.
   */
  readonly dummyHash: Effect.Effect<string>
}>()("gatehouse/core/members/passwords/Passwords") {}
