import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { LeadRecord } from "../../../../core/leads/records/LeadRecord.ts"
import { Leads } from "../../../../core/leads/records/Leads.ts"
import { forgetLeadAs, markLeadAs } from "../../../../core/leads/records/ManageLeads.ts"
import { accountFlag, accountFromFlag, commandLineActor, limitFlag } from "../../flags/CommonFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { JsonFlag, printList, printResult } from "../../terminal/Output.ts"
import { formatFields, formatInstant, formatInteger, formatTable, printable } from "../../terminal/Table.ts"

const requestIdArgument = Argument.String("request-id").pipe(
  Argument.withDescription("Request id of the lead, from the API response or `leads list`"),
  Argument.map((text) => text.toLowerCase())
)

const list = Command.make(
  "list",
  {
    verdict: Flag.Literals("verdict", ["clean", "review", "spam"]).pipe(
      Flag.withDescription("Only leads with this verdict"),
      Flag.optional
    ),
    mark: Flag.Literals("mark", ["spam", "ham", "any", "none"]).pipe(
      Flag.withDescription("Only leads with this mark, with any mark, or with none"),
      Flag.optional
    ),
    account: accountFlag.pipe(
      Flag.withDescription("Only leads of this account, by id or name (default: all accounts)")
    ),
    limit: limitFlag,
    before: Flag.String("before").pipe(
      Flag.withSchema(
        Schema.String.check(
          Schema.isUUID(undefined, { message: "it is not a request id. Run `gatehouse leads list` to see them" })
        )
      ),
      Flag.withMetavar("REQUEST-ID"),
      Flag.withDescription("Only leads older than this one: the first column of the last row shown"),
      Flag.map((text) => text.toLowerCase()),
      Flag.optional
    )
  },
  Effect.fn(function*({ account, before, limit, mark, verdict }) {
    const found = yield* withExistingStorage(Effect.gen(function*() {
      const accountId = Option.isSome(account) ? (yield* accountFromFlag(account)).id : undefined
      return yield* (yield* Leads).list({
        limit,
        ...Option.match(verdict, { onNone: () => ({}), onSome: (verdict) => ({ verdict }) }),
        ...Option.match(mark, { onNone: () => ({}), onSome: (mark) => ({ mark }) }),
        ...Option.match(before, { onNone: () => ({}), onSome: (before) => ({ before }) }),
        ...accountId === undefined ? {} : { accountId }
      })
    }))
    const hasNoFilter = [verdict, mark, account, before].every(Option.isNone)
    yield* printList(
      found,
      leadJson,
      leadTable,
      hasNoFilter ? "No leads have been analyzed yet." : "No leads match."
    )
  })
).pipe(
  Command.withDescription(
    "List analyzed leads, newest first. TEXT: spam probability of the message text alone. The lead's personal data is not stored."
  ),
  Command.withExamples([
    { command: "gatehouse leads list --verdict review", description: "Leads to review" },
    { command: "gatehouse leads list --mark none --limit 500", description: "Leads without a mark" }
  ])
)

const show = Command.make(
  "show",
  { id: requestIdArgument },
  Effect.fn(function*({ id }) {
    const lead = yield* withExistingStorage(Effect.flatMap(Leads, (leads) => leads.get(id)))
    yield* printResult(leadJson(lead), () => leadSheet(lead))
  })
).pipe(
  Command.withDescription(
    "Show the stored data of a lead. The message is included only if GATEHOUSE_LEAD_MESSAGES is `keep`."
  ),
  Command.withExamples([{
    command: "gatehouse leads show 019e0b3c-5a00-7000-8000-000000000001",
    description: "View a lead before marking it"
  }])
)

const markedText = ({ mark, message, requestId }: LeadRecord): string => {
  if (mark === null) return `Lead ${requestId} is no longer marked.`
  const hint = message === null ? " Its message is not stored, so the mark is not used for training." : ""
  return `Lead ${requestId} is marked as ${mark}.${hint}`
}

const mark = Command.make(
  "mark",
  {
    id: requestIdArgument,
    mark: Argument.Literals("mark", ["spam", "ham", "none"]).pipe(
      Argument.withDescription("spam: unwanted; ham: wanted; none: remove the mark")
    )
  },
  Effect.fn(function*({ id, mark }) {
    const lead = yield* withExistingStorage(markLeadAs(commandLineActor(), id, mark === "none" ? null : mark))
    yield* printResult(leadJson(lead), () => markedText(lead))
  })
).pipe(
  Command.withDescription(
    "Mark a lead as wanted or unwanted, replacing an earlier mark. Marks do not change verdicts; they are training data for " +
      "`leads export`. They are deleted with the lead after GATEHOUSE_HISTORY_DAYS."
  ),
  Command.withExamples([
    { command: "gatehouse leads mark 019e0b3c-5a00-7000-8000-000000000001 ham", description: "Mark as wanted" },
    { command: "gatehouse leads mark 019e0b3c-5a00-7000-8000-000000000002 spam", description: "Mark as spam" }
  ])
)

