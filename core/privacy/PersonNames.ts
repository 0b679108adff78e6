import { Effect } from "effect"
import {
  authorName,
  commandLineActorName,
  commandLineUser,
  isCommandLineEntry,
  parseActorName,
  unknownAuthor
} from "../audit/ActorName.ts"
import type { AuditEntry } from "../audit/AuditEntry.ts"
import { AuditLog } from "../audit/AuditLog.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { parseRenameDetail } from "../members/administration/ManageMembers.ts"
import type { Member } from "../members/Member.ts"
import { containsAddress } from "./ContainsAddress.ts"

/** Members, audit log entries and author names of a person, found by email address. */
interface PersonActivity {
  readonly email: string
  readonly members: ReadonlyArray<Member>
  /** Actions of the person as a current or former member. */
  readonly asMember: ReadonlyArray<AuditEntry>
  /** Audit log entries that contain the address. */
  readonly all: ReadonlyArray<AuditEntry>
  /** Author names in threat data that contain the address. */
  readonly written: ReadonlySet<string>
}

/**
 * Returns the names under which a person has made decisions: current and former names, and names with the address that
 * were given on the command line (`--author`).
 */
export const personNames = ({ all, asMember, email, members, written }: PersonActivity): ReadonlyArray<string> => {
  const before = asMember.map(({ actor }) => parseActorName(actor).name)
  const chosen = asMember.flatMap(({ action, detail }) => action === "member.rename" ? [parseRenameDetail(detail)] : [])
  const called = [...members.map(({ name }) => name), ...before, ...chosen].map((name) => authorName({ name, email }))
  const given = all.filter(isCommandLineEntry).map(({ actor }) => commandLineUser(actor))
    .filter((user): user is string => containsAddress(user, email))
  return [...new Set([...called, ...given, ...written, email])].filter((name) => name !== unknownAuthor)
}

/** Maximum entries per query. */
const pageItems = 500

/**
 * Returns audit log entries of actions on the command line under one of these names. Also returns the entries of
 * members who were invited on the command line under one of these names.
 */
export const findCommandLineEntries = Effect.fnUntraced(function*(accountId: AccountId, names: ReadonlyArray<string>) {
  const actors = new Set(names.map(commandLineActorName))
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
