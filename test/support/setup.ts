import * as fc from "fast-check"
import { readFileSync } from "node:fs"
import { afterAll } from "vitest"
import { runs } from "./TestRun.ts"

declare module "vitest" {
  export interface TaskMeta {
    /** CPU seconds of a file's tests and of their finished child processes; absent on systems without `/proc`. */
    cpuSeconds?: number
  }
}

// All properties of a run use one seed. A failure prints the seed and the path of its example.
fc.configureGlobal({ seed: Number(process.env["GATEHOUSE_TEST_SEED"]), ...runs(100) })

/** Returns the CPU seconds of this process and its finished children; null on systems without `/proc`. */
const cpuSeconds = (): number | null => {
  try {
    // Reads fields 14 to 17 of proc(5): utime, stime, cutime, cstime in ticks of 10 ms.
    // Splits after the process name, which is in parentheses and may contain spaces.
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)!.split(" ")
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / 100
  } catch {
    return null
  }
}

const before = cpuSeconds()

// oxlint-disable-next-line no-empty-pattern -- Vitest reads the requested fixtures from this pattern
afterAll(({}, file) => {
  const after = cpuSeconds()
  if (before !== null && after !== null) file.meta.cpuSeconds = after - before
})
