import { Effect, Result, Schema } from "effect"
import { operatorAccountId } from "../accounts/ManageAccounts.ts"
import { signedAs } from "../audit/ActorName.ts"
import type { AuditEntry } from "../audit/AuditEntry.ts"
import { AuditLog } from "../audit/AuditLog.ts"
import { type BlockRule, BlockRules } from "../block-rules/BlockRules.ts"
import { maskSubject } from "../history/MaskSubject.ts"
import { RequestHistory, type RequestRecord } from "../history/RequestHistory.ts"
import { folded } from "../history/RequestQuery.ts"
import type { AccountId } from "../kernel/Ids.ts"
import type { LeadRecord } from "../leads/records/LeadRecord.ts"
import { Leads } from "../leads/records/Leads.ts"
import { parseEmailAddress } from "../mail-addresses/EmailAddress.ts"
import { emailKey } from "../mail-addresses/EmailKey.ts"
import { uniqueKey } from "../mail-addresses/EmailKey.ts"
import { type Invitation, Invitations } from "../members/Invitations.ts"
import type { Member } from "../members/Member.ts"
import { Members } from "../members/Members.ts"
import { Submissions } from "../submissions/Submissions.ts"
import { Blocklist } from "../threats/blocklist/Blocklist.ts"
import { namesAddress } from "./NamesAddress.ts"
import { deedsOnCommandLine, personNames } from "./PersonNames.ts"
import { linksNaming, type ReportedLinks } from "./ReportedLinks.ts"

/** Of each kind, that are handled at a time. */
export const personItemsMax = 10_000
/** Read at a time. */
const pageItems = 500

export class InvalidPerson extends Schema.TaggedError<InvalidPerson>()("InvalidPerson", { message: Schema.String }) {}

/** All that an account keeps of somebody, by email address; at most `personItemsMax` of each kind. */
export interface Person {
  readonly email: string
  /** Whose subject names the address. */
  readonly requests: ReadonlyArray<RequestRecord>
  /** Whose masked subject may be of this address or of another: nothing tells. */
  readonly maskedRequests: number
  /** Whose message names the address, or whose request does. */
  readonly leads: ReadonlyArray<LeadRecord>
  readonly rules: ReadonlyArray<BlockRule>
  readonly members: ReadonlyArray<Member>
  readonly invitations: ReadonlyArray<Invitation>
  readonly auditEntries: ReadonlyArray<AuditEntry>
  /** Of members, those of before among them, that the address was of. */
  readonly memberIds: ReadonlySet<string>
  /** Under which they added blocklist entries and reviewed submissions, on the command line too. Others may be called the same: nothing tells. */
  readonly authorNames: ReadonlyArray<string>
  /** So many of those. */
  readonly decisions: number
  readonly links: ReportedLinks
}

/** What `Found` of the API counts. */
export const countsOf = (person: Person) => ({
  requests: person.requests.length,
  leads: person.leads.length,
  rules: person.rules.length,
  members: person.members.length + person.invitations.length,
  auditEntries: person.auditEntries.length,
  decisions: person.decisions,
  links: person.links.submissions.length + person.links.entries.length,
  maskedRequests: person.maskedRequests
})

