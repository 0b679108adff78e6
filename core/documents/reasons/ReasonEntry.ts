/** One code of the reasons of a document's score, and the cases in which it is given. */
export interface ReasonEntry {
  /** What the code says about the document. */
  readonly about: string
  readonly cases: Readonly<Record<string, ReasonCase>>
  /** Where the construct, or the attack, is described. */
  readonly source: string
}

/**
 * The points that a case takes off the score, 1 to 100, and its message: one sentence for people, in which each `…` stands for
 * something of the document.
 */
export type ReasonCase = readonly [points: number, message: string]

/** The points that a code can take off, each once, the lowest first. */
export const pointsOf = ({ cases }: ReasonEntry): ReadonlyArray<number> =>
  [...new Set(Object.values(cases).map(([points]) => points))].toSorted((one, other) => one - other)

/** A value for each `…` of a message. */
export type ValuesOf<Message extends string> = Message extends `${string}…${infer Rest}`
  ? readonly [string, ...ValuesOf<Rest>]
  : readonly []

/** A message with its blanks filled in, in order. */
export const fillIn = (message: string, values: ReadonlyArray<string>): string =>
  message.split("…").map((part, at) => `${part}${values[at] ?? ""}`).join("")
