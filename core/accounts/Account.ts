import type { AccountId } from "../kernel/Ids.ts"

export interface Account {
  readonly id: AccountId
  readonly name: string
  readonly createdAt: Date
}

/** Name of the account created at the first start. */
export const accountNameDefault = "default"
