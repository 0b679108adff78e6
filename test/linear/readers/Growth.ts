import { measureCpuMillis } from "../../support/CpuTime.ts"

/** Prepared work. Only the time of its execution is measured. */
export type Work = () => unknown

/** Milliseconds below which a text is fast. Quadratic time for 16,384 characters is ten times that. */
const fastMillisMax = 10
/** Assumed milliseconds of a clock tick of CPU time. Some systems have ticks of up to 10 ms. */
const tickMillis = 4
/** Minimum CPU milliseconds to measure: several ticks. */
const measuredMillisMin = 24
/** Maximum growth of the CPU time for a text four times as long. Linear time grows by 4, quadratic time by 16. */
const growthMax = 9
/** Maximum CPU microseconds per character, whatever the growth. */
const microsPerCharMax = 25
/** Number of measurements to repeat if the first ones show a slow reader. The smallest result counts. */
const repetitions = 3

/** Growth of the time with the length of a text. */
export interface Growth {
  readonly chars: number
  readonly millis: number
  readonly quarterMillis: number
}

/** Returns the growth of work that is slower than linear; null if it is linear or fast. */
export const findSuperlinearGrowth = (
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

/**
 * Reports whether the wall time or the CPU time of work is short.
 *
 * Other processes can lengthen the wall time. The measured CPU time can lack up to one tick, which is therefore added.
 */
const isFast = (work: Work): boolean => {
  const start = performance.now()
  const cpuMillis = measureCpuMillis(work)
  return Math.min(performance.now() - start, cpuMillis + tickMillis) <= fastMillisMax
}

/** Returns the CPU milliseconds of one run. Repeats the work until it takes several ticks. */
const cpuMillisOfEach = (work: Work): number => {
  let [count, millis] = [0, 0]
  for (; millis < measuredMillisMin; count++) millis += measureCpuMillis(work)
  return millis / count
}

const leastCpuMillis = (work: Work): number =>
  Math.min(...Array.from({ length: repetitions }, () => cpuMillisOfEach(work)))
