import { Exit } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { exitCodeAfterFlush, interruptedFlushMillisMax } from "../../apps/server/process/RunProcess.ts"

const options = { exitCodeOf: (exit: Exit.Exit<unknown, unknown>) => Exit.isSuccess(exit) ? 0 : 3, failureLine: String }

/** Output streams that are never flushed, because their reader reads nothing. */
const blocked = { console, flushed: () => new Promise<string | null>(() => {}) }

describe("the end of a process", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("waits for a reader that reads nothing, but only briefly after an interruption", async () => {
    const ended: Array<string> = []
    void exitCodeAfterFlush(Exit.fail("found"), blocked, options).then(() => ended.push("failed"))
    void exitCodeAfterFlush(Exit.interrupt(1), blocked, options).then((code) => ended.push(`interrupted ${code}`))
    await vi.advanceTimersByTimeAsync(interruptedFlushMillisMax - 1)
    expect(ended).toEqual([])
    await vi.advanceTimersByTimeAsync(10 * interruptedFlushMillisMax)
    expect(ended).toEqual(["interrupted 3"])
  })

  it("reports output that could not be written, unless it was interrupted", async () => {
    const lines: Array<string> = []
    const full = {
      console: { ...console, error: (line: string) => void lines.push(line) },
      flushed: () => Promise.resolve("ENOSPC: no space left on device, write")
    }
    expect(await exitCodeAfterFlush(Exit.succeed(null), full, options)).toBe(1)
    expect(lines).toEqual(["Standard output cannot be written: ENOSPC: no space left on device, write"])
    expect(await exitCodeAfterFlush(Exit.interrupt(1), full, options)).toBe(3)
    expect(lines).toHaveLength(1)
  })
})
