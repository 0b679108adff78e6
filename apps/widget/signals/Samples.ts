/** Maximum number of recent measurements to keep, which bounds memory on pages that stay open. */
export const samplesMax = 64

export interface Samples {
  readonly add: (value: number) => void
  /**
   * Returns count, tenth percentile, median and interquartile range, with names that start with `name`. Empty without
   * measurements.
   */
  readonly summary: (name: string) => Record<string, number>
}

/**
 * Summarizes measurements by percentiles. A busy machine delays some events by a lot, so a mean would describe the
 * machine instead of the user.
 */
export const makeSamples = (): Samples => {
  const values: Array<number> = []
  let count = 0
  return {
    add: (value) => {
      values[count++ % samplesMax] = value
    },
    summary: (name) => {
      const sorted = Float64Array.from(values)
      // Does not use `toSorted`, which older browsers lack. A typed array sorts numerically.
      // oxlint-disable-next-line unicorn/no-array-sort
      sorted.sort()
      const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
      return count === 0 ? {} : {
        [`${name}Count`]: count,
        [`${name}Least`]: rounded(at(0.1)),
        [`${name}Median`]: rounded(at(0.5)),
        [`${name}Spread`]: rounded(at(0.75) - at(0.25))
      }
    }
  }
}

const rounded = (value: number): number => Math.round(value * 100) / 100
