export interface Account {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

/** Of an account that nobody has named: the one that the first start makes. */
export const unnamedAccount = "default"
