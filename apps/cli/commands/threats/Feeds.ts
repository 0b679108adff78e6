import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import {
  feedRowsNamed,
  feedRowsTable,
  feedSheets,
  noFeed,
  statusJson,
  statusText,
  updatedJson,
  updatedTable
} from "../../feeds/FeedTables.ts"
import { Ended, exitCodes } from "../../terminal/ExitCode.ts"
import { answer, answerList } from "../../terminal/Output.ts"

const list = Command.make(
  "list",
  {
    names: Argument.String("name").pipe(
      Argument.withDescription("Feeds to tell all about: terms, licence, how often they are asked"),
      Argument.variadic()
    )
  },
  Effect.fn(function*({ names }) {
    const rows = yield* feedRowsNamed(names)
    yield* answerList(rows, (row) => row, names.length === 0 ? feedRowsTable : feedSheets, "")
  })
).pipe(
  Command.withDescription(
    "List the threat feeds that Gatehouse knows, and which are on. None is on until GATEHOUSE_THREAT_FEEDS names it; it " +
      "takes paths and URLs of other lists as well. Keeping a feed's terms is up to you: with names it tells them, and the " +
      "licence. KEY is whether a key of yours is needed. TRUST is who adds to a feed: reviewed, its makers, who look at each entry; " +
      "community, anybody, and others confirm or object; automatic, programs, whose errors nobody has seen yet."
  ),
  Command.withExamples([
    { command: "gatehouse feeds list", description: "Names, keys, trust" },
    { command: "gatehouse feeds list openphish", description: "Terms and licence of one" }
  ])
)

const update = Command.make(
  "update",
  {
    names: Argument.String("name").pipe(
      Argument.withDescription("Feeds to fetch: those that are set, when none is named"),
      Argument.variadic()
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Take a list too that has shrunk to less than half"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    )
  },
  Effect.fn(function*({ force, names }) {
    const { updateFeeds } = yield* Effect.promise(() => import("../../feeds/UpdateFeeds.ts"))
    const updated = yield* updateFeeds(names, force)
    yield* answerList(updated, updatedJson, updatedTable, noFeed)
    if (updated.some(({ outcome }) => outcome === "failed")) return yield* new Ended({ exitCode: exitCodes.failed })
  })
).pipe(
  Command.withDescription(
    "Fetch the feeds that have changed, now. A running server with the same GATEHOUSE_THREATS_DIR takes them up within " +
      "seconds. A list that cannot be fetched or is none leaves the one that is stored. Ends with 1 when one failed."
  ),
  Command.withExamples([
    { command: "gatehouse feeds update", description: "All that are set" },
    { command: "gatehouse feeds update openphish --force", description: "One, however short it has become" }
  ])
)

const status = Command.make(
  "status",
  {},
  Effect.fn(function*() {
    const { feedsStatus } = yield* Effect.promise(() => import("../../feeds/FeedsStatus.ts"))
    const found = yield* feedsStatus()
    yield* answer(statusJson(found), () => statusText(found))
    if (found.feeds.some(({ required, state }) => required && state === "down")) {
      return yield* new Ended({ exitCode: exitCodes.failed })
    }
  })
).pipe(
  Command.withDescription(
    "How the feeds that are set fare: entries, age, what was left out of them and why, and what went wrong last. Reads the " +
      "folder GATEHOUSE_THREATS_DIR and asks nobody. Ends with 1 when a feed is down, unless GATEHOUSE_SOURCES_OPTIONAL or " +
      "GATEHOUSE_SOURCES_OBSERVED names it."
  ),
  Command.withExamples([{ command: "gatehouse feeds status --json", description: "For a monitor" }])
)

export const feeds = Command.make("feeds").pipe(
  Command.withDescription("Threat lists of others, from files and URLs."),
  Command.withExamples([{ command: "gatehouse feeds status", description: "How they fare" }]),
  Command.withSubcommands([list, update, status])
)
