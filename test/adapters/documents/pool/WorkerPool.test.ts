import { readdirSync, readFileSync } from "node:fs"
import type { Worker } from "node:worker_threads"
import { expect, it } from "vitest"
import { WorkerPool } from "../../../../adapters/documents/pool/WorkerPool.ts"
import { makePdf } from "../pdf/MakePdf.ts"

const small = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")
/** References take far more memory than the bytes that they are written in. */
const large = makePdf({ 1: `[${"1 0 R ".repeat(1_900_000)}]` }, "none")

const limits = {
  workers: 1,
  startMillisMax: 30_000,
  readMillisMax: 30_000,
  jobMillisMax: 30_000,
  heapMegabytesMax: 48,
  queuedDocumentsMax: 4,
  queuedBytesMax: 1_000_000_000
}

const answersOf = async (pool: WorkerPool, documents: ReadonlyArray<Uint8Array>) => {
  const answers = await Promise.all(documents.map((bytes) => new Promise((resolve) => pool.submit({ bytes }, resolve))))
  await pool.close()
  return answers
}

const found = (code: string, message: RegExp) => ({
  findings: [{ code, message: expect.stringMatching(message) }],
  sha256: expect.stringMatching(/^[0-9a-f]{64}$/)
})

it("answers a document that takes more memory than a thread may, and those behind it", async () => {
  expect(await answersOf(new WorkerPool(limits), [large, small, large, small])).toMatchObject([
    found("RESOURCE_BOMB", /more memory/),
    found("LAUNCH_ACTION", /cmd/),
    found("RESOURCE_BOMB", /more memory/),
    found("LAUNCH_ACTION", /cmd/)
  ])
}, 60_000)

it("reads the same document where there is memory for it", async () => {
  const [answer] = await answersOf(new WorkerPool({ ...limits, heapMegabytesMax: 256 }), [large])
  expect(JSON.stringify(answer)).not.toMatch(/RESOURCE_BOMB/)
}, 60_000)

/** What the pool keeps to itself: chance brings an answer after its time is over, and a test cannot wait for it. */
interface Inside {
  readonly threads: Set<{ readonly worker: Worker; readonly job: { readonly id: number } | null }>
  readonly lose: (thread: unknown, outcomeOf: () => unknown) => void
}

it("answers each document once, where an answer comes when its time is over", async () => {
  const pool = new WorkerPool(limits)
  const told: Array<string> = []
  const done = ["first", "second", "third"].map((name) =>
    new Promise<void>((resolve) => {
      pool.submit({ bytes: small }, () => {
        told.push(name)
        resolve()
      })
    })
  )
  const inside = pool as unknown as Inside
  const [thread] = inside.threads
  const { id } = thread!.job!
  inside.lose(thread, () => null)
  thread!.worker.emit("message", { id, answer: null })
  await thread!.worker.terminate()
  await Promise.all(done)
  await pool.close()
  expect(told).toEqual(["first", "second", "third"])
}, 20_000)

it("has room for so many bytes that wait", async () => {
  const pool = new WorkerPool({ ...limits, queuedBytesMax: 2 * small.length })
  const tickets = Array.from({ length: 4 }, () => pool.submit({ bytes: small }, () => {}))
  expect(tickets.map((ticket) => ticket === null)).toEqual([false, false, false, true])
  pool.withdraw(tickets[1]!)
  expect(pool.submit({ bytes: small }, () => {})).not.toBe(null)
  await pool.close()
})

it("does not read what was withdrawn", async () => {
  const pool = new WorkerPool(limits)
  const read: Array<string> = []
  const submit = (name: string) => {
    let ticket: number | null = null
    const done = new Promise<void>((resolve) => {
      ticket = pool.submit({ bytes: small }, () => {
        read.push(name)
        resolve()
      })
    })
    return { done, ticket: ticket! }
  }
  const [first, second, third] = [submit("first"), submit("second"), submit("third")]
  pool.withdraw(second.ticket)
  await Promise.all([first.done, third.done])
  await pool.close()
  expect(read).toEqual(["first", "third"])
}, 30_000)

it("takes bytes along that were given away, and copies those that were not", async () => {
  const pool = new WorkerPool(limits)
  // As they come out of a larger buffer.
  const held = new Uint8Array(small.length + 100)
  held.set(small, 50)
  const bytes = held.subarray(50, 50 + small.length)
  const answers = [false, true].map((isGivenAway) =>
    new Promise((resolve) => pool.submit({ bytes, isGivenAway }, resolve))
  )
  const [copied, moved] = await Promise.all(answers)
  expect(copied).toMatchObject(found("LAUNCH_ACTION", /cmd/))
  expect(moved).toEqual(copied)
  expect(held.byteLength).toBe(0)
  await pool.close()
}, 30_000)

const linux = process.platform === "linux"

it.skipIf(!linux)("reads in threads that let others go first", async () => {
  const niceValues = () =>
    readdirSync("/proc/self/task").map((thread) => {
      // After the name, which is in brackets, the 17th value (proc(5)).
      const values = readFileSync(`/proc/self/task/${thread}/stat`, "latin1").replace(/^.*\) /s, "").split(" ")
      return Number(values[16])
    })
  const pool = new WorkerPool(limits)
  await new Promise((resolve) => pool.submit({ bytes: small }, resolve))
  const isLower = niceValues().filter((nice) => nice > Math.min(...niceValues())).length
  await pool.close()
  expect(isLower).toBe(1)
}, 30_000)
