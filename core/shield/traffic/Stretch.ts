import { Effect, Schema } from "effect"

/** Longest stretch whose counts are told at once. */
export const trafficDaysMax = 92

const dayMillis = 86_400_000
/** The latest instant that a `Date` can hold (ECMA-262, section 21.4.1.1). */
const instantMax = 8_640_000_000_000_000

export class InvalidStretch extends Schema.TaggedError<InvalidStretch>()("InvalidStretch", {
  message: Schema.String
}) {}

/** Whether counts of this stretch can be told; both ends are milliseconds since 1970. */
export const checkStretch = (
  { from, to }: { readonly from: number; readonly to: number }
): Effect.Effect<void, InvalidStretch> => {
  if (Math.abs(from) > instantMax || Math.abs(to) > instantMax || from > to) {
    return Effect.fail(new InvalidStretch({ message: "The stretch must not end before it begins." }))
  }
  return to - from > trafficDaysMax * dayMillis
    ? Effect.fail(new InvalidStretch({ message: `At most ${trafficDaysMax} days can be told at once.` }))
    : Effect.void
}
