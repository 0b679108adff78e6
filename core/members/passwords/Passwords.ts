import { Context, Schema } from "effect"
import type { Effect } from "effect"

/** The queue for password hashing is too long. */
export class PasswordsBusy extends Schema.TaggedError<PasswordsBusy>()("PasswordsBusy", {}) {}

/** Slow password hashing (OWASP Password Storage Cheat Sheet). Concurrency is limited so that sign-ins do not starve screening. */
export class Passwords extends Context.Service<Passwords, {
  /** The result contains its parameters and salt. */
  readonly hash: (password: string) => Effect.Effect<string, PasswordsBusy>
  /** Returns false for a malformed hash, so that tampered data cannot stop the server. */
  readonly verify: (password: string, hash: string) => Effect.Effect<boolean, PasswordsBusy>
  /** Hash of an unknown password. Verified for unknown members, so that the response takes the same time. */
  readonly dummyHash: Effect.Effect<string>
}>()("gatehouse/core/members/passwords/Passwords") {}
