import { Effect, Schema } from "effect"

/** Maximum characters of the names of accounts, keys, sites and members. */
export const nameCharsMax = 100

export class InvalidName extends Schema.TaggedError<InvalidName>()("InvalidName", { message: Schema.String }) {}

/**
 * Trims and checks the name of an account, a key or a site. It must have 1 to `nameCharsMax` characters and no control
 * characters.
 */
export const checkName = (name: string): Effect.Effect<string, InvalidName> => {
  const trimmed = name.trim()
  if (trimmed.length === 0) return Effect.fail(new InvalidName({ message: "A name is required." }))
  if (trimmed.length > nameCharsMax) {
    return Effect.fail(new InvalidName({ message: `A name must not exceed ${nameCharsMax} characters.` }))
  }
  if (/\p{Cc}/u.test(trimmed)) {
    return Effect.fail(new InvalidName({ message: "A name must not contain control characters." }))
  }
  return Effect.succeed(trimmed)
}
