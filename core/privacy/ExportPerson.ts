import { Effect } from "effect"
import { RequestHistory } from "../history/RequestHistory.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { countsOf, findPerson } from "./FindPerson.ts"

/** All that is kept of somebody, as one value for a file; instants are ISO 8601 once it is JSON. No password hash, no token. */
export const exportPerson = Effect.fn("exportPerson")(function*(accountId: AccountId, text: string) {
  const person = yield* findPerson(accountId, text)
  const details = yield* (yield* RequestHistory).details(accountId, person.requests.map(({ requestId }) => requestId))
  return {
    email: person.email,
    counts: countsOf(person),
    requests: person.requests.map((request) => ({
      requestId: request.requestId,
      operation: request.operation,
      status: request.status,
      verdict: request.verdict,
      subject: request.subject,
      at: request.at.toISOString(),
      details: details.get(request.requestId) ?? null
    })),
    leads: person.leads.map((lead) => ({
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
    })),
    rules: person.rules.map(({ action, createdAt, kind, note, value }) => ({
      kind,
      action,
      value,
      note,
      createdAt: createdAt.toISOString()
    })),
    members: person.members.map(({ createdAt, email, lastSeenAt, name, role }) => ({
      email,
      name,
      role,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt?.toISOString() ?? null
    })),
    invitations: person.invitations.map(({ createdAt, email, expiresAt, role }) => ({
      email,
      role,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString()
    })),
    auditEntries: person.auditEntries.map((entry) => ({
      action: entry.action,
      actor: entry.actor,
      target: entry.target,
      detail: entry.detail,
      address: entry.address,
      at: entry.at.toISOString()
    })),
    submissions: person.links.submissions.map((submission) => ({
      url: submission.url,
      state: submission.state,
      rejection: submission.rejection,
      triage: submission.triageReasons.map(({ message }) => message),
      createdAt: submission.createdAt.toISOString(),
      reviewedAt: submission.reviewedAt?.toISOString() ?? null
    })),
    blocklistEntries: person.links.entries.map(({ action, createdAt, expiresAt, expression, kind, reason }) => ({
      kind,
      action,
      expression,
      reason,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null
    }))
  }
})