const exportCommand = Command.make(
  "export",
  {
    out: Flag.String("out").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("File to write (default: standard output)"),
      Flag.withDefault("-")
    ),
    format: Flag.Literals("format", ["jsonl"]).pipe(
      Flag.withDescription("One JSON object per line with t (text), y (1 for spam), src, lang and g (default jsonl)"),
      Flag.withDefault("jsonl")
    )
  },
  Effect.fn(function*({ format, out }) {
    const { exportLeads } = yield* Effect.promise(() => import("../../files/ExportLeads.ts"))
    const { messages, withoutText } = yield* withExistingStorage(exportLeads(out))
    if (out !== "-") {
      yield* printResult(
        { file: out, format, messages, without_text: withoutText },
        () =>
          `${formatInteger(messages)} ${messages === 1 ? "message is" : "messages are"} written to ${printable(out)}.`
      )
    }
    if (withoutText === 0) return
    const isJson = yield* JsonFlag
    yield* Console.error(
      isJson ? JSON.stringify({ ok: true, messages, without_text: withoutText }) : withoutTextSentence(withoutText)
    )
  })
).pipe(
  Command.withDescription(
    "Export the messages of marked leads as training data for `npm run spam:train`. The file contains personal messages: protect it. " +
      "Marked leads without a stored message are omitted and counted."
  ),
  Command.withExamples([
    {
      command: "gatehouse leads export --out data/marks.jsonl",
      description: "Export to the folder that the trainer reads"
    },
    { command: "gatehouse leads export | wc -l", description: "Count the messages" }
  ])
)

const withoutTextSentence = (count: number): string =>
  `${formatInteger(count)} marked ${count === 1 ? "lead has" : "leads have"} no text and ${
    count === 1 ? "is" : "are"
  } left out: messages are kept only while GATEHOUSE_LEAD_MESSAGES is \`keep\`.`

const forget = Command.make(
  "forget",
  { id: requestIdArgument },
  Effect.fn(function*({ id }) {
    yield* withExistingStorage(forgetLeadAs(commandLineActor(), id))
    yield* printResult({ request_id: id, forgotten: true }, () => `Lead ${id} is deleted.`)
  })
).pipe(
  Command.withDescription(
    "Delete a lead with its message and mark, for example on the person's request. The request history keeps its entry, with the " +
      "address stored according to GATEHOUSE_HISTORY_SUBJECTS. Earlier exports are not changed."
  ),
  Command.withExamples([{
    command: "gatehouse leads forget 019e0b3c-5a00-7000-8000-000000000001",
    description: "Delete a lead and its message"
  }])
)

export const leadsCommand = Command.make("leads").pipe(
  Command.withDescription("List, mark and export analyzed leads."),
  Command.withExamples([{ command: "gatehouse leads list --verdict review", description: "Leads to review" }]),
  Command.withSubcommands([list, show, mark, exportCommand, forget])
)

/** Returns a lead in the format of `--json`. */
const leadJson = (lead: LeadRecord) => ({
  request_id: lead.requestId,
  account_id: lead.accountId,
  created_at: lead.at,
  verdict: lead.verdict,
  risk_score: lead.riskScore,
  categories: lead.categories,
  language: lead.language,
  source: lead.source,
  spam_probability: lead.spamProbability,
  message: lead.message,
  mark: lead.mark,
  marked_at: lead.markedAt
})

const percentOf = (probability: number | null): string =>
  probability === null ? "-" : `${(probability * 100).toFixed(1)} %`

const leadTable = (found: ReadonlyArray<LeadRecord>) =>
  formatTable(found, [
    { title: "request id", value: (lead) => lead.requestId },
    { title: "analysed", value: (lead) => formatInstant(lead.at) },
    { title: "verdict", value: (lead) => lead.verdict },
    { title: "risk", align: "right", value: (lead) => lead.riskScore },
    { title: "text", align: "right", value: (lead) => percentOf(lead.spamProbability) },
    { title: "language", value: (lead) => lead.language ?? "-" },
    { title: "mark", value: (lead) => lead.mark ?? "-" },
    { title: "source", value: (lead) => lead.source ?? "-" },
    { title: "categories", value: (lead) => lead.categories.join(", ") }
  ])

/** Renders all stored data of a lead for the person who marks it. */
const leadSheet = (lead: LeadRecord): string => {
  const { message } = lead
  const facts = formatFields({
    request: lead.requestId,
    analysed: `${formatInstant(lead.at)} for account ${lead.accountId}`,
    verdict: lead.verdict,
    risk: lead.riskScore,
    text: lead.spamProbability === null ? "-" : `${percentOf(lead.spamProbability)} spam by the text alone`,
    language: lead.language ?? "-",
    source: lead.source ?? "-",
    categories: lead.categories.join(", ") || "-",
    mark: lead.mark === null ? "-" : `${lead.mark}, ${formatInstant(lead.markedAt)}`
  })
  const lines = message === null
    ? ["The message is not stored."]
    : ["Message", ...message.split(/\r\n|[\r\n]/).map((line) => `  ${printable(line)}`.trimEnd())]
  return [facts, "", ...lines].join("\n")
}
