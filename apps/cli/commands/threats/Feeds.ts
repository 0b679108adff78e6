import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import {
  feedRowsTable,
  feedStatusJson,
  findFeedRows,
  formatFeeds,
  formatFeedStatuses,
  noFeedsText,
  updatedFeedJson,
  updatedFeedsTable
} from "../../feeds/FeedTables.ts"
import { CommandExit, exitCodes } from "../../terminal/ExitCode.ts"
import { printList, printResult } from "../../terminal/Output.ts"

const list = Command.make(
  "list",
  {
    names: Argument.String("name").pipe(
      Argument.withDescription("Feeds to show in detail, with terms, license and update interval"),
      Argument.variadic()
    )
  },
  Effect.fn(function*({ names }) {
    const rows = yield* findFeedRows(names)
    yield* printList(rows, (row) => row, names.length === 0 ? feedRowsTable : formatFeeds, "")
  })
).pipe(
  Command.withDescription(
    "List the known threat feeds and which are enabled. GATEHOUSE_THREAT_FEEDS enables feeds; it also " +
      "accepts file paths and URLs of other lists. You are responsible for complying with each feed's license. Name feeds to see their terms and " +
      "license. KEY: whether you need an API key. TRUST: how entries are added. reviewed: the maintainers, who check each entry; " +
      "community: anyone, with confirmation by others; automatic: programs, without review."
  ),
  Command.withExamples([
    { command: "gatehouse feeds list", description: "Show names, keys and trust" },
    { command: "gatehouse feeds list openphish", description: "Show the terms and license of a feed" }
  ])
)

const update = Command.make(
  "update",
  {
    names: Argument.String("name").pipe(
      Argument.withDescription("Feeds to fetch (default: all enabled feeds)"),
      Argument.variadic()
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Accept a list that has shrunk to less than half"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    )
  },
  Effect.fn(function*({ force, names }) {
    const { updateFeeds } = yield* Effect.promise(() => import("../../feeds/UpdateFeeds.ts"))
    const updated = yield* updateFeeds(names, force)
    yield* printList(updated, updatedFeedJson, updatedFeedsTable, noFeedsText)
    if (updated.some(({ outcome }) => outcome === "failed")) {
      return yield* new CommandExit({ exitCode: exitCodes.failed })
    }
  })
).pipe(
  Command.withDescription(
    "Fetch changed feeds now. A running server with the same GATEHOUSE_THREATS_DIR loads them within " +
      "seconds. If a fetch fails, the stored list stays. Exits with 1 if a feed failed."
  ),
  Command.withExamples([
    { command: "gatehouse feeds update", description: "All enabled feeds" },
    { command: "gatehouse feeds update openphish --force", description: "One feed, however short its list" }
  ])
)

const status = Command.make(
  "status",
  {},
  Effect.fn(function*() {
    const { feedsStatus } = yield* Effect.promise(() => import("../../feeds/FeedsStatus.ts"))
    const statuses = yield* feedsStatus()
    yield* printResult(feedStatusJson(statuses), () => formatFeedStatuses(statuses))
    if (statuses.feeds.some(({ required, state }) => required && state === "down")) {
      return yield* new CommandExit({ exitCode: exitCodes.failed })
    }
  })
).pipe(
  Command.withDescription(
    "Show the status of the enabled feeds: entries, age, omitted entries with the reasons, and the last error. Reads the " +
      "folder GATEHOUSE_THREATS_DIR and sends no requests. Exits with 1 if a feed is down, unless GATEHOUSE_SOURCES_OPTIONAL or " +
      "GATEHOUSE_SOURCES_OBSERVED names it."
  ),
  Command.withExamples([{ command: "gatehouse feeds status --json", description: "For monitoring" }])
)

export const feedsCommand = Command.make("feeds").pipe(
  Command.withDescription("Manage third-party threat lists from files and URLs."),
  Command.withExamples([{ command: "gatehouse feeds status", description: "Show the status of the feeds" }]),
  Command.withSubcommands([list, update, status])
)
