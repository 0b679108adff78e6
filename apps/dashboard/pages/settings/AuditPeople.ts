import { commandLineMember } from "../../../../core/audit/ActorName.ts"
import type { Answer } from "../../api/Client.ts"
import { actorWords } from "./AuditWords.ts"

type Entry = Pick<Answer<"members", "audit">["items"][number], "actor" | "memberId">
type Member = Pick<Answer<"members", "list">["members"][number], "id" | "name" | "email">

/**
 * Whose deeds can be asked for: members of today, of those before whoever stands in what is loaded, and the command line.
 *
 * @param chosen what is asked for now; empty for everybody's
 */
export const auditPeople = (members: ReadonlyArray<Member>, entries: ReadonlyArray<Entry>, chosen: string) => {
  const names = new Map<string, string>(members.map(({ email, id, name }) => [id, `${name} (${email})`]))
  names.set(commandLineMember, "Command line")
  for (const { actor, memberId } of entries) {
    if (memberId === null || names.has(memberId)) continue
    const { more, name } = actorWords(actor)
    names.set(memberId, `${name} (${more}), removed`)
  }
  if (chosen !== "" && !names.has(chosen)) names.set(chosen, "A member who was removed")
  return [...names].map(([value, label]) => ({ value, label }))
}
