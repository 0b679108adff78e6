/** Case of a code: points from 1 to 100, and a sentence with a placeholder `…` for each value. */
export type Case = readonly [points: number, message: string]

/** Cases by name. */
export type Cases = Readonly<Record<string, Case>>

/** Values for the message of one of the cases. */
export type ValuesOf<Of, Name extends keyof Of> = Of[Name] extends readonly [number, infer Message extends string]
  ? PlaceholderValues<Message>
  : never

/** One value per `…` in a message. */
type PlaceholderValues<Message extends string> = Message extends `${string}…${infer Rest}` ?
  readonly [string, ...PlaceholderValues<Rest>]
  : readonly []

/** Fills the placeholders of a message in order. */
export const fillPlaceholders = (message: string, values: ReadonlyArray<string>): string =>
  message.split("…").map((part, at) => `${part}${values[at] ?? ""}`).join("")

/** Returns the distinct points of cases, ascending. */
export const pointsOfCases = (cases: Cases): ReadonlyArray<number> =>
  [...new Set(Object.values(cases).map(([points]) => points))].toSorted((one, other) => one - other)
