import { Clock, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Blocklist } from "../../../core/ports/Blocklist.ts"
import type { BlocklistEntry } from "../../../core/urls/BlocklistEntry.ts"
import { blocklistTarget } from "../../../core/urls/BlocklistGuard.ts"
import { expiresFlag, expiryOf, forceFlag, kindFlag, reasonFlag } from "../BlocklistFlags.ts"
import { Ended, exitCodes } from "../ExitCode.ts"
import { answer, answerList } from "../Output.ts"
import { beforeFlag, limitFlag, whenPageEmpty } from "../PageFlags.ts"
import { printable } from "../Printable.ts"
import { withExistingStorage, withStorage } from "../Storage.ts"
import { table, when } from "../Table.ts"

const add = Command.make(
  "add",
  {
    target: Argument.String("target").pipe(
      Argument.withDescription("A URL; for a host or a domain its name is enough")
    ),
    kind: kindFlag("kind"),
    reason: reasonFlag,
    expires: expiresFlag,
    force: forceFlag
  },
  Effect.fn(function*({ expires, force, kind, reason, target }) {
    const { hostKnowledge } = yield* Effect.promise(() => import("../../../adapters/lists/HostKnowledgeEmbedded.ts"))
    const { expression } = yield* Effect.fromResult(blocklistTarget(kind, target, hostKnowledge, { force }))
    const createdAt = new Date(yield* Clock.currentTimeMillis)
    const expiresAt = yield* expiryOf(expires)
    const entry = yield* withStorage(
      Effect.flatMap(
        Blocklist,
        (list) => list.put({ kind, expression, reason, source: "operator", createdAt, expiresAt })
      )
    )
    yield* answer(toJson(entry), () => `Entry ${entry.id}: ${entry.kind} ${printable(entry.expression)}`)
  })
).pipe(
  Command.withDescription("Block a URL, a path, a host or a domain. The same target again is renewed."),
  Command.withExamples([
    { command: "gatehouse blocklist add http://example.com/login.html", description: "Exactly this URL" },
    {
      command: "gatehouse blocklist add example.com --kind domain --reason \"phishing kit\"",
      description: "With all subdomains"
    },
    {
      command: "gatehouse blocklist add example.com/shop/ --kind prefix --expires-days 30",
      description: "A path, for a month"
    }
  ])
)

const importCommand = Command.make(
  "import",
  {
    path: Argument.String("file").pipe(Argument.withDescription("File to read, or - for standard input")),
    format: Flag.Literals("format", ["lines", "csv"]).pipe(
      Flag.withDescription("One target a line, or kind,value,reason (default: csv for files named .csv)"),
      Flag.optional
    ),
    kind: kindFlag("kind"),
    reason: reasonFlag,
    source: Flag.String("source").pipe(Flag.withDescription("Where it comes from"), Flag.withDefault("import")),
    expires: expiresFlag,
    force: forceFlag
  },
  Effect.fn(function*({ expires, format, force, kind, path, reason, source }) {
    const { importBlocklist } = yield* Effect.promise(() => import("../ImportBlocklist.ts"))
    const imported = yield* withStorage(importBlocklist({
      path,
      format: Option.getOrElse(format, () => path.toLowerCase().endsWith(".csv") ? "csv" as const : "lines" as const),
      kind,
      reason,
      source,
      expiresAt: yield* expiryOf(expires),
      force
    }))
    const { added, firstMalformed, lines, malformed, renewed } = imported
    yield* answer({ lines, added, renewed, malformed, first_malformed: firstMalformed }, () =>
      [
        `${lines} lines: ${added} added, ${renewed} renewed, ${malformed} malformed.`,
        ...firstMalformed.map(({ line, message, text }) =>
          `  line ${line}: ${printable(text)}\n    ${printable(message)}`
        ),
        ...(malformed > firstMalformed.length ? [`  and ${malformed - firstMalformed.length} more`] : [])
      ].join("\n"))
    if (malformed > 0 && added + renewed === 0) return yield* new Ended({ exitCode: exitCodes.failed })
  })
).pipe(
  Command.withDescription(
    "Read many targets from a file: one a line, or CSV with kind,value,reason. Malformed lines are counted and the first ones " +
      "shown; it ends with 1 only when no line could be used. Empty lines and lines that begin with # are skipped."
  ),
  Command.withExamples([
    { command: "gatehouse blocklist import urls.txt --source partner", description: "One URL a line" },
    { command: "gatehouse blocklist import domains.txt --kind domain", description: "One domain a line" },
    { command: "gatehouse blocklist import list.csv", description: "kind,value,reason" },
    {
      command: "curl -s https://example.com/feed.txt | gatehouse blocklist import - --json",
      description: "From a pipe"
    }
  ])
)

const list = Command.make(
  "list",
  { limit: limitFlag, before: beforeFlag },
  Effect.fn(function*({ before, limit }) {
    const page = Option.match(before, { onNone: () => ({ limit }), onSome: (id) => ({ limit, before: id }) })
    const entries = yield* withExistingStorage(Effect.flatMap(Blocklist, (blocklist) => blocklist.list(page)))
    const whenListEmpty = "The blocklist is empty: see `gatehouse blocklist add --help`."
    yield* answerList(entries, toJson, toTable, whenPageEmpty(before, "entries", whenListEmpty))
  })
).pipe(
  Command.withDescription("List the blocklist, newest first."),
  Command.withExamples([
    { command: "gatehouse blocklist list --limit 100", description: "The newest 100" },
    { command: "gatehouse blocklist list --before 4000", description: "The page before entry 4000" }
  ])
)

export const toJson = (entry: BlocklistEntry) => ({
  id: entry.id,
  kind: entry.kind,
  expression: entry.expression,
  reason: entry.reason,
  source: entry.source,
  created_at: entry.createdAt,
  expires_at: entry.expiresAt
})

const toTable = (entries: ReadonlyArray<BlocklistEntry>) =>
  table(entries, [
    { title: "id", align: "right", of: (entry) => entry.id },
    { title: "kind", of: (entry) => entry.kind },
    { title: "expression", of: (entry) => entry.expression },
    { title: "source", of: (entry) => entry.source },
    { title: "added", of: (entry) => when(entry.createdAt) },
    { title: "expires", of: (entry) => when(entry.expiresAt) },
    { title: "reason", of: (entry) => entry.reason }
  ])

const remove = Command.make(
  "remove",
  { id: Argument.Int("id").pipe(Argument.withDescription("Id of the entry, as `blocklist list` shows it")) },
  Effect.fn(function*({ id }) {
    yield* withExistingStorage(Effect.flatMap(Blocklist, (blocklist) => blocklist.remove(id)))
    yield* answer({ id, removed: true }, () => `Entry ${id} is removed.`)
  })
).pipe(
  Command.withDescription("Remove an entry."),
  Command.withExamples([{ command: "gatehouse blocklist remove 17", description: "The entry with the id 17" }])
)

export const blocklist = Command.make("blocklist").pipe(
  Command.withDescription("The operator's own list of bad URLs, for all accounts."),
  Command.withExamples([{ command: "gatehouse blocklist list", description: "The newest entries" }]),
  Command.withSubcommands([add, importCommand, list, remove])
)
