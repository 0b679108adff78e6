import { Clock, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Blocklist, type BlocklistPage } from "../../../../core/threats/blocklist/Blocklist.ts"
import { decideUrl, sortByPrecedence } from "../../../../core/threats/blocklist/BlocklistDecision.ts"
import { type BlocklistEntry, defaultReasons } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import { parseBlocklistTarget } from "../../../../core/threats/blocklist/BlocklistGuard.ts"
import { blocklistTargetsOf } from "../../../../core/threats/blocklist/BlocklistTargets.ts"
import { addEntryAs, removeEntryAs, removeSourceAs } from "../../../../core/threats/blocklist/ManageBlocklist.ts"
import { PopularDomains } from "../../../../core/urls/PopularDomains.ts"
import { PublicSuffixes } from "../../../../core/urls/PublicSuffixes.ts"
import { parseWebUrl } from "../../../../core/urls/WebUrl.ts"
import { withForceHint } from "../../files/BlocklistRecord.ts"
import {
  allowFlag,
  expiresFlag,
  expiryDateOf,
  forceFlag,
  kindFlag,
  reasonFlag,
  sourceFlag
} from "../../flags/BlocklistFlags.ts"
import {
  authorFlag,
  authorOf,
  beforeFlag,
  commandLineActor,
  emptyPageText,
  limitFlag
} from "../../flags/CommonFlags.ts"
import { withExistingStorage, withStorage } from "../../storage/Storage.ts"
import { CommandExit, exitCodes } from "../../terminal/ExitCode.ts"
import { printList, printResult } from "../../terminal/Output.ts"
import { formatInteger, printable } from "../../terminal/Table.ts"
import { describeEntry, entryJson, entryTable } from "../../views/BlocklistView.ts"
import { exportBlocklistCommand, importBlocklistCommand } from "./BlocklistFiles.ts"

const check = Command.make(
  "check",
  { url: Argument.String("url").pipe(Argument.withDescription("An http or https URL")) },
  Effect.fn(function*({ url: raw }) {
    const url = yield* Effect.fromResult(parseWebUrl(raw))
    const now = new Date(yield* Clock.currentTimeMillis)
    const matches = sortByPrecedence(
      yield* withExistingStorage(Effect.flatMap(Blocklist, (list) => list.find(blocklistTargetsOf(url), now)))
    )
    const decider = decideUrl(url, matches)
    const json = {
      url: raw,
      canonical: url.canonical,
      decision: decider?.action ?? "none",
      entry: decider === null ? null : entryJson(decider),
      entries: matches.map(entryJson)
    }
    yield* printResult(json, () => formatDecision(decider, matches))
    if (decider?.action === "block") return yield* new CommandExit({ exitCode: exitCodes.found })
  })
).pipe(
  Command.withDescription(
    "Show which blocklist entry decides about a URL, and which others match it. Manual entries take precedence over " +
      "imported ones, then newer over older. Threat sources are not queried; use `gatehouse check url` for that. Exits with 3 if " +
      "the URL is blocked."
  ),
  Command.withExamples([{
    command: "gatehouse blocklist check https://www.example.com/login",
    description: "Show whether and why a URL is blocked"
  }])
)

const formatDecision = (decidingEntry: BlocklistEntry | null, matches: ReadonlyArray<BlocklistEntry>): string =>
  matches.length === 0
    ? "No entry matches, so the threat sources decide."
    : `${describeDecision(decidingEntry)}\n\n${entryTable(matches)}`

const describeDecision = (decidingEntry: BlocklistEntry | null): string =>
  decidingEntry === null
    ? "The threat sources decide, because an exception matches only one of several interpretations of this URL."
    : decidingEntry.action === "block"
    ? `Blocked by entry ${decidingEntry.id}.`
    : `Allowed by entry ${decidingEntry.id}. Threat sources are not queried.`

/** The blocklist refuses the target. The message gives the reason. */
class TargetRefused extends Schema.TaggedError<TargetRefused>()("TargetRefused", { message: Schema.String }) {}

