import { Effect, Result } from "effect"
import { commandLineActorName, formerMemberName, isCommandLineEntry } from "../audit/ActorName.ts"
import { type AuditEntry, erasedActor } from "../audit/AuditEntry.ts"
import { AuditLog } from "../audit/AuditLog.ts"
import { type BlockRule, BlockRules } from "../block-rules/BlockRules.ts"
import { RequestHistory } from "../history/RequestHistory.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { Leads } from "../leads/records/Leads.ts"
import { parseEmailAddress } from "../mail-addresses/EmailAddress.ts"
import { mailboxKey } from "../mail-addresses/MailboxKey.ts"
import { formatRename } from "../members/administration/ManageMembers.ts"
import { Invitations } from "../members/Invitations.ts"
import { parseMemberEmail } from "../members/Member.ts"
import { Members } from "../members/Members.ts"
import { clearAttempts, passwordChangeTarget, signInTarget } from "../members/passwords/VerifyPassword.ts"
import { formerMemberKeyId, memberKeyId } from "../requests/MemberKeyId.ts"
import { Submissions } from "../submissions/Submissions.ts"
import { Blocklist } from "../threats/blocklist/Blocklist.ts"
import { containsAddress, indexOfAddress } from "./ContainsAddress.ts"
import { findPerson, personCounts, type PersonData, personItemsPerBatch } from "./FindPerson.ts"
import { eraseLinks } from "./ReportedLinks.ts"

/**
 * Permanently erases a person's data from an account and returns the counts. Members are removed first: if the person
 * is the account's last owner, the erasure fails and nothing is erased. Decisions about threat data are kept under
 * `formerMemberName`. Reported links are kept without the address, and blocklist entries for the address are removed.
 * Dashboard requests are kept under a neutral key. The ledger keeps amounts and IDs, which no longer identify the
 * person. The audit log keeps the actions and the names of all other people.
 */
export const erasePerson = Effect.fn("erasePerson")(function*(accountId: AccountId, text: string) {
  let sum: ReturnType<typeof personCounts> | null = null
  for (;;) {
    const person: PersonData = yield* findPerson(accountId, text)
    yield* erasePersonData(accountId, person)
    const counts = personCounts(person)
    sum = sum === null ? counts : {
      requests: sum.requests + counts.requests,
      leads: sum.leads + counts.leads,
      rules: sum.rules + counts.rules,
      members: sum.members + counts.members,
      auditEntries: sum.auditEntries + counts.auditEntries,
      decisions: sum.decisions + counts.decisions,
      links: sum.links + counts.links,
      maskedRequests: counts.maskedRequests
    }
    const { auditEntries, leads, links, requests } = counts
    if (Math.max(requests, leads, auditEntries, links) < personItemsPerBatch) return sum
  }
})

const erasePersonData = Effect.fnUntraced(function*(accountId: AccountId, person: PersonData) {
  for (const { id } of person.members) {
    yield* Effect.catchTag((yield* Members).remove(accountId, id), "MemberNotFound", () => Effect.void)
  }
  for (const { id } of person.invitations) {
    yield* (yield* Invitations).withdraw(accountId, id)
  }
  yield* clearAttemptsOf(person)
  yield* eraseLinks(person.links, person.email)
  if (person.decisions > 0) {
    yield* (yield* Blocklist).renameAuthors(person.authorNames, formerMemberName)
    yield* (yield* Submissions).renameReviewers(person.authorNames, formerMemberName)
  }
  const history = yield* RequestHistory
  for (const id of person.memberIds) yield* history.renameKey(accountId, memberKeyId(id), formerMemberKeyId)
  const ids = person.requests.map(({ requestId }) => requestId)
  for (let at = 0; at < ids.length; at += eraseBatchItems) {
    yield* history.erase(accountId, ids.slice(at, at + eraseBatchItems))
    yield* Effect.yieldNow
  }
  for (const { requestId } of person.leads) {
    yield* Effect.catchTag((yield* Leads).forget(requestId), "LeadNotFound", () => Effect.void)
  }
  for (const rule of person.rules) yield* eraseRule(rule, person.email)
  const log = yield* AuditLog
  for (let at = 0; at < person.auditEntries.length; at += eraseBatchItems) {
    const some = person.auditEntries.slice(at, at + eraseBatchItems)
    yield* log.rewrite(accountId, some.map((entry) => erasedEntry(entry, person)))
    yield* Effect.yieldNow
  }
})

/**
 * Clears the person's failed attempts. Failed sign-ins are kept if the address still belongs to a member of another
 * account.
 */
