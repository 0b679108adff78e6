export interface Account {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

/** Length limit of the names of accounts, keys and sites. */
export const nameCharsMax = 100

/** Of an account that nobody has named: the one that the first start makes. */
export const unnamedAccount = "default"
