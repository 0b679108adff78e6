import { readdirSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { startWorker, WorkerPool } from "../../../../adapters/documents/pool/WorkerPool.ts"
import { makePdf, slowPdf } from "../pdf/MakePdf.ts"

const small = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")
/** Document that exhausts the heap, because references take far more memory than the bytes of their source. */
const large = makePdf({ 1: `[${"1 0 R ".repeat(1_900_000)}]` }, "none")

/** Limits of the pool. The time limits are so long that only a fake clock reaches them. */
const patient = {
  workers: 1,
  startMillisMax: 600_000,
  readMillisMax: 600_000,
  jobMillisMax: 600_000,
  heapMegabytesMax: 256,
  queuedDocumentsMax: 4,
  queuedPerKeyMax: 4,
  queuedBytesMax: 1_000_000_000
}

const answersOf = (pool: WorkerPool, documents: ReadonlyArray<Uint8Array>) =>
  Promise.all(documents.map((bytes) => new Promise((resolve) => pool.submit({ bytes }, resolve))))

const found = (code: string, message: RegExp) => ({
  findings: [{ code, message: expect.stringMatching(message) }],
  sha256: expect.stringMatching(/^[0-9a-f]{64}$/)
})

const threadIds = () => readdirSync("/proc/self/task")

/** Reads the nice value: the 17th field after the name in parentheses (proc(5)). */
const niceOf = (thread: string): number => {
  const fields = readFileSync(`/proc/self/task/${thread}/stat`, "latin1").replace(/^.*\) /s, "").split(" ")
  return Number(fields[16])
}

const isLinux = process.platform === "linux"
const threadsBefore = isLinux ? threadIds() : []

/** Pool of one thread, shared by all tests that do not end it. */
let shared: WorkerPool
beforeAll(async () => {
  shared = new WorkerPool(patient)
  await answersOf(shared, [small])
})
afterAll(() => shared.close())

it.skipIf(!isLinux)("reads in a thread with low priority", () => {
  const own = niceOf(String(process.pid))
  const newThreads = threadIds().filter((thread) => !threadsBefore.includes(thread))
  expect(newThreads.filter((thread) => niceOf(thread) > own)).toHaveLength(own < 10 ? 1 : 0)
})

it("transfers the given buffers and copies the others", async () => {
  // The document is a view of a larger buffer.
  const held = new Uint8Array(small.length + 100)
  held.set(small, 50)
  const bytes = held.subarray(50, 50 + small.length)
  const answers = [false, true].map((isTransferable) =>
    new Promise((resolve) => shared.submit({ bytes, isTransferable: isTransferable }, resolve))
  )
  const [copied, moved] = await Promise.all(answers)
  expect(copied).toMatchObject(found("LAUNCH_ACTION", /cmd/))
  expect(moved).toEqual(copied)
  expect(held.byteLength).toBe(0)
})

it("reports a document that exceeds the memory of a thread, and reads the next one", async () => {
  const pool = new WorkerPool({ ...patient, heapMegabytesMax: 48 })
  expect(await answersOf(pool, [large, small])).toMatchObject([
    found("RESOURCE_BOMB", /too much memory/),
    found("LAUNCH_ACTION", /cmd/)
  ])
  await pool.close()
})

it("reads the same document with enough memory", async () => {
  const [answer] = await answersOf(shared, [large])
  expect(JSON.stringify(answer)).not.toMatch(/RESOURCE_BOMB/)
})

/** Starts threads and reports when each of them starts to read. */
const watched = () => {
  const begun: Array<Promise<void>> = []
  const start = (heapMegabytesMax: number) => {
    const worker = startWorker(heapMegabytesMax)
    begun.push(new Promise((resolve) => worker.once("message", () => resolve())))
    return worker
  }
  return { begun, start }
}

it("ends a thread whose document takes too long, and reads the next document in another thread", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  try {
    const { begun, start } = watched()
    const pool = new WorkerPool(patient, start)
    const answers = answersOf(pool, [slowPdf(10), small])
    await begun[0]
    vi.advanceTimersByTime(patient.jobMillisMax)
    expect(await answers).toMatchObject([found("RESOURCE_BOMB", /too much time/), found("LAUNCH_ACTION", /cmd/)])
    expect(begun).toHaveLength(2)
    await pool.close()
  } finally {
    vi.useRealTimers()
  }
})

it("closes during reading without waiting for the result", async () => {
  const { begun, start } = watched()
  const pool = new WorkerPool(patient, start)
  const recorded: Array<unknown> = []
  pool.submit({ bytes: slowPdf(10) }, (outcome) => recorded.push(outcome))
  await begun[0]
  await pool.close()
  expect(recorded).toEqual([])
})
