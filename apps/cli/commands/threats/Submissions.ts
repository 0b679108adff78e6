import { Effect, Option, Result } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { acceptedDaysDefault, acceptedScopeDefault } from "../../../../core/submissions/AcceptanceDefaults.ts"
import { type Review, reviewAs } from "../../../../core/submissions/ReviewSubmission.ts"
import type { Submission } from "../../../../core/submissions/Submission.ts"
import { Submissions } from "../../../../core/submissions/Submissions.ts"
import { abuseTypes, type ReportReceipt } from "../../../../core/submissions/ThreatReports.ts"
import { defaultReasons } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import { EntryTooBroad } from "../../../../core/threats/blocklist/BlocklistGuard.ts"
import { PopularDomains } from "../../../../core/urls/PopularDomains.ts"
import { PublicSuffixes } from "../../../../core/urls/PublicSuffixes.ts"
import { withForceHint } from "../../files/BlocklistRecord.ts"
import { expiresAfterFlag, expiryDateOf, forceFlag, kindFlag, reasonFlag } from "../../flags/BlocklistFlags.ts"
import {
  authorFlag,
  authorOf,
  beforeFlag,
  commandLineActor,
  emptyPageText,
  limitFlag
} from "../../flags/CommonFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { printList, printResult } from "../../terminal/Output.ts"
import { formatFields, formatInstant, formatTable, printable } from "../../terminal/Table.ts"
import { describeEntry, entryJson } from "../../views/BlocklistView.ts"

const list = Command.make(
  "list",
  {
    state: Flag.Literals("state", ["pending", "accepted", "rejected", "all"]).pipe(
      Flag.withDescription("Only submissions in this state (default pending)"),
      Flag.withDefault("pending")
    ),
    limit: limitFlag,
    before: beforeFlag
  },
  Effect.fn(function*({ before, limit, state }) {
    const page = {
      limit,
      ...(state === "all" ? {} : { state }),
      ...Option.match(before, { onNone: () => ({}), onSome: (id) => ({ before: id }) })
    }
    const found = yield* withExistingStorage(Effect.flatMap(Submissions, (submissions) => submissions.list(page)))
    const [things, whenListEmpty] = state === "all"
      ? ["submissions", "No links have been reported yet."]
      : state === "pending"
      ? ["pending submissions", "No submissions are waiting for review."]
      : [`${state} submissions`, `No submissions have been ${state} yet.`]
    yield* printList(found, submissionJson, submissionTable, emptyPageText(before, things, whenListEmpty))
  })
).pipe(
  Command.withDescription("List reported phishing links, newest first. Urgency is 0 to 100."),
  Command.withExamples([
    { command: "gatehouse submissions list", description: "Submissions to review" },
    { command: "gatehouse submissions list --state all --limit 500", description: "Everything" }
  ])
)

const idArgument = Argument.Int("id").pipe(
  Argument.withDescription("ID of the submission, as `submissions list` shows it")
)

const show = Command.make(
  "show",
  { id: idArgument },
  Effect.fn(function*({ id }) {
    const submission = yield* withExistingStorage(Effect.flatMap(Submissions, (submissions) => submissions.get(id)))
    yield* printResult(submissionJson(submission), () => submissionSheet(submission))
  })
).pipe(
  Command.withDescription("Show a submission with its triage signals. The link is never fetched."),
  Command.withExamples([{
    command: "gatehouse submissions show 17",
    description: "View a submission before the review"
  }])
)

const review = Effect.fn(function*(id: number, decision: Review) {
  const { hostKnowledge } = yield* Effect.promise(() => import("../../../../adapters/lists/HostKnowledgeEmbedded.ts"))
  return yield* withExistingStorage(reviewAs(commandLineActor(Option.some(decision.author)), id, decision)).pipe(
    Effect.provideService(PublicSuffixes, hostKnowledge.suffixes),
    Effect.provideService(PopularDomains, hostKnowledge.popular),
    Effect.catchTag("EntryTooBroad", (refusal) => Effect.fail(new EntryTooBroad({ message: withForceHint(refusal) })))
  )
})

const abuseTypeFlag = Flag.Literals("abuse-type", abuseTypes).pipe(
  Flag.withDescription("Threat type to report (default phishing)"),
  Flag.withDefault("phishing")
)

