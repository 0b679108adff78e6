import type { RequestId } from "../../../../core/kernel/Ids.ts"
import type { ApiResponse } from "../../api/Client.ts"

export type Line = ApiResponse<"credits", "statement">["items"][number]

/** Credits of one request or one manual change: a line of the statement. */
export interface Spending {
  /** Version of its newest movement. */
  readonly version: number
  readonly at: number
  /** Null for a manual grant or correction. */
  readonly requestId: RequestId | null
  readonly state: "spent" | "set-aside" | "given-back" | "added" | "corrected"
  /** The operation, or the note of a manual change; "" if the loaded movements do not contain it. */
  readonly note: string
  /** Net change in credits; zero if refunded. */
  readonly change: number
  readonly availableAfter: number
}

/**
 * Merges the movements of each request, newest first, into one line at the position of the newest. If only some movements are loaded,
 * the newest of each request are, and they determine the state.
 */
export const groupByRequest = (lines: ReadonlyArray<Line>): ReadonlyArray<Spending> => {
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
  // A refund's note gives the reason. The operation is in the movement before it.
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
