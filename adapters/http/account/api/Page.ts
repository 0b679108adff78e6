import { Schema } from "effect"

export const pageLimitMax = 200
export const pageLimitDefault = 50
/** Of a text that is searched for. */
export const searchCharsMax = 200
/** Of a name, note or reason that somebody types. */
export const lineCharsMax = 200

/** How many of a list; the rest comes with the next page. */
export const limit = Schema.optionalKey(
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: pageLimitMax }))
)

export const line = Schema.String.check(
  Schema.isMaxLength(lineCharsMax, { message: `may not be longer than ${lineCharsMax} characters.` })
)

export const search = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(searchCharsMax)))

/** Milliseconds since 1970 (UTC), as a number in queries and bodies alike. */
export const instant = Schema.Int.annotate({ description: "Milliseconds since 1970-01-01T00:00:00Z." })

/** Of one of our ids; an unknown one is simply not there. */
export const id = Schema.String.check(
  Schema.isMaxLength(100),
  // PostgreSQL takes no text with a zero in it, not even to look for it.
  Schema.isPattern(/^[^\p{Cc}]*$/u, { message: "is no id." })
)

/** How much a day lately. */
export const pace = Schema.NullOr(Schema.Struct({ creditsPerDay: Schema.Number, days: Schema.Int }))
