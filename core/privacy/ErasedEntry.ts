import { commandLineName, isOnCommandLine } from "../audit/ActorName.ts"
import { type AuditEntry, erasedActor } from "../audit/AuditEntry.ts"
import { renaming } from "../members/administration/ManageMembers.ts"
import { addressIn, namesAddress } from "./NamesAddress.ts"

interface Erased {
  readonly email: string
  /** That the address was of, those of before among them. */
  readonly memberIds: ReadonlySet<string>
  /** As which they worked on the command line. */
  readonly authorNames: ReadonlyArray<string>
}

/** An entry without the words that name this person. Who else is named in it stays, and so does what was done. */
export const erasedEntry = (entry: AuditEntry, { authorNames, email, memberIds }: Erased): AuditEntry => {
  const isCommandLine = isOnCommandLine(entry)
  const isTheirs = entry.memberId !== null && memberIds.has(entry.memberId) ||
    (isCommandLine
      ? authorNames.some((name) => entry.actor === commandLineName(name))
      : namesAddress(entry.actor, email))
  // Of whoever tried to sign in as them: most likely their own browser.
  const isAtTheirDoor = entry.action === "sign-in.refused" && namesAddress(entry.target, email)
  return {
    ...entry,
    ...isTheirs ? { actor: isCommandLine ? commandLineName(erasedActor) : erasedActor, memberId: null } : {},
    target: memberIds.has(entry.target) ? "" : withoutAddress(entry.target, email),
    detail: isTheirs && entry.action === "member.rename"
      ? renaming(erasedActor)
      : withoutAddress(withoutInviter(entry.detail, authorNames), email),
    address: isTheirs || isAtTheirDoor ? "" : entry.address
  }
}

/** Of who was invited by a link that the command line made. */
const withoutInviter = (detail: string, names: ReadonlyArray<string>): string => {
  const inviter = names.map((name) => `invited by ${commandLineName(name)}`).find((words) => detail.endsWith(words))
  return inviter === undefined
    ? detail
    : detail.slice(0, -inviter.length) + `invited by ${commandLineName(erasedActor)}`
}

/** Before a name in what the audit log says of a deed. */
const beforeName = /^(?:all \d+ of |\w+, invited by )?/

/** With the name before it where it stands in angle brackets, as `actorName` writes it. */
const withoutAddress = (text: string, email: string): string => {
  let rest = text
  for (let at = addressIn(rest, email); at >= 0; at = addressIn(rest, email)) {
    const end = at + email.length
    const isSigned = rest[at - 1] === "<" && rest[end] === ">"
    const before = isSigned ? beforeName.exec(rest)![0] : rest.slice(0, at)
    rest = before + erasedActor + rest.slice(isSigned ? end + 1 : end)
  }
  return rest
}
