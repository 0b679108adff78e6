import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** CPU seconds of each test file in the last run that included it, by path; wall time if CPU time is unknown. */
export const timesFile = join(import.meta.dirname, "../../node_modules/.cache/gatehouse/test-times.json")

/** Adds the times of a run to those of earlier ones. */
export const recordTimes = (times: Readonly<Record<string, number>>): void => {
  const earlier = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, "utf8")) : {}
  mkdirSync(dirname(timesFile), { recursive: true })
  // Two runs may end at the same time.
  const draft = `${timesFile}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ ...earlier, ...times }))
  renameSync(draft, timesFile)
}
