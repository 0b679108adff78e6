import type { RequestId } from "../../../../core/kernel/Ids.ts"
import type { Answer } from "../../api/Client.ts"

export type Line = Answer<"credits", "statement">["items"][number]

/** What came of the credits of one request, or a change by hand: one line of the statement as people read it. */
export interface Spending {
  /** Of its newest movement. */
  readonly version: number
  readonly at: number
  /** Null of what was added or corrected by hand. */
  readonly requestId: RequestId | null
  readonly state: "spent" | "set-aside" | "given-back" | "added" | "corrected"
  /** The operation, or the words of whoever changed it; "" where that is not among the movements that are known. */
  readonly note: string
  /** What it changes in the end; zero of what was given back. */
  readonly change: number
  readonly availableAfter: number
}

/**
 * Movements, newest first, with those of one request in one line, where its newest stands. As far as movements are known: of each
 * request the newest are, and they tell what came of it.
 */
export const byRequest = (lines: ReadonlyArray<Line>): ReadonlyArray<Spending> => {
  const groups = new Map<string, [Line, ...Array<Line>]>()
  for (const line of lines) {
    const known = groups.get(line.requestId)
    if (known === undefined) groups.set(line.requestId, [line])
    else known.push(line)
  }
  return [...groups.values()].map(spendingOf)
}

const spendingOf = (lines: readonly [Line, ...ReadonlyArray<Line>]): Spending => {
  const [newest] = lines
  const { at, availableAfter, requestId, version } = newest
  const seen = { at, availableAfter, requestId, version }
  // What was refunded says why; what it was for, the movement before it says.
  const operation = lines.find(({ kind }) => kind !== "refund")?.note ?? ""
  switch (newest.kind) {
    case "grant":
      return { ...seen, requestId: null, state: "added", note: newest.note, change: newest.amount }
    case "adjust":
      return {
        ...seen,
        requestId: null,
        state: "corrected",
        note: newest.note,
        change: newest.to === "available" ? newest.amount : -newest.amount
      }
    case "refund":
      return { ...seen, state: "given-back", note: operation, change: 0 }
    case "reserve":
      return { ...seen, state: "set-aside", note: operation, change: -newest.amount }
    case "settle":
      return { ...seen, state: "spent", note: operation, change: -newest.amount }
  }
}
