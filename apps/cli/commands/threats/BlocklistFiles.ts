import { Clock, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { defaultReasons } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import {
  allowFlag,
  expiresFlag,
  expiryOf,
  forceFlag,
  kindFlag,
  reasonFlag,
  sourceFlag
} from "../../flags/BlocklistFlags.ts"
import { authorFlag, authorOf, commandLineActor } from "../../flags/CommonFlags.ts"
import { withExistingStorage, withStorage } from "../../storage/Storage.ts"
import { Ended, exitCodes } from "../../terminal/ExitCode.ts"
import { answer } from "../../terminal/Output.ts"
import { printable, whole } from "../../terminal/Table.ts"

export const importCommand = Command.make(
  "import",
  {
    path: Argument.String("file").pipe(Argument.withDescription("File to read, or - for standard input")),
    format: Flag.Literals("format", ["lines", "csv", "ndjson", "json"]).pipe(
      Flag.withDescription(
        "One target a line, or a form that `export` writes (default: by the file's name, else lines)"
      ),
      Flag.optional
    ),
    kind: kindFlag("kind"),
    allow: allowFlag,
    reason: reasonFlag(defaultReasons.manual),
    source: sourceFlag(
      "Whose list it is, whatever the file says: its entries can be removed as one, and exceptions in it need --allow"
    ).pipe(Flag.optional),
    author: authorFlag,
    expires: expiresFlag,
    force: forceFlag
  },
  Effect.fn(function*({ allow, author, expires, force, format, kind, path, reason, source }) {
    const { importBlocklist } = yield* Effect.promise(() => import("../../files/ImportBlocklist.ts"))
    const { formatOfName } = yield* Effect.promise(() => import("../../files/BlocklistFormats.ts"))
    const imported = yield* withStorage(importBlocklist({
      path,
      format: Option.getOrElse(format, () => formatOfName(path) ?? "lines"),
      kind,
      action: allow ? "allow" : "block",
      reason,
      source: Option.getOrElse(source, () => "import"),
      isOwn: Option.isNone(source),
      author: authorOf(author),
      actor: commandLineActor(author),
      createdAt: new Date(yield* Clock.currentTimeMillis),
      expiresAt: yield* expiryOf(expires),
      force
    }))
    const { added, firstMalformed, lines, malformed, renewed } = imported
    yield* answer({ lines, added, renewed, malformed, first_malformed: firstMalformed }, () =>
      [
        `${lines} lines: ${added} added, ${renewed} renewed, ${malformed} not taken.`,
        ...firstMalformed.map(({ line, message, text }) =>
          `  line ${line}: ${printable(text)}\n    ${printable(message)}`
        ),
        ...(malformed > firstMalformed.length ? [`  and ${malformed - firstMalformed.length} more`] : [])
      ].join("\n"))
    if (malformed > 0 && added + renewed === 0) return yield* new Ended({ exitCode: exitCodes.failed })
  })
).pipe(
  Command.withDescription(
    "Read many targets from a file: one a line, CSV with kind,value,reason or with the titles of its columns, or NDJSON and JSON. " +
      "What `export` wrote comes back as it was; of a list of somebody else's say whose it is with --source. Lines that cannot be taken are counted and the first ones shown; it ends with 1 only when no " +
      "line could be used. Empty lines and lines that begin with # are skipped. Of two imports that say something of one target, " +
      "what was said later stands."
  ),
  Command.withExamples([
    { command: "gatehouse blocklist import urls.txt --source partner", description: "One URL a line" },
    { command: "gatehouse blocklist import domains.txt --kind domain", description: "One domain a line" },
    { command: "gatehouse blocklist import list.csv", description: "kind,value,reason" },
    { command: "gatehouse blocklist import backup.ndjson --force", description: "What another machine exported" },
    {
      command: "curl -s https://example.com/feed.txt | gatehouse blocklist import - --json",
      description: "From a pipe"
    }
  ])
)

export const exportCommand = Command.make(
  "export",
  {
    path: Argument.String("file").pipe(
      Argument.withDescription("File to write (default: standard output)"),
      Argument.withDefault("-")
    ),
    format: Flag.Literals("format", ["csv", "ndjson", "json"]).pipe(
      Flag.withDescription("Default: by the file's name, else csv"),
      Flag.optional
    )
  },
  Effect.fn(function*({ format, path }) {
    const { exportBlocklist } = yield* Effect.promise(() => import("../../files/ExportBlocklist.ts"))
    const { formatOfName } = yield* Effect.promise(() => import("../../files/BlocklistFormats.ts"))
    const form = Option.getOrElse(format, () => formatOfName(path) ?? "csv")
    const entries = yield* withExistingStorage(exportBlocklist(path, form))
    if (path !== "-") {
      yield* answer({ file: path, format: form, entries }, () => `${whole(entries)} entries are in ${printable(path)}.`)
    }
  })
).pipe(
  Command.withDescription(
    "Write every entry to a file, or to standard output, with all that is known of it. `import` reads it back as it was."
  ),
  Command.withExamples([
    { command: "gatehouse blocklist export backup.ndjson", description: "One entry a line" },
    { command: "gatehouse blocklist export --format csv > list.csv", description: "For a spreadsheet" }
  ])
)
