import { type ShieldBand, shieldBands } from "../../../../core/rating/ShieldBand.ts"
import { countsUnder, hourMillis, solveMillisAt, sumOfCounts } from "../../../../core/shield/ShieldCounts.ts"

export interface TrafficHour {
  /** Its beginning. */
  readonly hour: number
  readonly counts: Readonly<Record<string, number>>
}

export interface Reason {
  readonly why: string
  readonly count: number
}

export interface ScoreClass {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly band: ShieldBand
}

/** What the counts of some hours say together. */
export interface TrafficSums {
  readonly issued: number
  readonly solved: number
  readonly human: number
  readonly refused: ReadonlyArray<Reason>
  readonly rejected: ReadonlyArray<Reason>
  readonly degraded: ReadonlyArray<Reason>
  readonly scores: ReadonlyArray<ScoreClass>
  readonly solveMillis: { readonly median: number | null; readonly p95: number | null }
  readonly countries: ReadonlyArray<Reason>
}

const scoreClasses = 10

export const trafficSums = (hours: ReadonlyArray<TrafficHour>): TrafficSums => {
  const counts = sumOfCounts(hours)
  const of = (name: string) => counts.get(name) ?? 0
  const under = (name: string) => countsUnder(counts, name).map(([why, count]) => ({ why, count }))
  return {
    issued: of("issued"),
    solved: of("solved"),
    human: of("human"),
    refused: under("refused"),
    rejected: under("rejected"),
    degraded: under("degraded"),
    scores: Array.from({ length: scoreClasses }, (_, at) => ({
      from: at * 10,
      to: at === scoreClasses - 1 ? 100 : at * 10 + 9,
      count: of(`score:${at}`),
      band: shieldBands.nameOf(at * 10)
    })),
    solveMillis: { median: solveMillisAt(counts, 0.5), p95: solveMillisAt(counts, 0.95) },
    countries: under("country")
  }
}

export const total = (reasons: ReadonlyArray<Reason>): number => reasons.reduce((sum, { count }) => sum + count, 0)

/** A stretch of the chart. */
export interface TrafficStep {
  /** Its beginning. */
  readonly at: number
  readonly issued: number
  readonly solved: number
  readonly passed: number
  readonly degraded: number
  readonly rejected: number
  readonly refused: number
}

/** Steps of a chart at most: hours are put together into longer ones beyond that. */
const stepsMax = 80

/**
 * The hours as even steps from `from` to `to`, those without traffic among them: hours, then days by the reader's clock.
 *
 * @param dayOf beginning of the reader's day of an instant
 */
export const trafficSteps = (
  hours: ReadonlyArray<TrafficHour>,
  from: number,
  to: number,
  dayOf: (at: number) => number = localDay
): ReadonlyArray<TrafficStep> => {
  const isHourly = (to - from) / hourMillis <= stepsMax
  const startOf = isHourly ? (at: number) => Math.floor(at / hourMillis) * hourMillis : dayOf
  const steps = new Map<number, Array<TrafficHour>>()
  for (let at = from; at < to; at += hourMillis) steps.set(startOf(at), [])
  for (const hour of hours) steps.get(startOf(Math.max(from, hour.hour)))?.push(hour)
  return [...steps].map(([at, within]) => stepOf(at, within))
}

const stepOf = (at: number, hours: ReadonlyArray<TrafficHour>): TrafficStep => {
  const counts = sumOfCounts(hours)
  const of = (name: string) => counts.get(name) ?? 0
  const under = (name: string) => countsUnder(counts, name).reduce((sum, [, count]) => sum + count, 0)
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

const localDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0)
