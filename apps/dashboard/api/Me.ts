import { createContext, useContext } from "react"
import { accountNameDefault } from "../../../core/accounts/Account.ts"
import type { Role } from "../../../core/members/Role.ts"
import type { ApiResponse } from "./Client.ts"

export type Me = ApiResponse<"session", "me">

export const MeContext = createContext<Me | null>(null)

/** Returns the signed-in member and the server's properties. Throws outside the shell, where no member is known. */
export const useMe = (): Me => {
  const me = useContext(MeContext)
  if (me === null) throw new Error("useMe requires a signed-in member")
  return me
}

/**
 * Reports whether the signed-in member probably runs the server: an owner of the operator's account. Such a member gets
 * hints about settings and commands.
 */
export const isServerAdmin = ({ account, member }: Pick<Me, "account" | "member">): boolean =>
  account.isOperator && member.role === "owner"

export const roleNames: Readonly<Record<Role, string>> = { owner: "Owner", member: "Member", reviewer: "Reviewer" }

export const roleDescriptions: Readonly<Record<Role, string>> = {
  owner: "Full access, including members, audit log and data retention.",
  member: "Full access except members, audit log and data retention.",
  reviewer: "Reviews reported links and leads. No access to API keys or credits."
}

/** Returns the account's name for display. Null for the default name, which the server's first account has. */
export const accountTitle = (name: string): string | null => name === accountNameDefault ? null : name

/** Returns a suffix for a noun, such as ` of Example Ltd`. Empty if the account has the default name. */
export const accountSuffix = (name: string): string => {
  const title = accountTitle(name)
  return title === null ? "" : ` of ${title}`
}
