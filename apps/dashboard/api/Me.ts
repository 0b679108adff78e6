import { createContext, useContext } from "react"
import { accountNameDefault } from "../../../core/accounts/Account.ts"
import type { Role } from "../../../core/members/Role.ts"
import type { ApiResponse } from "./Client.ts"

export type Me = ApiResponse<"session", "me">

export const MeContext = createContext<Me | null>(null)

/** Returns the signed-in member and the server's properties. Only used within the shell, where a member is always signed in. */
export const useMe = (): Me => {
  const me = useContext(MeContext)
  if (me === null) throw new Error("useMe requires a signed-in member")
  return me
}

/**
 * Reports whether the signed-in member probably runs the server. Only owners of the first account can change settings and run
 * commands.
 */
export const isServerAdmin = ({ account, member }: Pick<Me, "account" | "member">): boolean =>
  account.isOperator && member.role === "owner"

export const roleNames: Readonly<Record<Role, string>> = { owner: "Owner", member: "Member", reviewer: "Reviewer" }

export const roleDescriptions: Readonly<Record<Role, string>> = {
  owner: "Full access, including members, audit log and data retention.",
  member: "Full access except members, audit log and data retention.",
  reviewer: "Reviews reported links and leads. No access to API keys or credits."
}

/** Returns the account's name as a title. Null for the server's first account, which has no name. */
export const accountTitle = (name: string): string | null => name === accountNameDefault ? null : name

/** Returns ` of Example Ltd`, to follow a noun. Empty if the account has no name. */
export const accountSuffix = (name: string): string => {
  const title = accountTitle(name)
  return title === null ? "" : ` of ${title}`
}
