import { Effect, Result } from "effect"
import { operatorAccountId } from "../accounts/ManageAccounts.ts"
import { type AccountEvent, newEventStamp } from "../events/AccountEvent.ts"
import { parseWebUrl } from "../urls/WebUrl.ts"
import type { Submission } from "./Submission.ts"

/** Creates an event of a submission in the operator's account. */
export type SubmissionEventOf = (submission: Submission) => AccountEvent

/**
 * Returns the functions that create the events of one submission. The storage calls them, because it assigns the
 * submission's ID. Null without an operator's account.
 */
export const makeSubmissionEvents = Effect.gen(function*() {
  const accountId = yield* operatorAccountId
  if (accountId === null) return null
  const stamp = yield* newEventStamp
  const created: SubmissionEventOf = (submission) => ({
    ...stamp,
    accountId,
    type: "submission.created",
    data: {
      submission_id: submission.id,
      account_id: submission.accountId,
      host: hostOf(submission),
      triage_risk: submission.triageRisk
    }
  })
  const reviewed: SubmissionEventOf = (submission) => ({
    ...stamp,
    accountId,
    type: "submission.reviewed",
    data: {
      submission_id: submission.id,
      state: submission.state === "accepted" ? "accepted" : "rejected",
      host: hostOf(submission),
      blocklist_entry_id: submission.entryId
    }
  })
  return { created, reviewed }
})

const hostOf = ({ url }: Submission): string | null =>
  Result.match(parseWebUrl(url), { onSuccess: ({ readings: [{ host }] }) => host, onFailure: () => null })
