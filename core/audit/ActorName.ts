import { sanitizeLine } from "../kernel/SanitizeLine.ts"
import type { AuditEntry } from "./AuditEntry.ts"

/** Name and email address of a member. The address of a management key is empty. */
export interface Person {
  readonly name: string
  readonly email: string
}

/**
 * Formats a member's name and address. Removes angle brackets from the name, which could otherwise imitate another
 * member's address.
 */
export const actorName = ({ email, name }: Person): string => {
  const safeName = name.replace(/[<>]/g, "")
  return email === "" ? safeName : `${safeName} <${email}>`
}

/** Splits the result of `actorName` into name and address. Any other text becomes the name, with an empty address. */
export const parseActorName = (actor: string): { readonly name: string; readonly email: string } => {
  const start = actor.lastIndexOf(" <")
  return start < 0 || !actor.endsWith(">")
    ? { name: actor, email: "" }
    : { name: actor.slice(0, start), email: actor.slice(start + 2, -1) }
}

/** Reports whether an actor name contains this member's address. The member's name may differ. */
export const isActorNameOf = (actor: string, { email }: Pick<Person, "email">): boolean => actor.endsWith(` <${email}>`)

export const authorCharsMax = 100

/** Name that replaces an author's name after the member's data was erased. */
export const formerMemberName = "a former member"

/** Author of changes from the command line if neither a flag nor the system names a user. */
export const unknownAuthor = "operator"

/**
 * Returns a member's name for blocklist entries and reviewed submissions, or the address if the name has no visible
 * characters.
 */
export const authorName = ({ email, name }: Person): string =>
  sanitizeLine(name.slice(0, authorCharsMax)) || email.slice(0, authorCharsMax)

/**
 * Start of actor names for the command line. A member may have such a name, but entries of members have a member ID.
 */
export const commandLinePrefix = "command line ("

/** Formats the actor name of a command line user. */
export const commandLineActorName = (user: string): string => `${commandLinePrefix}${user})`

/** Filter value for actions on the command line, used where a member ID is expected. */
export const commandLineMemberId = "command-line"

export const isCommandLineEntry = ({ actor, memberId }: Pick<AuditEntry, "actor" | "memberId">): boolean =>
  memberId === null && actor.startsWith(commandLinePrefix)

/** Returns the user in the result of `commandLineActorName`, or null for any other name. */
export const commandLineUser = (actor: string): string | null =>
  actor.startsWith(commandLinePrefix) && actor.endsWith(")") ? actor.slice(commandLinePrefix.length, -1) : null
