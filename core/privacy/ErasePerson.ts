import { Effect, Result } from "effect"
import { commandLineName, formerMember, isOnCommandLine } from "../audit/ActorName.ts"
import { type AuditEntry, erasedActor } from "../audit/AuditEntry.ts"
import { AuditLog } from "../audit/AuditLog.ts"
import { type BlockRule, BlockRules } from "../block-rules/BlockRules.ts"
import { RequestHistory } from "../history/RequestHistory.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { Leads } from "../leads/records/Leads.ts"
import { parseEmailAddress } from "../mail-addresses/EmailAddress.ts"
import { emailKey } from "../mail-addresses/EmailKey.ts"
import { renaming } from "../members/administration/ManageMembers.ts"
import { Invitations } from "../members/Invitations.ts"
import { memberEmail } from "../members/Member.ts"
import { Members } from "../members/Members.ts"
import { forgetTries, triedAtChange, triedAtDoor } from "../members/passwords/TryPassword.ts"
import { triedBy, triedByFormer } from "../requests/TriedBy.ts"
import { Submissions } from "../submissions/Submissions.ts"
import { Blocklist } from "../threats/blocklist/Blocklist.ts"
import { countsOf, findPerson, type Person, personItemsMax } from "./FindPerson.ts"
import { addressIn, namesAddress } from "./NamesAddress.ts"
import { eraseLinks } from "./ReportedLinks.ts"

/**
 * Removes for good what an account keeps of somebody, and tells how much that was. Who signs in comes first: an account's last
 * owner cannot be removed, and then nothing is. What they decided of threat data stands, as a former member's; a reported link that
 * names them stands without their address, and an entry of the blocklist for it goes; what they tried in the
 * dashboard, as somebody's. The ledger keeps amounts and ids, which name nobody any more; the audit log keeps what was done, who
 * else did it or had it done, and of this person no more than that it was somebody.
 */
export const erasePerson = Effect.fn("erasePerson")(function*(accountId: AccountId, text: string) {
  let sum: ReturnType<typeof countsOf> | null = null
  for (;;) {
    const person: Person = yield* findPerson(accountId, text)
    yield* eraseFound(accountId, person)
    const counts = countsOf(person)
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
    if (Math.max(requests, leads, auditEntries, links) < personItemsMax) return sum
  }
})

const eraseFound = Effect.fnUntraced(function*(accountId: AccountId, person: Person) {
  for (const { id } of person.members) {
    yield* Effect.catchTag((yield* Members).remove(accountId, id), "MemberNotFound", () => Effect.void)
  }
  for (const { id } of person.invitations) {
    yield* (yield* Invitations).withdraw(accountId, id)
  }
  yield* forgetTriesOf(person)
  yield* eraseLinks(person.links, person.email)
  if (person.decisions > 0) {
    yield* (yield* Blocklist).renameAuthors(person.authorNames, formerMember)
    yield* (yield* Submissions).renameReviewers(person.authorNames, formerMember)
  }
  const history = yield* RequestHistory
  for (const id of person.memberIds) yield* history.renameKey(accountId, triedBy(id), triedByFormer)
  const ids = person.requests.map(({ requestId }) => requestId)
  for (let at = 0; at < ids.length; at += erasedAtOnce) {
    yield* history.erase(accountId, ids.slice(at, at + erasedAtOnce))
    yield* Effect.yieldNow
  }
  for (const { requestId } of person.leads) {
    yield* Effect.catchTag((yield* Leads).forget(requestId), "LeadNotFound", () => Effect.void)
  }
  for (const rule of person.rules) yield* eraseRule(rule, person.email)
  const log = yield* AuditLog
  for (let at = 0; at < person.auditEntries.length; at += erasedAtOnce) {
    const some = person.auditEntries.slice(at, at + erasedAtOnce)
    yield* log.rewrite(accountId, some.map((entry) => erasedEntry(entry, person)))
    yield* Effect.yieldNow
  }
})

/** Of an address with which somebody signs in, to another account it may be, guesses stay counted. */
const forgetTriesOf = Effect.fnUntraced(function*({ email, memberIds }: Person) {
  const parsed = memberEmail(email)
  if (Result.isSuccess(parsed) && (yield* (yield* Members).byEmail(parsed.success.emailKey)) === null) {
    yield* forgetTries(triedAtDoor(parsed.success.emailKey))
  }
  for (const id of memberIds) yield* forgetTries(triedAtChange(id))
})

/** Requests, or entries of the audit log, of one transaction. */
const erasedAtOnce = 500

/** A rule about the address goes; one whose note names it stays, without the note. */
const eraseRule = Effect.fnUntraced(function*(rule: BlockRule, email: string) {
  const rules = yield* BlockRules
  const { id, ...kept } = rule
  yield* Effect.catchTag(rules.remove(rule.accountId, id), "BlockRuleNotFound", () => Effect.void)
  const isAbout = rule.kind === "email" && rule.value === keyOf(email)
  if (!isAbout && namesAddress(rule.note, email)) yield* rules.add({ ...kept, note: "" })
})

const keyOf = (email: string): string | null => {
  const parsed = parseEmailAddress(email)
  return parsed._tag === "Success" ? emailKey(parsed.success) : null
}

/** What was removed or changed, as the audit log tells of it: `4 requests, 1 rule, 2 audit entries`. */
export const erasureWords = (counts: Omit<ReturnType<typeof countsOf>, "maskedRequests">): string => {
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
  return words.length === 0 ? "nothing was kept" : words.join(", ")
}

interface Erased {
  readonly email: string
  /** That the address was of, those of before among them. */
  readonly memberIds: ReadonlySet<string>
  /** As which they worked on the command line. */
  readonly authorNames: ReadonlyArray<string>
}

/** An entry without the words that name this person. Who else is named in it stays, and so does what was done. */
const erasedEntry = (entry: AuditEntry, { authorNames, email, memberIds }: Erased): AuditEntry => {
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
    const before = isSigned ? beforeName.exec(rest)?.[0] ?? "" : rest.slice(0, at)
    rest = before + erasedActor + rest.slice(isSigned ? end + 1 : end)
  }
  return rest
}
