import type { AccountId, KeyId, RequestId } from "../kernel/Ids.ts"

/**
 * Bucket that contains credits. `available` and `held` exist per account; `issued` and `revenue` belong to the
 * operator. Grants come from `issued`, which is the only bucket that can be negative.
 */
export type Bucket = "issued" | "available" | "held" | "revenue"

export type MovementKind = "grant" | "adjust" | "reserve" | "settle" | "refund"

/**
 * Movement of credits from one bucket to another. Movements are append-only. Each movement is a double entry in one
 * row, so all entries sum to zero by construction.
 *
 * Each movement names its request, and a request has at most one movement of each kind. This makes every command
 * idempotent.
 */
export interface Movement {
  readonly accountId: AccountId
  readonly requestId: RequestId
  readonly kind: MovementKind
  readonly from: Bucket
  readonly to: Bucket
  /** Positive integer number of credits. */
  readonly amount: number
  /** Purpose: an operation of the cost table, or the note of a grant. */
  readonly note: string
  /** API key that spent the credits. Null for grants and adjustments. */
  readonly keyId: KeyId | null
}

/** Movement as stored in the ledger, with the balance afterwards. */
export interface LedgerLine extends Movement {
  /** Sequence number within the account: 1, 2, 3 without gaps. */
  readonly version: number
  readonly availableAfter: number
  readonly heldAfter: number
  readonly at: Date
}

/** Returns the two entries of a movement: debit and credit. */
export const entriesOf = (movement: Movement): readonly [LedgerEntry, LedgerEntry] => [
  { bucket: movement.from, accountId: movement.accountId, amount: -movement.amount },
  { bucket: movement.to, accountId: movement.accountId, amount: movement.amount }
]

export interface LedgerEntry {
  readonly bucket: Bucket
  readonly accountId: AccountId
  readonly amount: number
}
