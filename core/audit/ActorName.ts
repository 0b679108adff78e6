import { plainLine } from "../kernel/PlainLine.ts"
import type { AuditEntry } from "./AuditEntry.ts"

/** Name and email address of a member. */
export interface Person {
  readonly name: string
  readonly email: string
}

/** A name may be chosen to read like another's address: only the address itself stands in angle brackets. */
export const actorName = ({ email, name }: Person): string => `${name.replace(/[<>]/g, "")} <${email}>`

/** Name and address in what `actorName` made; of another text the whole as the name, and no address. */
export const signedAs = (actor: string): { readonly name: string; readonly email: string } => {
  const start = actor.lastIndexOf(" <")
  return start < 0 || !actor.endsWith(">")
    ? { name: actor, email: "" }
    : { name: actor.slice(0, start), email: actor.slice(start + 2, -1) }
}

/** Whether a name that `actorName` made is of this member, whatever they were called then. */
export const isBy = (actor: string, { email }: Pick<Person, "email">): boolean => actor.endsWith(` <${email}>`)

export const authorCharsMax = 100

/** What stands in the place of a member whose data was erased, where others read who decided something. */
export const formerMember = "a former member"

/** Who has decided where nobody is known. */
export const unknownAuthor = "operator"

/** A member as blocklist entries and reviewed submissions keep who decided: by name, or by address where that is nothing to read. */
export const authorName = ({ email, name }: Person): string =>
  plainLine(name.slice(0, authorCharsMax)) || email.slice(0, authorCharsMax)

/** With which the audit log begins the name of who works on the command line: no member's does, since theirs has an id beside it. */
export const commandLineStart = "command line ("

/** How the audit log names who works on the command line. */
export const commandLineName = (user: string): string => `${commandLineStart}${user})`

/** In the place of a member's id, where somebody asks for what was done there. */
export const commandLineMember = "command-line"

export const isOnCommandLine = ({ actor, memberId }: Pick<AuditEntry, "actor" | "memberId">): boolean =>
  memberId === null && actor.startsWith(commandLineStart)

/** The user in what `commandLineName` made; null of another name. */
export const commandLineUser = (actor: string): string | null =>
  actor.startsWith(commandLineStart) && actor.endsWith(")") ? actor.slice(commandLineStart.length, -1) : null
