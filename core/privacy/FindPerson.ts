import { Effect, Result, Schema } from "effect"
import { operatorAccountId } from "../accounts/ManageAccounts.ts"
import { parseActorName } from "../audit/ActorName.ts"
import type { AuditEntry } from "../audit/AuditEntry.ts"
import { AuditLog } from "../audit/AuditLog.ts"
import { type BlockRule, BlockRules } from "../block-rules/BlockRules.ts"
import { maskSubject } from "../history/MaskSubject.ts"
import { RequestHistory, type RequestRecord } from "../history/RequestHistory.ts"
import { foldCase } from "../history/RequestQuery.ts"
import type { AccountId } from "../kernel/Ids.ts"
import type { LeadRecord } from "../leads/records/LeadRecord.ts"
import { Leads } from "../leads/records/Leads.ts"
import { parseEmailAddress } from "../mail-addresses/EmailAddress.ts"
import { mailboxKey } from "../mail-addresses/MailboxKey.ts"
import { normalizedAddress } from "../mail-addresses/MailboxKey.ts"
import { type Invitation, Invitations } from "../members/Invitations.ts"
import type { Member } from "../members/Member.ts"
import { Members } from "../members/Members.ts"
import { Submissions } from "../submissions/Submissions.ts"
import { Blocklist } from "../threats/blocklist/Blocklist.ts"
import { containsAddress } from "./ContainsAddress.ts"
import { findCommandLineEntries, personNames } from "./PersonNames.ts"
import { findReportedLinks, type ReportedLinks } from "./ReportedLinks.ts"

/** Maximum items of each kind that a search for counts or an erasure reads at a time. */
export const personItemsPerBatch = 10_000
/** Maximum items per query. */
const pageItems = 500

export class InvalidPerson extends Schema.TaggedError<InvalidPerson>()("InvalidPerson", { message: Schema.String }) {}

/** Data of an account about a person, found by email address. */
export interface PersonData {
  readonly email: string
  /** Requests whose subject contains the address. */
  readonly requests: ReadonlyArray<RequestRecord>
  /** Number of requests whose masked subject matches this address. Other addresses may have the same masked form. */
  readonly maskedRequests: number
  /** Leads whose message or request contains the address. */
  readonly leads: ReadonlyArray<LeadRecord>
  readonly rules: ReadonlyArray<BlockRule>
  readonly members: ReadonlyArray<Member>
  readonly invitations: ReadonlyArray<Invitation>
  readonly auditEntries: ReadonlyArray<AuditEntry>
  /** IDs of current and former members with this address. */
  readonly memberIds: ReadonlySet<string>
  /**
   * Names under which the person added blocklist entries and reviewed submissions, including on the command line.
   * Another person may have the same name.
   */
  readonly authorNames: ReadonlyArray<string>
  /** Number of blocklist entries and reviews by `authorNames`. */
  readonly decisions: number
  readonly links: ReportedLinks
}

/** Returns the number of items of each kind. */
export const personCounts = (person: PersonData) => ({
  requests: person.requests.length,
  leads: person.leads.length,
  rules: person.rules.length,
  members: person.members.length + person.invitations.length,
  auditEntries: person.auditEntries.length,
  decisions: person.decisions,
  links: person.links.submissions.length + person.links.entries.length,
  maskedRequests: person.maskedRequests
})

/**
 * Searches requests, leads, rules, members, invitations and the audit log of an account. For the operator's account,
 * also searches all threat data. For other accounts, also searches the links reported with their keys.
 *
 * @param itemsMax maximum items of each kind
 */
