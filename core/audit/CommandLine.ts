import type { AuditEntry } from "./AuditEntry.ts"

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
