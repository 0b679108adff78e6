import type { AccountId, KeyId, RequestId } from "../kernel/Ids.ts"

/** What can be asked of the ledger. `amount` is in credits, an integer. */
export type LedgerCommand = Grant | Adjust | Reserve | Charge | Settle | Refund

interface Common {
  readonly accountId: AccountId
  /** Names the cause; repeating a command with the same id changes nothing. */
  readonly requestId: RequestId
}

export interface Grant extends Common {
  readonly kind: "grant"
  readonly amount: number
  readonly note: string
}

/** A correction by the operator, up or down. */
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

/** Reserve and settle in one commit, for work that was done in the meantime. */
export interface Charge extends Common {
  readonly kind: "charge"
  readonly amount: number
  readonly note: string
  readonly keyId: KeyId | null
}

/** The work is done: what was reserved is spent. */
export interface Settle extends Common {
  readonly kind: "settle"
}

/** The work failed, or its answer never left: what was reserved or spent goes back. */
export interface Refund extends Common {
  readonly kind: "refund"
  readonly note: string
}