const add = Command.make(
  "add",
  {
    target: Argument.String("target").pipe(
      Argument.withDescription("A URL, or the name of a host or domain")
    ),
    kind: kindFlag("kind"),
    allow: allowFlag,
    reason: reasonFlag(defaultReasons.manual),
    author: authorFlag,
    expires: expiresFlag,
    force: forceFlag
  },
  Effect.fn(function*({ allow, author, expires, force, kind, reason, target }) {
    const { hostKnowledge } = yield* Effect.promise(() => import("../../../../adapters/lists/HostKnowledgeEmbedded.ts"))
    const action = allow ? "allow" : "block"
    const refused = (refusal: Parameters<typeof withForceHint>[0]) =>
      Effect.fail(new TargetRefused({ message: withForceHint(refusal) }))
    // Checks the embedded lists first, so that a refused target does not open the database.
    yield* Effect.fromResult(
      parseBlocklistTarget(kind, target, { ...hostKnowledge, own: new Set() }, { force, action })
    )
      .pipe(
        Effect.catch(refused)
      )
    const newEntry = {
      kind,
      target,
      action,
      reason,
      author: authorOf(author),
      expiresAt: yield* expiryDateOf(expires),
      force
    } as const
    const entry = yield* withStorage(addEntryAs(commandLineActor(author), newEntry)).pipe(
      Effect.provideService(PublicSuffixes, hostKnowledge.suffixes),
      Effect.provideService(PopularDomains, hostKnowledge.popular),
      Effect.catchTags({ EntryTooBroad: refused, InvalidBlocklistTarget: refused })
    )
    yield* printResult(entryJson(entry), () => `Entry ${entry.id}: ${printable(describeEntry(entry))}`)
  })
).pipe(
  Command.withDescription(
    "Block a URL, a path, a host or a domain, or allow it with --allow. Adding a target again updates its entry. " +
      "Manual entries take precedence over imported ones, then newer over older; `blocklist check` shows which one decides."
  ),
  Command.withExamples([
    { command: "gatehouse blocklist add http://example.com/login.html", description: "Exactly this URL" },
    {
      command: "gatehouse blocklist add example.com --kind domain --reason \"phishing kit\"",
      description: "With all subdomains"
    },
    {
      command: "gatehouse blocklist add example.com/shop/ --kind prefix --expires-days 30",
      description: "A path, for a month"
    },
    {
      command: "gatehouse blocklist add partner.example --kind domain --allow --reason \"listed by mistake\"",
      description: "Override the threat sources"
    }
  ])
)

const list = Command.make(
  "list",
  {
    action: Flag.Literals("action", ["block", "allow"]).pipe(
      Flag.withDescription("Only entries of this kind"),
      Flag.optional
    ),
    source: sourceFlag("Only entries from this source").pipe(Flag.optional),
    limit: limitFlag,
    before: beforeFlag
  },
  Effect.fn(function*({ action, before, limit, source }) {
    const page: BlocklistPage = {
      limit,
      ...Option.match(before, { onNone: () => ({}), onSome: (id) => ({ before: id }) }),
      ...Option.match(action, { onNone: () => ({}), onSome: (only) => ({ action: only }) }),
      ...Option.match(source, { onNone: () => ({}), onSome: (only) => ({ source: only }) })
    }
    const entries = yield* withExistingStorage(Effect.flatMap(Blocklist, (blocklist) => blocklist.list(page)))
    const isNarrowed = Option.isSome(action) || Option.isSome(source)
    const whenListEmpty = isNarrowed
      ? "No entries match."
      : "The blocklist is empty. See `gatehouse blocklist add --help`."
    yield* printList(entries, entryJson, entryTable, emptyPageText(before, "entries", whenListEmpty))
  })
).pipe(
  Command.withDescription("List the blocklist, newest first."),
  Command.withExamples([
    { command: "gatehouse blocklist list --limit 100", description: "The newest 100" },
    { command: "gatehouse blocklist list --action allow", description: "The exceptions" },
    { command: "gatehouse blocklist list --before 4000", description: "The page before entry 4000" }
  ])
)

class NoEntrySelected extends Schema.TaggedError<NoEntrySelected>()("NoEntrySelected", {}) {
  override get message(): string {
    return "Specify the id of an entry, or --source with the name of a source to remove all its entries."
  }
}

const remove = Command.make(
  "remove",
  {
    id: Argument.Int("id").pipe(
      Argument.withDescription("ID of the entry, as `blocklist list` shows it"),
      Argument.optional
    ),
    source: sourceFlag("Remove all entries of this source").pipe(Flag.optional)
  },
  Effect.fn(function*({ id, source }) {
    if (Option.isSome(id) && Option.isNone(source)) {
      yield* withExistingStorage(removeEntryAs(commandLineActor(), id.value))
      return yield* printResult({ id: id.value, removed: true }, () => `Entry ${id.value} is removed.`)
    }
    if (Option.isNone(source) || Option.isSome(id)) return yield* new NoEntrySelected()
    const removed = yield* withExistingStorage(removeSourceAs(commandLineActor(), source.value))
    yield* printResult(
      { source: source.value, removed },
      () =>
        removed === 0
          ? `There are no entries of ${printable(source.value)}. Run \`gatehouse blocklist list\` to see the sources.`
          : `${formatInteger(removed)} ${removed === 1 ? "entry" : "entries"} of ${printable(source.value)} removed.`
    )
  })
).pipe(
  Command.withDescription("Remove an entry, or all entries of a source."),
  Command.withExamples([
    { command: "gatehouse blocklist remove 17", description: "The entry with the id 17" },
    { command: "gatehouse blocklist remove --source partner", description: "All entries imported from this source" }
  ])
)

export const blocklistCommand = Command.make("blocklist").pipe(
  Command.withDescription("Manage the operator's blocked URLs and exceptions, which apply to all accounts."),
  Command.withExamples([{ command: "gatehouse blocklist list", description: "The newest entries" }]),
  Command.withSubcommands([add, list, check, remove, importBlocklistCommand, exportBlocklistCommand])
)
