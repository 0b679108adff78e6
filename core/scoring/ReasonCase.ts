/**
 * One of the cases in which a code is reported: points from 1 to 100, and a sentence with a placeholder `…` for each
 * value.
 */
export type ReasonCase = readonly [points: number, message: string]

/** Cases by name. */
export type ReasonCases = Readonly<Record<string, ReasonCase>>

/** Values for the placeholders in the message of a case. */
export type MessageValues<Of, Name extends keyof Of> = Of[Name] extends readonly [number, infer Message extends string]
  ? PlaceholderValues<Message>
  : never

/** Tuple with one string per `…` in a message. */
type PlaceholderValues<Message extends string> = Message extends `${string}…${infer Rest}` ?
  readonly [string, ...PlaceholderValues<Rest>]
  : readonly []

/** Fills the placeholders of a message in order. */
export const fillPlaceholders = (message: string, values: ReadonlyArray<string>): string =>
  message.split("…").map((part, at) => `${part}${values[at] ?? ""}`).join("")

/** Returns the distinct points of cases, ascending. */
export const distinctPointsOf = (cases: ReasonCases): ReadonlyArray<number> =>
  [...new Set(Object.values(cases).map(([points]) => points))].toSorted((one, other) => one - other)
