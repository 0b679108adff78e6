import { type ShieldBand, shieldBands } from "../../../../../core/scoring/Bands.ts"
import { countsWithPrefix, solveMillisQuantile, totalCounts } from "../../../../../core/shield/traffic/ShieldCounts.ts"
import type { TimeSteps } from "../../../shared/time/Days.ts"

export interface TrafficHour {
  /** Start of the hour, in milliseconds since 1970. */
  readonly hour: number
  readonly counts: Readonly<Record<string, number>>
}

export interface ReasonCount {
  readonly reason: string
  readonly count: number
}

export interface ScoreBin {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly band: ShieldBand
}

/** Sums of the counts of several hours. */
export interface TrafficSums {
  readonly issued: number
  readonly solved: number
  readonly human: number
  readonly refused: ReadonlyArray<ReasonCount>
  readonly rejected: ReadonlyArray<ReasonCount>
  readonly degraded: ReadonlyArray<ReasonCount>
  readonly scores: ReadonlyArray<ScoreBin>
  readonly solveMillis: { readonly median: number | null; readonly p95: number | null }
  readonly countries: ReadonlyArray<ReasonCount>
}

const scoreBinCount = 10

export const trafficSums = (hours: ReadonlyArray<TrafficHour>): TrafficSums => {
  const counts = totalCounts(hours)
  const of = (name: string) => counts.get(name) ?? 0
  const under = (name: string) => countsWithPrefix(counts, name).map(([reason, count]) => ({ reason, count }))
  return {
    issued: of("issued"),
    solved: of("solved"),
    human: of("human"),
    refused: under("refused"),
    rejected: under("rejected"),
    degraded: under("degraded"),
    scores: Array.from({ length: scoreBinCount }, (_, at) => ({
      from: at * 10,
      to: at === scoreBinCount - 1 ? 100 : at * 10 + 9,
      count: of(`score:${at}`),
      band: shieldBands.nameOf(at * 10)
    })),
    solveMillis: { median: solveMillisQuantile(counts, 0.5), p95: solveMillisQuantile(counts, 0.95) },
    countries: under("country")
  }
}

export const totalCount = (reasons: ReadonlyArray<ReasonCount>): number =>
  reasons.reduce((sum, { count }) => sum + count, 0)

/** Step of the chart. */
export interface TrafficStep {
  /** Start of the step, in milliseconds since 1970. */
  readonly at: number
  readonly issued: number
  readonly solved: number
  readonly passed: number
  readonly degraded: number
  readonly rejected: number
  readonly refused: number
}

/**
 * Aggregates hours into the steps of a time range, including steps without traffic. An hour belongs to the step in
 * which the hour starts.
 */
export const trafficSteps = (
  hours: ReadonlyArray<TrafficHour>,
  { starts }: TimeSteps
): ReadonlyArray<TrafficStep> => {
  const steps = Map.groupBy(hours, ({ hour }) => starts.findLast((start) => start <= hour))
  return starts.map((start) => stepOf(start, steps.get(start) ?? []))
}

const stepOf = (at: number, hours: ReadonlyArray<TrafficHour>): TrafficStep => {
  const counts = totalCounts(hours)
  const of = (name: string) => counts.get(name) ?? 0
  const under = (name: string) => countsWithPrefix(counts, name).reduce((sum, [, count]) => sum + count, 0)
  return {
    at,
    issued: of("issued"),
    solved: of("solved"),
    passed: of("human"),
    degraded: under("degraded"),
    rejected: under("rejected"),
    refused: under("refused")
  }
}
