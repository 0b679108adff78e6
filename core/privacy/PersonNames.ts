import { Effect } from "effect"
import {
  authorName,
  commandLineName,
  commandLineUser,
  isOnCommandLine,
  signedAs,
  unknownAuthor
} from "../audit/ActorName.ts"
import type { AuditEntry } from "../audit/AuditEntry.ts"
import { AuditLog } from "../audit/AuditLog.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { renamedTo } from "../members/administration/ManageMembers.ts"
import type { Member } from "../members/Member.ts"
import { namesAddress } from "./NamesAddress.ts"

/** What of the audit log is theirs, by the address. */
interface Deeds {
  readonly email: string
  readonly members: ReadonlyArray<Member>
  /** Done by them as a member, of today or of before. */
  readonly asMember: ReadonlyArray<AuditEntry>
  /** Whose words name the address. */
  readonly all: ReadonlyArray<AuditEntry>
  /** That threat data hold, with the address in them. */
  readonly written: ReadonlySet<string>
}

/**
 * As which they decide: as they are called now, as the audit log says that they were, and as they gave their address on the command
 * line (`--author`).
 */
export const personNames = ({ all, asMember, email, members, written }: Deeds): ReadonlyArray<string> => {
  const before = asMember.map(({ actor }) => signedAs(actor).name)
  const chosen = asMember.flatMap(({ action, detail }) => action === "member.rename" ? [renamedTo(detail)] : [])
  const called = [...members.map(({ name }) => name), ...before, ...chosen].map((name) => authorName({ name, email }))
  const given = all.filter(isOnCommandLine).map(({ actor }) => commandLineUser(actor))
    .filter((user): user is string => namesAddress(user, email))
  return [...new Set([...called, ...given, ...written, email])].filter((name) => name !== unknownAuthor)
}

/** Read at a time. */
const pageItems = 500

/** What the audit log says that was done on the command line under one of these names, and who was invited so. */
export const deedsOnCommandLine = Effect.fnUntraced(function*(accountId: AccountId, names: ReadonlyArray<string>) {
  const actors = new Set(names.map(commandLineName))
  const log = yield* AuditLog
  const found: Array<AuditEntry> = []
  for (const filter of [{ onCommandLine: true }, { action: "member.join" }]) {
    let before: number | undefined
    for (;;) {
      const page = yield* log.list({
        accountId,
        ...filter,
        limit: pageItems,
        ...before === undefined ? {} : { before }
      })
      found.push(...page.filter(({ actor, detail }) => actors.has(actor) || actors.has(inviterIn(detail))))
      const last = page.at(-1)
      if (last === undefined || page.length < pageItems) break
      before = last.id
      yield* Effect.yieldNow
    }
  }
  return found
})

const inviterIn = (detail: string): string => detail.replace(/^\w+, invited by /, "")
