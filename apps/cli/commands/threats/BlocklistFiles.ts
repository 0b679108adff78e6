import { Clock, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { defaultReasons } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import {
  allowFlag,
  expiresFlag,
  expiryDateOf,
  forceFlag,
  kindFlag,
  reasonFlag,
  sourceFlag
} from "../../flags/BlocklistFlags.ts"
import { authorFlag, authorOf, commandLineActor } from "../../flags/CommonFlags.ts"
import { withExistingStorage, withStorage } from "../../storage/Storage.ts"
import { CommandExit, exitCodes } from "../../terminal/ExitCode.ts"
import { printResult } from "../../terminal/Output.ts"
import { formatInteger, printable } from "../../terminal/Table.ts"

export const importBlocklistCommand = Command.make(
  "import",
  {
    path: Argument.String("file").pipe(Argument.withDescription("File to read, or - for standard input")),
    format: Flag.Literals("format", ["lines", "csv", "ndjson", "json"]).pipe(
      Flag.withDescription(
        "One target per line, or a format that `export` writes (default: from the file name, else lines)"
      ),
      Flag.optional
    ),
    kind: kindFlag("kind"),
    allow: allowFlag,
    reason: reasonFlag(defaultReasons.manual),
    source: sourceFlag(
      "Name of the list, overriding the file. Its entries can be removed together, and exceptions in it require --allow"
    ).pipe(Flag.optional),
    author: authorFlag,
    expires: expiresFlag,
    force: forceFlag
  },
  Effect.fn(function*({ allow, author, expires, force, format, kind, path, reason, source }) {
    const { importBlocklist } = yield* Effect.promise(() => import("../../files/ImportBlocklist.ts"))
    const { detectFormat } = yield* Effect.promise(() => import("../../files/BlocklistFormats.ts"))
    const imported = yield* withStorage(importBlocklist({
      path,
      format: Option.getOrElse(format, () => detectFormat(path) ?? "lines"),
      kind,
      action: allow ? "allow" : "block",
      reason,
      source: Option.getOrElse(source, () => "import"),
      isOwn: Option.isNone(source),
      author: authorOf(author),
      actor: commandLineActor(author),
      createdAt: new Date(yield* Clock.currentTimeMillis),
      expiresAt: yield* expiryDateOf(expires),
      force
    }))
    const { added, firstMalformed, lines, malformed, renewed } = imported
    yield* printResult({ lines, added, renewed, malformed, first_malformed: firstMalformed }, () =>
      [
        `${lines} lines: ${added} added, ${renewed} renewed, ${malformed} rejected.`,
        ...firstMalformed.map(({ line, message, text }) =>
          `  line ${line}: ${printable(text)}\n    ${printable(message)}`
        ),
        ...(malformed > firstMalformed.length ? [`  and ${malformed - firstMalformed.length} more`] : [])
      ].join("\n"))
    if (malformed > 0 && added + renewed === 0) return yield* new CommandExit({ exitCode: exitCodes.failed })
  })
).pipe(
  Command.withDescription(
    "Import targets from a file: one per line, CSV with kind,value,reason or a header row, NDJSON, or JSON. " +
      "Files written by `export` are restored unchanged. Name third-party lists with --source. Rejected lines are counted and the first ones shown; it exits with 1 only if no " +
      "line could be used. Empty lines and lines starting with # are skipped. If two imports contain the same target, " +
      "the later one wins."
  ),
  Command.withExamples([
    { command: "gatehouse blocklist import urls.txt --source partner", description: "One URL per line" },
    { command: "gatehouse blocklist import domains.txt --kind domain", description: "One domain per line" },
    { command: "gatehouse blocklist import list.csv", description: "kind,value,reason" },
    { command: "gatehouse blocklist import backup.ndjson --force", description: "An export from another machine" },
    {
      command: "curl -s https://example.com/feed.txt | gatehouse blocklist import - --json",
      description: "Read from a pipe"
    }
  ])
)

export const exportBlocklistCommand = Command.make(
  "export",
  {
    path: Argument.String("file").pipe(
      Argument.withDescription("File to write (default: standard output)"),
      Argument.withDefault("-")
    ),
    format: Flag.Literals("format", ["csv", "ndjson", "json"]).pipe(
      Flag.withDescription("Default: from the file name, else csv"),
      Flag.optional
    )
  },
  Effect.fn(function*({ format, path }) {
    const { exportBlocklist } = yield* Effect.promise(() => import("../../files/ExportBlocklist.ts"))
    const { detectFormat } = yield* Effect.promise(() => import("../../files/BlocklistFormats.ts"))
    const form = Option.getOrElse(format, () => detectFormat(path) ?? "csv")
    const entries = yield* withExistingStorage(exportBlocklist(path, form))
    if (path !== "-") {
      yield* printResult(
        { file: path, format: form, entries },
        () => `${formatInteger(entries)} entries written to ${printable(path)}.`
      )
    }
  })
).pipe(
  Command.withDescription(
    "Write all entries with all fields to a file or standard output. `import` restores them unchanged."
  ),
  Command.withExamples([
    { command: "gatehouse blocklist export backup.ndjson", description: "One entry per line" },
    { command: "gatehouse blocklist export --format csv > list.csv", description: "For a spreadsheet" }
  ])
)