export const findPerson = Effect.fn("findPerson")(function*(
  accountId: AccountId,
  text: string,
  itemsMax: number = personItemsPerBatch
) {
  const parsed = parseEmailAddress(text)
  if (Result.isFailure(parsed)) return yield* new InvalidPerson({ message: parsed.failure.message })
  const { address } = parsed.success
  const requests = yield* findRequests(accountId, address, ({ subject }) => containsAddress(subject, address), itemsMax)
  const masked = foldCase(maskSubject(address))
  const isMasked = ({ subject }: RequestRecord) => foldCase(subject ?? "") === masked
  // These are only counted, so the maximum also applies to exports.
  const maskedRequests = yield* findRequests(accountId, masked, isMasked, personItemsPerBatch)
  const requestIds = new Set(requests.map(({ requestId }) => requestId))
  const leads = yield* findLeads(
    accountId,
    ({ message, requestId }) => requestIds.has(requestId) || containsAddress(message, address),
    itemsMax
  )
  const key = mailboxKey(parsed.success)
  const rules = (yield* (yield* BlockRules).list(accountId)).filter(({ kind, note, value }) =>
    kind === "email" && value === key || containsAddress(note, address)
  )
  const signedBy = normalizedAddress(parsed.success)
  const members = (yield* (yield* Members).list(accountId)).filter((member) => member.emailKey === signedBy)
  const invitations = (yield* (yield* Invitations).list(accountId)).filter(({ author, email }) =>
    containsAddress(email, address) || containsAddress(author, address)
  )
  const ownIds = new Set(members.map(({ id }) => id))
  const named = yield* findAuditEntries(
    accountId,
    (entry) =>
      entry.memberId !== null && ownIds.has(entry.memberId) ||
      [entry.actor, entry.target, entry.detail].some((part) => containsAddress(part, address)),
    itemsMax
  )
  const theirDeeds = named.filter(({ actor }) => containsAddress(parseActorName(actor).email, address))
  const links = yield* findReportedLinks(accountId, address, itemsMax)
  const written = links.names
  const authorNames = personNames({ email: address, members, asMember: theirDeeds, all: named, written })
  const auditEntries = [...named, ...yield* findCommandLineEntries(accountId, authorNames)]
  const found: PersonData = {
    email: address,
    requests,
    maskedRequests: maskedRequests.length,
    leads,
    rules,
    members,
    invitations,
    auditEntries: [...new Map(auditEntries.map((entry) => [entry.id, entry])).values()].slice(0, itemsMax),
    memberIds: new Set([...ownIds, ...theirDeeds.flatMap(({ memberId }) => memberId ?? [])]),
    authorNames,
    decisions: yield* countDecisions(accountId, authorNames),
    links
  }
  return found
})

/** Counts decisions about threat data, which only the operator's account makes. */
const countDecisions = Effect.fnUntraced(function*(accountId: AccountId, names: ReadonlyArray<string>) {
  if ((yield* operatorAccountId) !== accountId) return 0
  return (yield* (yield* Blocklist).countBy(names)) + (yield* (yield* Submissions).countBy(names))
})

const findRequests = Effect.fnUntraced(function*(
  accountId: AccountId,
  text: string,
  isTheirs: (record: RequestRecord) => boolean,
  itemsMax: number
) {
  const history = yield* RequestHistory
  const found: Array<RequestRecord> = []
  let before: string | undefined
  while (found.length < itemsMax) {
    const cursor = before === undefined ? {} : { before }
    const { items, next } = yield* history.search({ accountId, text, limit: pageItems, ...cursor })
    found.push(...items.filter(isTheirs))
    if (next === null) break
    before = next
  }
  return found.slice(0, itemsMax)
})

const findLeads = Effect.fnUntraced(function*(
  accountId: AccountId,
  isTheirs: (lead: LeadRecord) => boolean,
  itemsMax: number
) {
  const leads = yield* Leads
  const found: Array<LeadRecord> = []
  let before: string | undefined
  while (found.length < itemsMax) {
    const page = yield* leads.list({ accountId, limit: pageItems, ...before === undefined ? {} : { before } })
    found.push(...page.filter(isTheirs))
    const last = page.at(-1)
    if (last === undefined || page.length < pageItems) break
    before = last.requestId
    yield* Effect.yieldNow
  }
  return found.slice(0, itemsMax)
})

const findAuditEntries = Effect.fnUntraced(function*(
  accountId: AccountId,
  isTheirs: (entry: AuditEntry) => boolean,
  itemsMax: number
) {
  const log = yield* AuditLog
  const found: Array<AuditEntry> = []
  let before: number | undefined
  while (found.length < itemsMax) {
    const page = yield* log.list({ accountId, limit: pageItems, ...before === undefined ? {} : { before } })
    found.push(...page.filter(isTheirs))
    const last = page.at(-1)
    if (last === undefined || page.length < pageItems) break
    before = last.id
    yield* Effect.yieldNow
  }
  return found.slice(0, itemsMax)
})
