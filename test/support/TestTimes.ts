import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/**
 * JSON file with the CPU seconds of each test file, from its last run by `npm test` without `-t`.
 *
 * If the CPU time is unknown, the file contains the wall time instead.
 */
export const timesFile = join(import.meta.dirname, "../../node_modules/.cache/gatehouse/test-times.json")

/** Stores the times of a run. Keeps the earlier times of test files that the run did not include. */
export const recordTimes = (times: Readonly<Record<string, number>>): void => {
  const earlier = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, "utf8")) : {}
  mkdirSync(dirname(timesFile), { recursive: true })
  // Renames a complete file, because two runs may write at the same time.
  const draft = `${timesFile}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ ...earlier, ...times }))
  renameSync(draft, timesFile)
}
