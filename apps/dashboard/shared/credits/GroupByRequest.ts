import type { RequestId } from "../../../../core/kernel/Ids.ts"
import type { ApiResponse } from "../../api/Client.ts"

export type StatementItem = ApiResponse<"credits", "statement">["items"][number]

/** Line of the statement: the credits of one request or one manual change. */
export interface StatementGroup {
  /** Version of the newest movement in the line. */
  readonly version: number
  readonly at: number
  /** Id of the request; null for a manual grant or correction. */
  readonly requestId: RequestId | null
  readonly state: "spent" | "set-aside" | "given-back" | "added" | "corrected"
  /** The operation, or the note of a manual change. Empty if the loaded movements do not contain the operation. */
  readonly note: string
  /** Net change in credits; zero if refunded. */
  readonly change: number
  readonly availableAfter: number
}

/**
 * Merges the movements of each request into one line, at the position of the newest movement. Expects the newest
 * movement first. The newest movement determines the state, even if older movements are not loaded.
 */
export const groupByRequest = (lines: ReadonlyArray<StatementItem>): ReadonlyArray<StatementGroup> => {
  const groups = new Map<string, [StatementItem, ...Array<StatementItem>]>()
  for (const line of lines) {
    const known = groups.get(line.requestId)
    if (known === undefined) groups.set(line.requestId, [line])
    else known.push(line)
  }
  return [...groups.values()].map(spendingOf)
}

const spendingOf = (lines: readonly [StatementItem, ...ReadonlyArray<StatementItem>]): StatementGroup => {
  const [newest] = lines
  const { at, availableAfter, requestId, version } = newest
  const seen = { at, availableAfter, requestId, version }
  // Takes the operation from another movement, because the note of a refund is its reason.
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
