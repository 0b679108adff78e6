import { Schema } from "effect"

export const pageLimitMax = 200
export const pageLimitDefault = 50
/** Maximum length of a search text. */
export const searchCharsMax = 200
/** Maximum length of a name, note or reason that a person enters. */
export const lineCharsMax = 200

/** Number of items per page. */
export const limit = Schema.optionalKey(
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: pageLimitMax }))
)

export const shortText = Schema.String.check(
  Schema.isMaxLength(lineCharsMax, { message: `must be at most ${lineCharsMax} characters long.` })
)

export const search = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(searchCharsMax)))

/** Milliseconds since 1970-01-01 UTC, as a number in queries and bodies. */
export const instant = Schema.Int.annotate({ description: "Milliseconds since 1970-01-01T00:00:00Z." })

/** Identifier of a Gatehouse object. An unknown one is treated as not found. */
export const id = Schema.String.check(
  Schema.isMaxLength(100),
  // PostgreSQL accepts no text with a null character, even in a search.
  Schema.isPattern(/^[^\p{Cc}]*$/u, { message: "is not a valid ID." })
)

/** Average daily use in recent days. */
export const pace = Schema.NullOr(Schema.Struct({ creditsPerDay: Schema.Number, days: Schema.Int }))
