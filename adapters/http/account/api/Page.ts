import { Schema } from "effect"

export const pageLimitMax = 200
export const pageLimitDefault = 50
/** Maximum number of characters of a search text. */
export const searchCharsMax = 200
/** Maximum number of characters of a name, note or reason that a person enters. */
export const lineCharsMax = 200

/** Maximum number of items on the requested page. */
export const limitSchema = Schema.optionalKey(
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: pageLimitMax }))
)

export const shortTextSchema = Schema.String.check(
  Schema.isMaxLength(lineCharsMax, { message: `must be at most ${lineCharsMax} characters long.` })
)

export const searchSchema = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(searchCharsMax)))

/** Time in milliseconds since 1970-01-01 UTC, as a number in queries and bodies. */
export const instantSchema = Schema.Int.annotate({ description: "Milliseconds since 1970-01-01T00:00:00Z." })

/** Identifier of an object, in a path or query. */
export const idSchema = Schema.String.check(
  Schema.isMaxLength(100),
  // PostgreSQL refuses text with a null character, even in a search.
  Schema.isPattern(/^[^\p{Cc}]*$/u, { message: "is not a valid ID." })
)

/** Average daily use, and the number of recent days that the average covers. */
export const paceSchema = Schema.NullOr(Schema.Struct({ creditsPerDay: Schema.Number, days: Schema.Int }))