const clearAttemptsOf = Effect.fnUntraced(function*({ email, memberIds }: PersonData) {
  const parsed = parseMemberEmail(email)
  if (Result.isSuccess(parsed) && (yield* (yield* Members).findByEmail(parsed.success.emailKey)) === null) {
    yield* clearAttempts(signInTarget(parsed.success.emailKey))
  }
  for (const id of memberIds) yield* clearAttempts(passwordChangeTarget(id))
})

/** Maximum requests or audit log entries per transaction. */
const eraseBatchItems = 500

/** Removes a rule about the address. A rule whose note contains the address is kept without the note. */
const eraseRule = Effect.fnUntraced(function*(rule: BlockRule, email: string) {
  const rules = yield* BlockRules
  const { id, ...kept } = rule
  yield* Effect.catchTag(rules.remove(rule.accountId, id), "BlockRuleNotFound", () => Effect.void)
  const isAbout = rule.kind === "email" && rule.value === mailboxKeyOf(email)
  if (!isAbout && containsAddress(rule.note, email)) yield* rules.add({ ...kept, note: "" })
})

const mailboxKeyOf = (email: string): string | null => {
  const parsed = parseEmailAddress(email)
  return parsed._tag === "Success" ? mailboxKey(parsed.success) : null
}

/** Formats the erased items for the audit log: `4 requests, 1 rule, 2 audit entries`. */
export const formatErasure = (counts: Omit<ReturnType<typeof personCounts>, "maskedRequests">): string => {
  const parts = [
    [counts.requests, "request", "requests"],
    [counts.leads, "lead", "leads"],
    [counts.rules, "rule", "rules"],
    [counts.members, "member or invitation", "members or invitations"],
    [counts.auditEntries, "audit entry", "audit entries"],
    [counts.decisions, "decision", "decisions"],
    [counts.links, "reported link", "reported links"]
  ] as const
  const words = parts.flatMap(([count, one, many]) => count === 0 ? [] : [`${count} ${count === 1 ? one : many}`])
  return words.length === 0 ? "nothing stored" : words.join(", ")
}

interface ErasedPerson {
  readonly email: string
  /** IDs of current and former members with this address. */
  readonly memberIds: ReadonlySet<string>
  /** Names under which the person made decisions or used the command line. */
  readonly authorNames: ReadonlyArray<string>
}

/** Removes everything that identifies the person from an entry. The action and other people's names are kept. */
const erasedEntry = (entry: AuditEntry, { authorNames, email, memberIds }: ErasedPerson): AuditEntry => {
  const isCommandLine = isCommandLineEntry(entry)
  const isTheirs = entry.memberId !== null && memberIds.has(entry.memberId) ||
    (isCommandLine
      ? authorNames.some((name) => entry.actor === commandLineActorName(name))
      : containsAddress(entry.actor, email))
  // Failed sign-ins with the address most likely come from the person's own browser.
  const isAtTheirDoor = entry.action === "sign-in.refused" && containsAddress(entry.target, email)
  return {
    ...entry,
    ...isTheirs ? { actor: isCommandLine ? commandLineActorName(erasedActor) : erasedActor, memberId: null } : {},
    target: memberIds.has(entry.target) ? "" : withoutAddress(entry.target, email),
    detail: isTheirs && entry.action === "member.rename"
      ? formatRename(erasedActor)
      : withoutAddress(withoutInviter(entry.detail, authorNames), email),
    address: isTheirs || isAtTheirDoor ? "" : entry.address
  }
}

/** Removes the person's name as the inviter of a link created on the command line. */
const withoutInviter = (detail: string, names: ReadonlyArray<string>): string => {
  const inviter = names.map((name) => `invited by ${commandLineActorName(name)}`).find((words) =>
    detail.endsWith(words)
  )
  return inviter === undefined
    ? detail
    : detail.slice(0, -inviter.length) + `invited by ${commandLineActorName(erasedActor)}`
}

/** Matches the text before a name in the detail of an audit log entry. */
const namePrefix = /^(?:all \d+ of |\w+, invited by )?/

/**
 * Replaces the email address. If it is in angle brackets (the format of `actorName`), the name before it is replaced
 * too.
 */
const withoutAddress = (text: string, email: string): string => {
  let rest = text
  for (let at = indexOfAddress(rest, email); at >= 0; at = indexOfAddress(rest, email)) {
    const end = at + email.length
    const isSigned = rest[at - 1] === "<" && rest[end] === ">"
    const before = isSigned ? namePrefix.exec(rest)?.[0] ?? "" : rest.slice(0, at)
    rest = before + erasedActor + rest.slice(isSigned ? end + 1 : end)
  }
  return rest
}
