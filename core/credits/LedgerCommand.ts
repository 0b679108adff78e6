import type { AccountId, KeyId, RequestId } from "../kernel/Ids.ts"

/** Command to the ledger. `amount` is an integer number of credits. */
export type LedgerCommand = Grant | Adjust | Reserve | Charge | Settle | Refund

interface Common {
  readonly accountId: AccountId
  /** ID that makes the command idempotent. Repeating a command with the same ID changes nothing. */
  readonly requestId: RequestId
}

export interface Grant extends Common {
  readonly kind: "grant"
  readonly amount: number
  readonly note: string
}

/** Corrects a balance on behalf of the operator. A negative amount removes credits. */
export interface Adjust extends Common {
  readonly kind: "adjust"
  readonly amount: number
  readonly note: string
}

/** Sets credits aside before long work. */
export interface Reserve extends Common {
  readonly kind: "reserve"
  readonly amount: number
  readonly note: string
  readonly keyId: KeyId | null
}

/** Spends credits without a reservation, for work that is already done. */
export interface Charge extends Common {
  readonly kind: "charge"
  readonly amount: number
  readonly note: string
  readonly keyId: KeyId | null
}

/** Spends the reserved credits after the work is done. */
export interface Settle extends Common {
  readonly kind: "settle"
}

/** Returns reserved or spent credits, because the work failed or its response was not delivered. */
export interface Refund extends Common {
  readonly kind: "refund"
  readonly note: string
}
