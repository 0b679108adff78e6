import { Schema } from "effect"

/** Error for an unknown address or a wrong password. The message does not distinguish them. */
export class SignInRefused extends Schema.TaggedError<SignInRefused>()("SignInRefused", {}) {
  override get message(): string {
    return "The email address or password is wrong."
  }
}

/**
 * Error after too many failed attempts. Attempts with unknown addresses are counted too, so the error does not reveal
 * whether the member exists.
 */
export class TooManyAttempts extends Schema.TaggedError<TooManyAttempts>()("TooManyAttempts", {
  retryAfterSeconds: Schema.Int
}) {
  override get message(): string {
    const seconds = this.retryAfterSeconds
    return seconds <= 90
      ? `Too many attempts. Wait ${seconds} ${seconds === 1 ? "second" : "seconds"}, then try again.`
      : `Too many attempts. Wait ${Math.ceil(seconds / 60)} minutes, then try again.`
  }
}

/** Error for invalid input, with one sentence per field (`name`, `email`, `password`, `current`). */
export class InvalidMember extends Schema.TaggedError<InvalidMember>()("InvalidMember", {
  fields: Schema.Record(Schema.String, Schema.String)
}) {
  override get message(): string {
    return Object.values(this.fields).join(" ")
  }
}
