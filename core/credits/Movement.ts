import type { AccountId, KeyId, RequestId } from "../kernel/Ids.ts"

/**
 * Where credits can be. `available` and `held` exist for each account; `issued` and `revenue` are the house's own.
 * `issued` is where grants come from, so it alone is below zero.
 */
export type Bucket = "issued" | "available" | "held" | "revenue"

export type MovementKind = "grant" | "adjust" | "reserve" | "settle" | "refund"

/**
 * One movement of credits: a double entry in one line, taken `from` one bucket and put `to` another, so that the sum of
 * all entries is zero by construction. Movements are only ever appended.
 *
 * Each names the request that caused it, and a request has at most one movement of each kind: that is what makes every
 * command safe to repeat.
 */
export interface Movement {
  readonly accountId: AccountId
  readonly requestId: RequestId
  readonly kind: MovementKind
  readonly from: Bucket
  readonly to: Bucket
  /** Credits, a positive integer. */
  readonly amount: number
  /** What it was for: an operation of the cost table, or the words of who granted it. */
  readonly note: string
  /** The API key that spent it; null for grants and adjustments. */
  readonly keyId: KeyId | null
}

/** A movement as it stands in the ledger. */
export interface LedgerLine extends Movement {
  /** Numbers the lines of one account: 1, 2, 3 without a gap. */
  readonly version: number
  readonly availableAfter: number
  readonly heldAfter: number
  readonly at: Date
}

/** The two entries of a movement: what leaves and what arrives. */
export const entriesOf = (movement: Movement): readonly [LedgerEntry, LedgerEntry] => [
  { bucket: movement.from, accountId: movement.accountId, amount: -movement.amount },
  { bucket: movement.to, accountId: movement.accountId, amount: movement.amount }
]

export interface LedgerEntry {
  readonly bucket: Bucket
  readonly accountId: AccountId
  readonly amount: number
}
