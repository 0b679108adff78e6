import { countText, shortCountText } from "./Formats.ts"

/** Steps that people count in, of each power of ten. */
const steps = [1, 2, 2.5, 5, 10]

/** As many as fit without a crowd. */
const ticksWanted = 4

/** From here on numbers would have no room beside an axis. */
const wholeMax = 10_000

/** How all numbers of an axis are written that goes up to `top`: `750` and `1,000`, or `50k` and `100k`. */
export const axisText = (top: number): (value: number) => string => top < wholeMax ? countText : shortCountText

/** Numbers of an axis from 0 to at least `most`, whole and in even steps: for 1,980 they are 0, 500, 1,000, 1,500 and 2,000. */
export const axisTicks = (most: number): ReadonlyArray<number> => {
  const rough = Math.max(most, 1) / ticksWanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ...steps.map((each) => each * power).filter((each) => each >= rough).slice(0, 1))
  // Counts have no halves.
  const whole = Number.isInteger(step) ? step : Math.ceil(step)
  return Array.from({ length: Math.max(1, Math.ceil(most / whole)) + 1 }, (_, at) => at * whole)
}
