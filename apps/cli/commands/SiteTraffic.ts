import { Clock, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { ShieldTraffic } from "../../../core/shield/ShieldTraffic.ts"
import { hourMillis, hourOf } from "../../../core/shield/traffic/ShieldCounts.ts"
import { resolveSite } from "../../../core/sites/FindSites.ts"
import { accountFlag, accountOf } from "../flags/AccountFlag.ts"
import { siteArgument } from "../flags/SiteFlags.ts"
import { withExistingStorage } from "../storage/Storage.ts"
import { answer } from "../terminal/Output.ts"
import { when } from "../terminal/Table.ts"
import { siteStats, siteStatsText } from "../views/SiteStats.ts"

const hoursDefault = 24
/** A year. */
export const statsHoursMax = 8_760

export const stats = Command.make(
  "stats",
  {
    named: siteArgument,
    hours: Flag.Int("hours").pipe(
      Flag.withMetavar("HOURS"),
      Flag.withDescription(
        `How many hours, this one among them, 1 to ${statsHoursMax} (default ${hoursDefault}). They are kept GATEHOUSE_HISTORY_DAYS`
      ),
      Flag.filter(
        (hours) => hours >= 1 && hours <= statsHoursMax,
        (hours) => `--hours must be 1 to ${statsHoursMax}, not ${hours}`
      ),
      Flag.withDefault(hoursDefault)
    ),
    account: accountFlag
  },
  Effect.fn(function*({ account, hours, named }) {
    const to = new Date(hourOf(yield* Clock.currentTimeMillis) + hourMillis)
    const from = new Date(to.getTime() - hours * hourMillis)
    const { counted, site } = yield* withExistingStorage(Effect.gen(function*() {
      const site = yield* resolveSite((yield* accountOf(account)).id, named)
      return { site, counted: yield* (yield* ShieldTraffic).hours({ siteId: site.id, from, to }) }
    }))
    const told = siteStats(counted)
    yield* answer(
      { site_id: site.id, from, to, ...told },
      () => `${site.name}, from ${when(from)} to now:\n\n${siteStatsText(told)}`
    )
  })
).pipe(
  Command.withDescription(
    "Show what passed Shield on a site: challenges and who solved them, what was refused and rejected and why, how people scored, and " +
      "where they are. Times of solving are rounded up to a power of two."
  ),
  Command.withExamples([
    { command: "gatehouse sites stats site_0mi9…", description: "The last 24 hours" },
    { command: "gatehouse sites stats site_0mi9… --hours 168 --json", description: "The last week, for a machine" }
  ])
)
