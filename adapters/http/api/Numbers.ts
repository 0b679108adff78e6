import { Schema } from "effect"

/** A score or a risk: 0 to 100. */
export const percent = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

/** A number of things, or a place in a list, from 0. */
export const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