/** Looks through requests, leads, rules, members, invitations and the audit log of an account; of the operator's, through threat data too, and of others through what was reported with their keys. */
export const findPerson = Effect.fn("findPerson")(function*(accountId: AccountId, text: string) {
  const parsed = parseEmailAddress(text)
  if (Result.isFailure(parsed)) return yield* new InvalidPerson({ message: parsed.failure.message })
  const { address } = parsed.success
  const requests = yield* requestsWith(accountId, address, ({ subject }) => namesAddress(subject, address))
  const masked = folded(maskSubject(address))
  const maskedRequests = yield* requestsWith(accountId, masked, ({ subject }) => folded(subject ?? "") === masked)
  const requestIds = new Set(requests.map(({ requestId }) => requestId))
  const leads = yield* leadsWith(
    accountId,
    ({ message, requestId }) => requestIds.has(requestId) || namesAddress(message, address)
  )
  const key = emailKey(parsed.success)
  const rules = (yield* (yield* BlockRules).list(accountId)).filter(({ kind, note, value }) =>
    kind === "email" && value === key || namesAddress(note, address)
  )
  const signedBy = uniqueKey(parsed.success)
  const members = (yield* (yield* Members).list(accountId)).filter((member) => member.emailKey === signedBy)
  const invitations = (yield* (yield* Invitations).list(accountId)).filter(({ author, email }) =>
    namesAddress(email, address) || namesAddress(author, address)
  )
  const ownIds = new Set(members.map(({ id }) => id))
  const named = yield* entriesWith(
    accountId,
    (entry) =>
      entry.memberId !== null && ownIds.has(entry.memberId) ||
      [entry.actor, entry.target, entry.detail].some((part) => namesAddress(part, address))
  )
  const theirDeeds = named.filter(({ actor }) => namesAddress(signedAs(actor).email, address))
  const links = yield* linksNaming(accountId, address, personItemsMax)
  const written = links.names
  const authorNames = personNames({ email: address, members, asMember: theirDeeds, all: named, written })
  const auditEntries = [...named, ...yield* deedsOnCommandLine(accountId, authorNames)]
  const found: Person = {
    email: address,
    requests,
    maskedRequests: maskedRequests.length,
    leads,
    rules,
    members,
    invitations,
    auditEntries: [...new Map(auditEntries.map((entry) => [entry.id, entry])).values()].slice(0, personItemsMax),
    memberIds: new Set([...ownIds, ...theirDeeds.flatMap(({ memberId }) => memberId ?? [])]),
    authorNames,
    decisions: yield* decisionsBy(accountId, authorNames),
    links
  }
  return found
})

/** Threat data are the operator's: who decides there is of its account. */
const decisionsBy = Effect.fnUntraced(function*(accountId: AccountId, names: ReadonlyArray<string>) {
  if ((yield* operatorAccountId) !== accountId) return 0
  return (yield* (yield* Blocklist).countBy(names)) + (yield* (yield* Submissions).countBy(names))
})

const requestsWith = Effect.fnUntraced(function*(
  accountId: AccountId,
  text: string,
  isTheirs: (record: RequestRecord) => boolean
) {
  const history = yield* RequestHistory
  const found: Array<RequestRecord> = []
  let before: string | undefined
  while (found.length < personItemsMax) {
    const cursor = before === undefined ? {} : { before }
    const { items, next } = yield* history.search({ accountId, text, limit: pageItems, ...cursor })
    found.push(...items.filter(isTheirs))
    if (next === null) break
    before = next
  }
  return found.slice(0, personItemsMax)
})

const leadsWith = Effect.fnUntraced(function*(accountId: AccountId, isTheirs: (lead: LeadRecord) => boolean) {
  const leads = yield* Leads
  const found: Array<LeadRecord> = []
  let before: string | undefined
  while (found.length < personItemsMax) {
    const page = yield* leads.list({ accountId, limit: pageItems, ...before === undefined ? {} : { before } })
    found.push(...page.filter(isTheirs))
    const last = page.at(-1)
    if (last === undefined || page.length < pageItems) break
    before = last.requestId
    yield* Effect.yieldNow
  }
  return found.slice(0, personItemsMax)
})

const entriesWith = Effect.fnUntraced(function*(accountId: AccountId, isTheirs: (entry: AuditEntry) => boolean) {
  const log = yield* AuditLog
  const found: Array<AuditEntry> = []
  let before: number | undefined
  while (found.length < personItemsMax) {
    const page = yield* log.list({ accountId, limit: pageItems, ...before === undefined ? {} : { before } })
    found.push(...page.filter(isTheirs))
    const last = page.at(-1)
    if (last === undefined || page.length < pageItems) break
    before = last.id
    yield* Effect.yieldNow
  }
  return found.slice(0, personItemsMax)
})
