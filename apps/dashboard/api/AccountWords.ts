import { unnamedAccount } from "../../../core/accounts/Account.ts"

/** Whose dashboard it is: the account's name; null of the first account of a server, which nobody has named. */
export const accountTitle = (name: string): string | null => name === unnamedAccount ? null : name

/** ` of Example Ltd`, behind what belongs to an account; empty where it has no name that people would know. */
export const ofAccount = (name: string): string => {
  const title = accountTitle(name)
  return title === null ? "" : ` of ${title}`
}
