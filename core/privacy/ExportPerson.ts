import { Effect } from "effect"
import type { AuditEntry } from "../audit/AuditEntry.ts"
import type { BlockRule } from "../block-rules/BlockRules.ts"
import type { RequestDetails } from "../history/RequestDetails.ts"
import { RequestHistory, type RequestRecord } from "../history/RequestHistory.ts"
import type { AccountId } from "../kernel/Ids.ts"
import type { LeadRecord } from "../leads/records/LeadRecord.ts"
import type { Invitation } from "../members/Invitations.ts"
import type { Member } from "../members/Member.ts"
import type { MemberSession } from "../members/sessions/MemberSession.ts"
import { MemberSessions } from "../members/sessions/MemberSessions.ts"
import type { Submission } from "../submissions/Submission.ts"
import type { BlocklistEntry } from "../threats/blocklist/BlocklistEntry.ts"
import { findPerson, personCounts } from "./FindPerson.ts"

/** Maximum requests per query for details. */
const pageItems = 500

/**
 * Returns all data that `findPerson` finds about a person, and the sessions of members, for a file. Times are in
 * ISO 8601. Password hashes and tokens are not included.
 *
 * An access request requires a complete copy (GDPR, article 15), so the number of items has no maximum. Queries read
 * pages, and only the items about the person stay in memory.
 */
export const exportPerson = Effect.fn("exportPerson")(function*(accountId: AccountId, text: string) {
  const person = yield* findPerson(accountId, text, Infinity)
  const sessions = yield* Effect.forEach(person.members, ({ id }) => MemberSessions.use(({ list }) => list(id)))
  const details = new Map<string, RequestDetails>()
  for (let at = 0; at < person.requests.length; at += pageItems) {
    const ids = person.requests.slice(at, at + pageItems).map(({ requestId }) => requestId)
    for (const [id, one] of yield* (yield* RequestHistory).getDetails(accountId, ids)) details.set(id, one)
    yield* Effect.yieldNow
  }
  return {
    email: person.email,
    counts: personCounts(person),
    requests: person.requests.map((request) => exportedRequest(request, details.get(request.requestId))),
    leads: person.leads.map(exportedLead),
    rules: person.rules.map(exportedRule),
    members: person.members.map(exportedMember),
    sessions: sessions.flat().map(exportedSession),
    invitations: person.invitations.map(exportedInvitation),
    auditEntries: person.auditEntries.map(exportedAuditEntry),
    submissions: person.links.submissions.map(exportedSubmission),
    blocklistEntries: person.links.entries.map(exportedBlocklistEntry)
  }
})

const exportedRequest = (request: RequestRecord, details: RequestDetails | undefined) => ({
  requestId: request.requestId,
  operation: request.operation,
  status: request.status,
  verdict: request.verdict,
  subject: request.subject,
  at: request.at.toISOString(),
  details: details ?? null
})

const exportedLead = (lead: LeadRecord) => ({
  requestId: lead.requestId,
  verdict: lead.verdict,
  riskScore: lead.riskScore,
  categories: lead.categories,
  language: lead.language,
  source: lead.source,
  spamProbability: lead.spamProbability,
  message: lead.message,
  mark: lead.mark,
  at: lead.at.toISOString(),
  markedAt: lead.markedAt?.toISOString() ?? null
})

const exportedRule = ({ action, createdAt, kind, note, value }: BlockRule) => ({
  kind,
  action,
  value,
  note,
  createdAt: createdAt.toISOString()
})

const exportedMember = ({ createdAt, email, lastSeenAt, name, role }: Member) => ({
  email,
  name,
  role,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null
})

const exportedSession = ({ address, createdAt, expiresAt, lastSeenAt, userAgent }: MemberSession) => ({
  userAgent,
  address,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  expiresAt: expiresAt.toISOString()
})

const exportedInvitation = ({ createdAt, email, expiresAt, role }: Invitation) => ({
  email,
  role,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString()
})

const exportedAuditEntry = (entry: AuditEntry) => ({
  action: entry.action,
  actor: entry.actor,
  target: entry.target,
  detail: entry.detail,
  address: entry.address,
  at: entry.at.toISOString()
})

const exportedSubmission = (submission: Submission) => ({
  url: submission.url,
  state: submission.state,
  rejection: submission.rejection,
  triage: submission.triageReasons.map(({ message }) => message),
  createdAt: submission.createdAt.toISOString(),
  reviewedAt: submission.reviewedAt?.toISOString() ?? null
})

const exportedBlocklistEntry = ({ action, createdAt, expiresAt, expression, kind, reason }: BlocklistEntry) => ({
  kind,
  action,
  expression,
  reason,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null
})
