/**
 * A case of a code in a judge's table: its points, 1 to 100, and its message, one sentence for people in which each `…` stands for
 * something of the subject.
 */
export type Case = readonly [points: number, message: string]

/** Cases by their names. */
export type Cases = Readonly<Record<string, Case>>

/** A value for each `…` of a message. */
export type ValuesOf<Message extends string> = Message extends `${string}…${infer Rest}`
  ? readonly [string, ...ValuesOf<Rest>]
  : readonly []

/** A message with its blanks filled in, in order. */
export const fillIn = (message: string, values: ReadonlyArray<string>): string =>
  message.split("…").map((part, at) => `${part}${values[at] ?? ""}`).join("")

/** The points that cases can have, each once, the lowest first. */
export const pointsOfCases = (cases: Cases): ReadonlyArray<number> =>
  [...new Set(Object.values(cases).map(([points]) => points))].toSorted((one, other) => one - other)
