import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { JobThread } from "../../../../adapters/webrisk/thread/ThreatThread.ts"
import { echoJob } from "../../../../adapters/webrisk/worker/Jobs.ts"

const thread = new JobThread({ jobMillisMax: 600_000 })
afterEach(() => void vi.useRealTimers())
afterAll(() => thread.close())

const bufferOf = (...bytes: ReadonlyArray<number>) => new Uint8Array(bytes).buffer
const echo = (buffer: ArrayBuffer, fails: "no" | "throws" | "hangs" | "exits" = "no") =>
  thread.run(echoJob, { buffer, fails }, [buffer])

describe("the thread for whole lists", () => {
  it("transfers buffers both ways without copying, one job after the other", async () => {
    const given = bufferOf(1, 2, 3)
    const answers = await Promise.all([echo(given), echo(bufferOf(4)), echo(bufferOf())])
    expect(answers.map((buffer) => [...new Uint8Array(buffer)])).toEqual([[1, 2, 3], [4], []])
    expect(given.byteLength).toBe(0)
  })

  it.each(["throws", "exits"] as const)("a job that %s does not affect others", async (fails) => {
    const [bad, good] = await Promise.allSettled([echo(bufferOf(1), fails), echo(bufferOf(2))])
    expect(bad).toMatchObject({ status: "rejected", reason: { name: "ThreadFault" } })
    expect(good.status).toBe("fulfilled")
  })

  it("a job that hangs is terminated, and the next one gets a new thread", async () => {
    await echo(bufferOf())
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const outcomes = Promise.allSettled([echo(bufferOf(1), "hangs"), echo(bufferOf(2))])
    vi.advanceTimersByTime(600_000)
    const [bad, good] = await outcomes
    expect(bad).toMatchObject({ status: "rejected", reason: { message: "echo took longer than 600000 ms" } })
    expect(good.status).toBe("fulfilled")
  })

  it("waiting jobs fail when the thread is closed", async () => {
    const waiting = Promise.allSettled([echo(bufferOf(1), "hangs"), echo(bufferOf(2))])
    await thread.close()
    for (const outcome of await waiting) expect(outcome).toMatchObject({ status: "rejected" })
  })
})
