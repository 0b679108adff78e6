/** Whether this is the long run, `npm run test:full`. */
export const isFullRun = process.env["GATEHOUSE_TEST_FULL"] === "1"

/** Factor for the number of runs of each property. */
const runsFactor = Number(process.env["GATEHOUSE_TEST_RUNS_FACTOR"] ?? (isFullRun ? 20 : 1))

/** Returns the number of runs of a property: `count` in `npm test`, 20 times `count` in the long run. */
export const runs = (count: number): { readonly numRuns: number } => ({ numRuns: Math.ceil(count * runsFactor) })
