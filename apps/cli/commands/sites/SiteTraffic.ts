import { Clock, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { type ShieldHour, ShieldTraffic } from "../../../../core/shield/ShieldTraffic.ts"
import {
  countsWithPrefix,
  hourMillis,
  hourOf,
  solveMillisQuantile,
  totalCounts
} from "../../../../core/shield/traffic/ShieldCounts.ts"
import { resolveSite } from "../../../../core/sites/FindSites.ts"
import { accountFlag, accountOf } from "../../flags/CommonFlags.ts"
import { siteArgument } from "../../flags/SiteFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { answer } from "../../terminal/Output.ts"
import { printable, sheet, when, whole } from "../../terminal/Table.ts"

const hoursDefault = 24
/** One year. */
export const statsHoursMax = 8_760

export const stats = Command.make(
  "stats",
  {
    named: siteArgument,
    hours: Flag.Int("hours").pipe(
      Flag.withMetavar("HOURS"),
      Flag.withDescription(
        `Number of hours including the current one, 1 to ${statsHoursMax} (default ${hoursDefault}). Statistics are kept for GATEHOUSE_HISTORY_DAYS`
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
    "Show Shield statistics of a site: challenges, solutions, refusals and rejections with their reasons, scores, and " +
      "countries. Solving times are rounded up to a power of two."
  ),
  Command.withExamples([
    { command: "gatehouse sites stats site_0mi9…", description: "The last 24 hours" },
    { command: "gatehouse sites stats site_0mi9… --hours 168 --json", description: "The last week as JSON" }
  ])
)

/** Maximum bar length in columns. */
const barCharsMax = 40
const countriesShownMax = 10
const scoreClasses = 10

interface SiteStats {
  readonly issued: number
  readonly solved: number
  readonly human: number
  readonly refused: Readonly<Record<string, number>>
  readonly rejected: Readonly<Record<string, number>>
  readonly degraded: Readonly<Record<string, number>>
  /** Ten classes: 0 to 9, 10 to 19 … 90 to 100. */
  readonly scores: ReadonlyArray<number>
  readonly solve_millis: { readonly p50: number | null; readonly p95: number | null }
  readonly countries: Readonly<Record<string, number>>
}

/** Aggregates the counts of several hours. */
const siteStats = (hours: ReadonlyArray<ShieldHour>): SiteStats => {
  const counts = totalCounts(hours)
  const of = (name: string) => counts.get(name) ?? 0
  const under = (name: string) => Object.fromEntries(countsWithPrefix(counts, name))
  return {
    issued: of("issued"),
    solved: of("solved"),
    human: of("human"),
    refused: under("refused"),
    rejected: under("rejected"),
    degraded: under("degraded"),
    scores: Array.from({ length: scoreClasses }, (_, at) => of(`score:${at}`)),
    solve_millis: { p50: solveMillisQuantile(counts, 0.5), p95: solveMillisQuantile(counts, 0.95) },
    countries: under("country")
  }
}

const siteStatsText = (stats: SiteStats): string => {
  const { countries, degraded, human, issued, refused, rejected, scores, solved } = stats
  const countryList = Object.entries(countries)
  const rest = countryList.length - countriesShownMax
  return [
    sheet({
      "challenges issued": whole(issued),
      solved: `${whole(solved)}${share(solved, issued)}`,
      "requests refused": reasons(refused),
      "tokens verified": whole(human),
      "verifications rejected": reasons(rejected),
      "passed degraded": reasons(degraded),
      "solving time": solveWords(stats.solve_millis),
      countries: countryList.length === 0 ? "-" : [
        ...countryList.slice(0, countriesShownMax).map(([code, count]) => `${code} ${whole(count)}`),
        ...rest > 0 ? [`${rest} more`] : []
      ].join(", ")
    }),
    ...human === 0 ? [] : ["", "Scores of verified tokens (70 and above: very likely human):", "", histogram(scores)]
  ].join("\n")
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

const reasons = (counts: Readonly<Record<string, number>>): string => {
  const list = Object.entries(counts).map(([why, count]) => `${printable(why)} ${whole(count)}`)
  return list.length === 0 ? "0" : `${whole(sumOf(counts))} (${list.join(", ")})`
}

const share = (part: number, all: number): string => all === 0 ? "" : ` (${Math.round(100 * part / all)} %)`

const solveWords = ({ p50, p95 }: SiteStats["solve_millis"]): string =>
  p50 === null || p95 === null ? "-" : `p50 ${whole(p50)} ms, p95 ${whole(p95)} ms`

const histogram = (scores: ReadonlyArray<number>): string => {
  const most = Math.max(1, ...scores)
  const widest = whole(most).length
  return scores.map((count, at) => {
    const range = `${String(at * 10).padStart(2)} to ${String(at === scoreClasses - 1 ? 100 : at * 10 + 9).padStart(3)}`
    const bar = "#".repeat(count === 0 ? 0 : Math.max(1, Math.round(barCharsMax * count / most)))
    return `${range}  ${whole(count).padStart(widest)}  ${bar}`.trimEnd()
  }).join("\n")
}
