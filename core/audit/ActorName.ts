import { plainLine } from "../kernel/PlainLine.ts"
import type { AuditEntry } from "./AuditEntry.ts"

/** Name and email address of a member. */
export interface Person {
  readonly name: string
  readonly email: string
}

/** Formats a member's name and address. A name could imitate another member's address, so angle brackets are removed from it. */
export const actorName = ({ email, name }: Person): string => `${name.replace(/[<>]/g, "")} <${email}>`

/** Splits the result of `actorName` into name and address. Any other text becomes the name, with an empty address. */
export const parseActorName = (actor: string): { readonly name: string; readonly email: string } => {
  const start = actor.lastIndexOf(" <")
  return start < 0 || !actor.endsWith(">")
    ? { name: actor, email: "" }
    : { name: actor.slice(0, start), email: actor.slice(start + 2, -1) }
}

/** Reports whether an actor name belongs to this member's address, under any name. */
export const isActorNameOf = (actor: string, { email }: Pick<Person, "email">): boolean => actor.endsWith(` <${email}>`)

export const authorCharsMax = 100

/** Replaces the author's name after the member's data was erased. */
export const formerMemberName = "a former member"

/** Author if the person is unknown. */
export const unknownAuthor = "operator"

/** Returns a member's name for blocklist entries and reviewed submissions, or the address if the name has no visible characters. */
export const authorName = ({ email, name }: Person): string =>
  plainLine(name.slice(0, authorCharsMax)) || email.slice(0, authorCharsMax)

/** Start of the actor name for the command line. Members cannot imitate it, because their entries have a member id. */
export const commandLinePrefix = "command line ("

/** Formats the actor name of a command line user. */
export const commandLineActorName = (user: string): string => `${commandLinePrefix}${user})`

/** Used in place of a member id to filter for actions on the command line. */
export const commandLineMemberId = "command-line"

export const isCommandLineEntry = ({ actor, memberId }: Pick<AuditEntry, "actor" | "memberId">): boolean =>
  memberId === null && actor.startsWith(commandLinePrefix)

/** Returns the user in the result of `commandLineActorName`, or null for any other name. */
export const commandLineUser = (actor: string): string | null =>
  actor.startsWith(commandLinePrefix) && actor.endsWith(")") ? actor.slice(commandLinePrefix.length, -1) : null
