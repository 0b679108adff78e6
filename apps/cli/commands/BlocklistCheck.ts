import { Clock, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import { decideUrl, inOrderOfWeight } from "../../../core/threats/blocklist/BlocklistDecision.ts"
import type { BlocklistEntry } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { blocklistTargetsOf } from "../../../core/threats/blocklist/BlocklistTargets.ts"
import { parseWebUrl } from "../../../core/urls/WebUrl.ts"
import { withExistingStorage } from "../storage/Storage.ts"
import { Ended, exitCodes } from "../terminal/ExitCode.ts"
import { answer } from "../terminal/Output.ts"
import { entryJson, entryTable } from "../views/BlocklistView.ts"

export const check = Command.make(
  "check",
  { url: Argument.String("url").pipe(Argument.withDescription("An http or https URL")) },
  Effect.fn(function*({ url: raw }) {
    const url = yield* Effect.fromResult(parseWebUrl(raw))
    const now = new Date(yield* Clock.currentTimeMillis)
    const covering = inOrderOfWeight(
      yield* withExistingStorage(Effect.flatMap(Blocklist, (list) => list.find(blocklistTargetsOf(url), now)))
    )
    const decider = decideUrl(url, covering)
    const json = {
      url: raw,
      canonical: url.canonical,
      decision: decider?.action ?? "none",
      entry: decider === null ? null : entryJson(decider),
      entries: covering.map(entryJson)
    }
    yield* answer(json, () => told(decider, covering))
    if (decider?.action === "block") return yield* new Ended({ exitCode: exitCodes.found })
  })
).pipe(
  Command.withDescription(
    "Tell which entry decides over a URL, and which others cover it. What was decided by hand weighs more than what was " +
      "imported, then the newer more than the older. Threat sources are not asked: `gatehouse check url` does. Ends with 3 when " +
      "the URL is blocked."
  ),
  Command.withExamples([{
    command: "gatehouse blocklist check https://www.example.com/login",
    description: "Is it blocked, and by what?"
  }])
)

const told = (decider: BlocklistEntry | null, covering: ReadonlyArray<BlocklistEntry>): string =>
  covering.length === 0
    ? "No entry covers it: the threat sources decide."
    : `${verdict(decider)}\n\n${entryTable(covering)}`

const verdict = (decider: BlocklistEntry | null): string =>
  decider === null
    ? "The threat sources decide: an exception covers only one of the ways in which this URL can be read."
    : decider.action === "block"
    ? `Blocked by entry ${decider.id}.`
    : `Allowed by entry ${decider.id}: no threat source is asked.`
