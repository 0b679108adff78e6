import { Schema } from "effect"

/** One sentence for an unknown address and a wrong password alike. */
export class SignInRefused extends Schema.TaggedError<SignInRefused>()("SignInRefused", {}) {
  override get message(): string {
    return "The address or the password is wrong."
  }
}

/** Too many tries failed. Says nothing of whether there is such a member: what nobody has is counted as well. */
export class TooManyTries extends Schema.TaggedError<TooManyTries>()("TooManyTries", {
  retryAfterSeconds: Schema.Int
}) {
  override get message(): string {
    const seconds = this.retryAfterSeconds
    return seconds <= 90
      ? `Too many tries: wait ${seconds} ${seconds === 1 ? "second" : "seconds"}, then try again.`
      : `Too many tries: wait ${Math.ceil(seconds / 60)} minutes, then try again.`
  }
}

/** What somebody typed cannot be so: a sentence by field (`name`, `email`, `password`, `current`). */
export class InvalidMember extends Schema.TaggedError<InvalidMember>()("InvalidMember", {
  fields: Schema.Record(Schema.String, Schema.String)
}) {
  override get message(): string {
    return Object.values(this.fields).join(" ")
  }
}
