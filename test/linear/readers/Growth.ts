import { cpuMillisOf } from "../../support/CpuTime.ts"

/** Work that was prepared: only its time counts. */
export type Work = () => unknown

/** A text that takes less time is fast: 16 384 characters, each read with all that follow, take ten times as long. */
const fastMillisMax = 10
/** Systems count CPU time in ticks of up to 10 ms. */
const tickMillis = 4
/** CPU time that is measured: several ticks. */
const measuredMillisMin = 24
/** CPU time for four times the text: 4 times as much if it is linear, 16 times if it is a square. */
const growthMax = 9
/** CPU time of each character at most, whatever the growth. */
const microsPerCharMax = 25
/** Measurements of which the least counts, if the first ones say that a reader is slow. */
const repetitions = 3

/** How the time grows with a text. */
export interface Growth {
  readonly chars: number
  readonly millis: number
  readonly quarterMillis: number
}

/** Returns how work grows that grows faster than its text; null if it does not, or is fast. */
export const tooFastGrowth = (
  workOn: (text: string) => Work,
  textOf: (chars: number) => string,
  chars: number
): Growth | null => {
  const whole = workOn(textOf(chars))
  if (isFast(whole) || isFast(whole)) return null
  const quarter = workOn(textOf(chars / 4))
  const growth = { chars, millis: cpuMillisOfEach(whole), quarterMillis: cpuMillisOfEach(quarter) }
  if (!isTooFast(growth)) return null
  const again = { chars, millis: leastCpuMillis(whole), quarterMillis: leastCpuMillis(quarter) }
  return isTooFast(again) ? again : null
}

const isTooFast = ({ chars, millis, quarterMillis }: Growth): boolean =>
  millis > fastMillisMax && (millis > growthMax * quarterMillis || millis * 1_000 > microsPerCharMax * chars)

/** Looks at both clocks: another process may have run meanwhile, and a tick may just have ended. */
const isFast = (work: Work): boolean => {
  const start = performance.now()
  const cpuMillis = cpuMillisOf(work)
  return Math.min(performance.now() - start, cpuMillis + tickMillis) <= fastMillisMax
}

/** Repeats work until it takes several ticks. */
const cpuMillisOfEach = (work: Work): number => {
  let [count, millis] = [0, 0]
  for (; millis < measuredMillisMin; count++) millis += cpuMillisOf(work)
  return millis / count
}

const leastCpuMillis = (work: Work): number =>
  Math.min(...Array.from({ length: repetitions }, () => cpuMillisOfEach(work)))
