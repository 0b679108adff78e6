import { Option } from "effect"
import { Flag } from "effect/cli"

/** Rows of one answer at most. */
export const pageRowsMax = 1_000
const pageRowsDefault = 50

export const limitFlag = Flag.Int("limit").pipe(
  Flag.withMetavar("ROWS"),
  Flag.withDescription(`Rows to show, 1 to ${pageRowsMax} (default ${pageRowsDefault})`),
  Flag.filter((rows) => rows >= 1 && rows <= pageRowsMax, (rows) => `--limit must be 1 to ${pageRowsMax}, not ${rows}`),
  Flag.withDefault(pageRowsDefault)
)

export const beforeFlag = Flag.Int("before").pipe(
  Flag.withMetavar("NUMBER"),
  Flag.withDescription("Only rows older than this one: the number in the first column of the last row shown"),
  Flag.optional
)

/** What an empty page says: of a list that holds nothing, or of a page beyond its end. */
export const whenPageEmpty = (before: Option.Option<number>, things: string, whenListEmpty: string): string =>
  Option.match(before, { onNone: () => whenListEmpty, onSome: (number) => `There are no ${things} before ${number}.` })
