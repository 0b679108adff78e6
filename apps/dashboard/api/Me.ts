import { createContext, useContext } from "react"
import { unnamedAccount } from "../../../core/accounts/Account.ts"
import type { Role } from "../../../core/members/Role.ts"
import type { Answer } from "./Client.ts"

export type Me = Answer<"session", "me">

export const MeContext = createContext<Me | null>(null)

/** Who is signed in, and what this server is. Within the shell there always is somebody. */
export const useMe = (): Me => {
  const me = useContext(MeContext)
  if (me === null) throw new Error("useMe is for pages behind the sign-in")
  return me
}

/** Whether who is signed in runs the server, as far as one can tell: settings and commands are for owners of its first account. */
export const runsServer = ({ account, member }: Pick<Me, "account" | "member">): boolean =>
  account.isOperator && member.role === "owner"

export const roleNames: Readonly<Record<Role, string>> = { owner: "Owner", member: "Member", reviewer: "Reviewer" }

export const roleMeanings: Readonly<Record<Role, string>> = {
  owner: "May do everything, including members, audit log and data retention.",
  member: "Works with everything but members, audit log and data retention.",
  reviewer: "Reviews reported links and leads. Sees neither keys nor credits."
}

/** Whose dashboard it is: the account's name; null of the first account of a server, which nobody has named. */
export const accountTitle = (name: string): string | null => name === unnamedAccount ? null : name

/** ` of Example Ltd`, behind what belongs to an account; empty where it has no name that people would know. */
export const ofAccount = (name: string): string => {
  const title = accountTitle(name)
  return title === null ? "" : ` of ${title}`
}
