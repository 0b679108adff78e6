export interface Account {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

/** Length limit of the names of accounts, keys and sites. */
export const nameCharsMax = 100
