import type { AccountId } from "../kernel/Ids.ts"

export interface Account {
  readonly id: AccountId
  readonly name: string
  readonly createdAt: Date
}

/** Of an account that nobody has named: the one that the first start makes. */
export const unnamedAccount = "default"
