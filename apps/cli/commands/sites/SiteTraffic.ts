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
import { accountFlag, accountFromFlag } from "../../flags/CommonFlags.ts"
import { siteArgument } from "../../flags/SiteFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { printResult } from "../../terminal/Output.ts"
import { formatFields, formatInstant, formatInteger, printable } from "../../terminal/Table.ts"

const hoursDefault = 24
/** Maximum of `--hours`: one year. */
export const statsHoursMax = 8_760

export const siteStatsCommand = Command.make(
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
    const { hourlyCounts, site } = yield* withExistingStorage(Effect.gen(function*() {
      const site = yield* resolveSite((yield* accountFromFlag(account)).id, named)
      return { site, hourlyCounts: yield* (yield* ShieldTraffic).hours({ siteId: site.id, from, to }) }
    }))
    const stats = summarizeHours(hourlyCounts)
    yield* printResult(
      { site_id: site.id, from, to, ...stats },
      () => `${site.name}, from ${formatInstant(from)} to now:\n\n${formatSiteStats(stats)}`
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

/** Maximum length of a histogram bar in columns. */
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
  /** Number of scores in each of ten ranges: 0 to 9, 10 to 19 … 90 to 100. */
  readonly scores: ReadonlyArray<number>
  readonly solve_millis: { readonly p50: number | null; readonly p95: number | null }
  readonly countries: Readonly<Record<string, number>>
}

/** Sums the counts of several hours. */
const summarizeHours = (hours: ReadonlyArray<ShieldHour>): SiteStats => {
  const counts = totalCounts(hours)
  const countOf = (name: string) => counts.get(name) ?? 0
  const countsUnder = (name: string) => Object.fromEntries(countsWithPrefix(counts, name))
  return {
    issued: countOf("issued"),
    solved: countOf("solved"),
    human: countOf("human"),
    refused: countsUnder("refused"),
    rejected: countsUnder("rejected"),
    degraded: countsUnder("degraded"),
    scores: Array.from({ length: scoreClasses }, (_, at) => countOf(`score:${at}`)),
    solve_millis: { p50: solveMillisQuantile(counts, 0.5), p95: solveMillisQuantile(counts, 0.95) },
    countries: countsUnder("country")
  }
}

const formatSiteStats = (stats: SiteStats): string => {
  const { countries, degraded, human, issued, refused, rejected, scores, solved } = stats
  const countryList = Object.entries(countries)
  const rest = countryList.length - countriesShownMax
  return [
    formatFields({
      "challenges issued": formatInteger(issued),
      solved: `${formatInteger(solved)}${formatShare(solved, issued)}`,
      "requests refused": formatReasons(refused),
      "tokens verified": formatInteger(human),
      "verifications rejected": formatReasons(rejected),
      "passed degraded": formatReasons(degraded),
      "solving time": formatSolveTimes(stats.solve_millis),
      countries: countryList.length === 0 ? "-" : [
        ...countryList.slice(0, countriesShownMax).map(([code, count]) => `${code} ${formatInteger(count)}`),
        ...rest > 0 ? [`${rest} more`] : []
      ].join(", ")
    }),
    ...human === 0
      ? []
      : ["", "Scores of verified tokens (70 and above: very likely human):", "", formatHistogram(scores)]
  ].join("\n")
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

const formatReasons = (counts: Readonly<Record<string, number>>): string => {
  const list = Object.entries(counts).map(([why, count]) => `${printable(why)} ${formatInteger(count)}`)
  return list.length === 0 ? "0" : `${formatInteger(sumOf(counts))} (${list.join(", ")})`
}

const formatShare = (part: number, all: number): string => all === 0 ? "" : ` (${Math.round(100 * part / all)} %)`

const formatSolveTimes = ({ p50, p95 }: SiteStats["solve_millis"]): string =>
  p50 === null || p95 === null ? "-" : `p50 ${formatInteger(p50)} ms, p95 ${formatInteger(p95)} ms`

const formatHistogram = (scores: ReadonlyArray<number>): string => {
  const highest = Math.max(1, ...scores)
  const widest = formatInteger(highest).length
  return scores.map((count, at) => {
    const range = `${String(at * 10).padStart(2)} to ${String(at === scoreClasses - 1 ? 100 : at * 10 + 9).padStart(3)}`
    const bar = "#".repeat(count === 0 ? 0 : Math.max(1, Math.round(barCharsMax * count / highest)))
    return `${range}  ${formatInteger(count).padStart(widest)}  ${bar}`.trimEnd()
  }).join("\n")
}
