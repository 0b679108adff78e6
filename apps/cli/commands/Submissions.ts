import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { type Review, reviewSubmission } from "../../../core/phishing/ReviewSubmission.ts"
import type { Submission } from "../../../core/phishing/Submission.ts"
import { PopularDomains } from "../../../core/ports/PopularDomains.ts"
import { PublicSuffixes } from "../../../core/ports/PublicSuffixes.ts"
import { Submissions } from "../../../core/ports/Submissions.ts"
import { expiresFlag, expiryOf, forceFlag, kindFlag } from "../BlocklistFlags.ts"
import { answer, answerList } from "../Output.ts"
import { beforeFlag, limitFlag, whenPageEmpty } from "../PageFlags.ts"
import { printable } from "../Printable.ts"
import { withExistingStorage } from "../Storage.ts"
import { table, when } from "../Table.ts"
import { toJson as entryToJson } from "./Blocklist.ts"

const list = Command.make(
  "list",
  {
    state: Flag.Literals("state", ["pending", "accepted", "rejected", "all"]).pipe(
      Flag.withDescription("Only those (default pending)"),
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
      ? ["submissions", "Nothing has been reported yet."]
      : state === "pending"
      ? ["pending submissions", "There is nothing to review."]
      : [`${state} submissions`, `No submission was ${state} yet.`]
    yield* answerList(found, toJson, toTable, whenPageEmpty(before, things, whenListEmpty))
  })
).pipe(
  Command.withDescription("List reported phishing links, newest first. Urgency is 0 to 100."),
  Command.withExamples([
    { command: "gatehouse submissions list", description: "What waits for review" },
    { command: "gatehouse submissions list --state all --limit 500", description: "Everything" }
  ])
)

const toJson = (submission: Submission) => ({
  id: submission.id,
  url: submission.url,
  canonical_url: submission.canonicalUrl,
  account_id: submission.accountId,
  state: submission.state,
  created_at: submission.createdAt,
  reviewed_at: submission.reviewedAt,
  rejection: submission.rejection,
  triage_risk: submission.triageRisk,
  triage_reasons: submission.triageReasons
})

const toTable = (found: ReadonlyArray<Submission>) =>
  table(found, [
    { title: "id", align: "right", of: (submission) => submission.id },
    { title: "state", of: (submission) => submission.state },
    { title: "urgency", align: "right", of: (submission) => submission.triageRisk },
    { title: "reported", of: (submission) => when(submission.createdAt) },
    { title: "url", of: (submission) => submission.url }
  ])

const review = Effect.fn(function*(id: number, decision: Review) {
  const { hostKnowledge } = yield* Effect.promise(() => import("../../../adapters/lists/HostKnowledgeEmbedded.ts"))
  const { entry, submission } = yield* withExistingStorage(reviewSubmission(id, decision)).pipe(
    Effect.provideService(PublicSuffixes, hostKnowledge.suffixes),
    Effect.provideService(PopularDomains, hostKnowledge.popular)
  )
  yield* answer({ ...toJson(submission), entry: entry === null ? null : entryToJson(entry) }, () =>
    entry === null
      ? `Submission ${id} is ${submission.state}.`
      : `Submission ${id} is accepted: blocklist entry ${entry.id}, ${entry.kind} ${printable(entry.expression)}.`)
})

const idArgument = Argument.Int("id").pipe(
  Argument.withDescription("Id of the submission, as `submissions list` shows it")
)

const accept = Command.make(
  "accept",
  { id: idArgument, scope: kindFlag("scope"), expires: expiresFlag, force: forceFlag },
  Effect.fn(function*({ expires, force, id, scope }) {
    yield* review(id, { kind: "accept", scope, expiresAt: yield* expiryOf(expires), force })
  })
).pipe(
  Command.withDescription("Accept a report: the link goes into the blocklist. Final."),
  Command.withExamples([
    { command: "gatehouse submissions accept 17", description: "Block exactly this URL" },
    { command: "gatehouse submissions accept 17 --scope domain", description: "Block its domain with all subdomains" }
  ])
)

const reject = Command.make(
  "reject",
  { id: idArgument, reason: Flag.String("reason").pipe(Flag.withDescription("Why, for people"), Flag.withDefault("")) },
  ({ id, reason }) => review(id, { kind: "reject", reason })
).pipe(
  Command.withDescription("Reject a report. Final."),
  Command.withExamples([{
    command: "gatehouse submissions reject 18 --reason \"our own shop\"",
    description: "Nothing is blocked"
  }])
)

export const submissions = Command.make("submissions").pipe(
  Command.withDescription("Reported phishing links, and their review."),
  Command.withExamples([{ command: "gatehouse submissions list", description: "What waits for review" }]),
  Command.withSubcommands([list, accept, reject])
)