const accept = Command.make(
  "accept",
  {
    id: idArgument,
    scope: kindFlag("scope", acceptedScopeDefault),
    reason: reasonFlag(defaultReasons.reviewed),
    author: authorFlag,
    expires: expiresAfterFlag(acceptedDaysDefault),
    force: forceFlag,
    forward: Flag.Boolean("forward").pipe(
      Flag.withDescription("Also report it to Google Web Risk, which sends the full URL to Google"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    ),
    abuseType: abuseTypeFlag
  },
  Effect.fn(function*({ abuseType, author, expires, force, forward, id, reason, scope }) {
    const { requireReportSettings, forwardReport } = yield* Effect.promise(() =>
      import("../../storage/ForwardReport.ts")
    )
    // Checks the settings first, because accepting a submission is final even if the report then fails.
    if (forward) yield* requireReportSettings
    const expiresAt = yield* expiryDateOf(expires === 0 ? Option.none() : Option.some(expires))
    const { entry, submission } = yield* review(id, {
      kind: "accept",
      scope,
      expiresAt,
      force,
      reason,
      author: authorOf(author)
    })
    const forwarding = forward ? yield* Effect.result(forwardReport(id, abuseType)) : Result.succeed(submission)
    const current = Result.getOrElse(forwarding, () => submission)
    yield* printResult({ ...submissionJson(current), entry: entryJson(entry!) }, () =>
      [
        `Submission ${id} is accepted: entry ${entry!.id}, ${printable(describeEntry(entry!))}.`,
        ...(current.forwarded === null ? [] : [forwardedText(id, current.forwarded)])
      ].join("\n"))
    yield* Effect.fromResult(forwarding)
  })
).pipe(
  Command.withDescription(
    "Accept a submission and block its page, with any query string, with or without www. and trailing slash, for " +
      `${acceptedDaysDefault} days by default. On shared hosts, the query string is kept if it may select the page. This is final.`
  ),
  Command.withExamples([
    { command: "gatehouse submissions accept 17", description: "Block this page" },
    { command: "gatehouse submissions accept 17 --scope url", description: "Block exactly this URL" },
    { command: "gatehouse submissions accept 17 --scope domain", description: "Block its domain and all subdomains" },
    { command: "gatehouse submissions accept 17 --forward", description: "And report it to Google" }
  ])
)

const forwardCommand = Command.make(
  "forward",
  { id: idArgument, abuseType: abuseTypeFlag },
  Effect.fn(function*({ abuseType, id }) {
    const { forwardReport } = yield* Effect.promise(() => import("../../storage/ForwardReport.ts"))
    const submission = yield* forwardReport(id, abuseType)
    yield* printResult(submissionJson(submission), () => forwardedText(id, submission.forwarded))
  })
).pipe(
  Command.withDescription(
    "Report an accepted link to Google Web Risk, or check the state of its report. Sends the full URL to Google. Requires " +
      "GATEHOUSE_WEB_RISK_TOKEN and GATEHOUSE_WEB_RISK_PROJECT."
  ),
  Command.withExamples([{ command: "gatehouse submissions forward 17", description: "Report it, or check the report" }])
)

const reject = Command.make(
  "reject",
  { id: idArgument, reason: reasonFlag(""), author: authorFlag },
  Effect.fn(function*({ author, id, reason }) {
    const { submission } = yield* review(id, { kind: "reject", reason, author: authorOf(author) })
    yield* printResult({ ...submissionJson(submission), entry: null }, () => `Submission ${id} is rejected.`)
  })
).pipe(
  Command.withDescription("Reject a submission. This is final."),
  Command.withExamples([{
    command: "gatehouse submissions reject 18 --reason \"our own shop\"",
    description: "Reject without blocking anything"
  }])
)

export const submissionsCommand = Command.make("submissions").pipe(
  Command.withDescription("Review reported phishing links."),
  Command.withExamples([{ command: "gatehouse submissions list", description: "Submissions to review" }]),
  Command.withSubcommands([list, show, accept, reject, forwardCommand])
)

/** Returns a submission in the format of `--json`. */
const submissionJson = (submission: Submission) => ({
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

const submissionTable = (found: ReadonlyArray<Submission>) =>
  formatTable(found, [
    { title: "id", align: "right", value: (submission) => submission.id },
    { title: "state", value: (submission) => submission.state },
    { title: "urgency", align: "right", value: (submission) => submission.triageRisk },
    { title: "reported", value: (submission) => formatInstant(submission.createdAt) },
    { title: "url", value: (submission) => submission.url },
    { title: "signals", value: codesOf }
  ])

/** Renders all data of a submission for the reviewer. */
const submissionSheet = (submission: Submission): string => {
  const { entryId, forwarded, rejection, reviewer, triageReasons } = submission
  const facts = formatFields({
    id: submission.id,
    url: submission.url,
    canonical: submission.canonicalUrl,
    state: submission.state,
    reported: `${formatInstant(submission.createdAt)} by account ${submission.accountId}`,
    urgency: submission.triageRisk,
    ...(reviewer === null ? {} : { reviewed: `${formatInstant(submission.reviewedAt)} by ${reviewer}` }),
    ...(rejection === null ? {} : { rejection }),
    ...(entryId === null ? {} : { entry: entryId }),
    ...(forwarded === null ? {} : { forwarded: `${forwarded.state}, ${forwarded.reference}` })
  })
  const width = Math.max(...triageReasons.map(({ code }) => code.length))
  const reasons = triageReasons.map(({ code, message }) => `  ${code.padEnd(width)}  ${printable(message)}`.trimEnd())
  return [facts, ...(reasons.length === 0 ? [] : ["", "Signals of the automatic check", ...reasons])].join("\n")
}

/** Describes the state of the report to Google. */
const forwardedText = (id: number, receipt: ReportReceipt | null): string =>
  `Submission ${id} is ${receipt === null ? "not reported" : `reported: ${receiptLabels[receipt.state]}`}.`

const receiptLabels: Readonly<Record<ReportReceipt["state"], string>> = {
  running: "Google is reviewing it",
  listed: "Google has listed it",
  declined: "Google found no violation",
  failed: "Google could not review it"
}
