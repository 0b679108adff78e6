import type { Submission } from "../../../core/submissions/Submission.ts"
import type { ReportReceipt } from "../../../core/submissions/ThreatReports.ts"
import { printable } from "../terminal/Printable.ts"
import { sheet, table, when } from "../terminal/Table.ts"

/** A submission as `--json` shows it. */
export const submissionJson = (submission: Submission) => ({
  id: submission.id,
  url: submission.url,
  canonical_url: submission.canonicalUrl,
  account_id: submission.accountId,
  state: submission.state,
  created_at: submission.createdAt,
  reviewed_at: submission.reviewedAt,
  reviewer: submission.reviewer,
  rejection: submission.rejection,
  entry_id: submission.entryId,
  triage_risk: submission.triageRisk,
  triage_reasons: submission.triageReasons,
  forwarded: submission.forwarded
})

const codesOf = ({ triageReasons }: Submission): string => triageReasons.map(({ code }) => code).join(", ")

export const submissionTable = (found: ReadonlyArray<Submission>) =>
  table(found, [
    { title: "id", align: "right", of: (submission) => submission.id },
    { title: "state", of: (submission) => submission.state },
    { title: "urgency", align: "right", of: (submission) => submission.triageRisk },
    { title: "reported", of: (submission) => when(submission.createdAt) },
    { title: "url", of: (submission) => submission.url },
    { title: "signals", of: codesOf }
  ])

/** All that is known of one, for the reviewer. */
export const submissionSheet = (submission: Submission): string => {
  const { entryId, forwarded, rejection, reviewer, triageReasons } = submission
  const facts = sheet({
    id: submission.id,
    url: submission.url,
    canonical: submission.canonicalUrl,
    state: submission.state,
    reported: `${when(submission.createdAt)} by account ${submission.accountId}`,
    urgency: submission.triageRisk,
    ...(reviewer === null ? {} : { reviewed: `${when(submission.reviewedAt)} by ${reviewer}` }),
    ...(rejection === null ? {} : { rejection }),
    ...(entryId === null ? {} : { entry: entryId }),
    ...(forwarded === null ? {} : { forwarded: `${forwarded.state}, ${forwarded.reference}` })
  })
  const width = Math.max(...triageReasons.map(({ code }) => code.length))
  const reasons = triageReasons.map(({ code, message }) => `  ${code.padEnd(width)}  ${printable(message)}`.trimEnd())
  return [facts, ...(reasons.length === 0 ? [] : ["", "What the automatic check saw", ...reasons])].join("\n")
}

/** How the report to Google stands. */
export const forwardedText = (id: number, receipt: ReportReceipt | null): string =>
  `Submission ${id} is ${receipt === null ? "not reported" : `reported: ${receiptWords[receipt.state]}`}.`

const receiptWords: Readonly<Record<ReportReceipt["state"], string>> = {
  running: "Google is looking at it",
  listed: "it is on Google's list",
  declined: "Google found nothing against its rules",
  failed: "Google could not look at it"
}
