import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type QueuedDocument, ThreadFault, WorkerPool } from "../../../../adapters/documents/pool/WorkerPool.ts"
import type { Requester } from "../../../../core/queues/Requester.ts"
import { StandInThreads } from "./StandInThreads.ts"

const limits = {
  workers: 1,
  startMillisMax: 30_000,
  readMillisMax: 3_000,
  jobMillisMax: 5_000,
  heapMegabytesMax: 48,
  queuedDocumentsMax: 4,
  queuedPerKeyMax: 4,
  queuedBytesMax: 1_000_000_000
}

const bytesOf = (text: string) => Buffer.from(text)

/** Submits a document and appends its result to `outcomes`, in order of completion. */
const submitTo = (pool: WorkerPool, outcomes: Array<unknown>) =>
(
  text: string,
  requester: Requester | null = null
): QueuedDocument | null => {
  const queued = pool.submit({ bytes: bytesOf(text), requester }, (outcome) => outcomes.push(outcome))
  return typeof queued === "string" ? null : queued
}

const bomb = (text: string) => ({
  sha256: `hash of ${text}`,
  findings: [{ code: "RESOURCE_BOMB", message: expect.stringMatching(/too much time/) }]
})

describe("the time limit of a document", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
  afterEach(() => void vi.useRealTimers())

  it("starts when its thread starts to read, and ends the thread when it expires", () => {
    const threads = new StandInThreads(false)
    const outcomes: Array<unknown> = []
    const submit = submitTo(new WorkerPool(limits, threads.start), outcomes)
    submit("first")
    submit("second")
    const [thread] = threads.started
    vi.advanceTimersByTime(limits.startMillisMax - 1)
    thread!.begin()
    vi.advanceTimersByTime(limits.jobMillisMax - 1)
    expect([outcomes, thread!.isEnded]).toEqual([[], false])
    vi.advanceTimersByTime(1)
    expect(outcomes).toMatchObject([bomb("first")])
    expect(thread!.isEnded).toBe(true)
    threads.started[1]!.finish()
    expect(outcomes.slice(1)).toMatchObject([{ sha256: "second" }])
  })

  it("does not apply to a thread that has not started to read", () => {
    const threads = new StandInThreads(false)
    const outcomes: Array<unknown> = []
    submitTo(new WorkerPool(limits, threads.start), outcomes)("first")
    vi.advanceTimersByTime(limits.startMillisMax)
    expect(outcomes).toEqual([expect.any(ThreadFault)])
  })

  it("ends with the document's result", () => {
    const threads = new StandInThreads(false)
    const outcomes: Array<unknown> = []
    submitTo(new WorkerPool(limits, threads.start), outcomes)("first")
    threads.started[0]!.finish()
    vi.advanceTimersByTime(limits.startMillisMax + limits.jobMillisMax)
    expect(outcomes).toMatchObject([{ sha256: "first" }])
    expect(threads.started[0]!.isEnded).toBe(false)
  })

  it("yields one result per document if a result arrives at the deadline", async () => {
    const threads = new StandInThreads(false)
    const outcomes: Array<unknown> = []
    const pool = new WorkerPool(limits, threads.start)
    const submit = submitTo(pool, outcomes)
    for (const name of ["first", "second", "third"]) submit(name)
    const [late] = threads.started
    late!.begin()
    vi.advanceTimersByTime(limits.jobMillisMax)
    late!.answer(late!.job!.id)
    await late!.terminate()
    threads.started[1]!.finish()
    threads.started[1]!.finish()
    await pool.close()
    expect(outcomes).toMatchObject([bomb("first"), { sha256: "second" }, { sha256: "third" }])
    expect(threads.started).toHaveLength(2)
  })
})

it("reports the document of a thread that ends unexpectedly, and reads the next ones", () => {
  const threads = new StandInThreads(false)
  const outcomes: Array<unknown> = []
  const submit = submitTo(new WorkerPool(limits, threads.start), outcomes)
  for (const name of ["first", "second", "third"]) submit(name)
  threads.started[0]!.begin()
  threads.started[0]!.fail(Object.assign(new Error("no more"), { code: "ERR_WORKER_OUT_OF_MEMORY" }))
  threads.started[1]!.fail(new Error("out of luck"))
  threads.started[2]!.finish()
  expect(outcomes).toMatchObject([
    {
      sha256: "hash of first",
      findings: [{ code: "RESOURCE_BOMB", message: expect.stringMatching(/too much memory/) }]
    },
    { cause: { message: "out of luck" } },
    { sha256: "third" }
  ])
})

it("limits the bytes that can wait", async () => {
  const pool = new WorkerPool({ ...limits, queuedBytesMax: 10 }, new StandInThreads(false).start)
  const submit = submitTo(pool, [])
  const tickets = Array.from({ length: 4 }, () => submit("five!"))
  expect(tickets.map((ticket) => ticket === null)).toEqual([false, false, false, true])
  pool.cancel(tickets[1]!)
  expect(submit("five!")).not.toBe(null)
  await pool.close()
})

it("skips withdrawn documents", async () => {
  const threads = new StandInThreads()
  const outcomes: Array<unknown> = []
  const pool = new WorkerPool(limits, threads.start)
  const submit = submitTo(pool, outcomes)
  submit("first")
  pool.cancel(submit("second")!)
  submit("third")
  await vi.waitFor(() => expect(outcomes).toHaveLength(2))
  await pool.close()
  expect(outcomes).toMatchObject([{ sha256: "first" }, { sha256: "third" }])
})

it("lets the process exit if no document is pending", () => {
  const threads = new StandInThreads(false)
  const submit = submitTo(new WorkerPool(limits, threads.start), [])
  submit("first")
  submit("second")
  const [thread] = threads.started
  thread!.finish()
  expect(thread!.isReferenced).toBe(true)
  thread!.finish()
  expect(thread!.isReferenced).toBe(false)
  submit("third")
  expect(thread!.isReferenced).toBe(true)
})

it("closes after all its threads have ended, including timed-out ones", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  try {
    const threads = new StandInThreads(false)
    const pool = new WorkerPool(limits, threads.start)
    submitTo(pool, [])("first")
    const [thread] = threads.started
    let end!: () => void
    thread!.terminate = () => new Promise((resolve) => end = resolve)
    thread!.begin()
    vi.advanceTimersByTime(limits.jobMillisMax)
    let isClosed = false
    const closing = pool.close().then(() => isClosed = true)
    await new Promise(setImmediate)
    expect(isClosed).toBe(false)
    end()
    await closing
  } finally {
    vi.useRealTimers()
  }
})

describe("documents of several keys", () => {
  const slow: Requester = { accountId: "account", keyId: "slow" }
  const honest: Requester = { accountId: "account", keyId: "honest" }

  it("leave a thread to a key without one", () => {
    const threads = new StandInThreads(false)
    const outcomes: Array<unknown> = []
    const submit = submitTo(new WorkerPool({ ...limits, workers: 2 }, threads.start), outcomes)
    for (let bomb = 0; bomb < 3; bomb++) submit(`bomb ${bomb}`, slow)
    expect(threads.started).toHaveLength(1)
    submit("honest", honest)
    threads.started[1]!.finish()
    expect(outcomes).toMatchObject([{ sha256: "honest" }])
  })

  it("take turns on a single thread", () => {
    const threads = new StandInThreads(false)
    const outcomes: Array<unknown> = []
    const submit = submitTo(new WorkerPool(limits, threads.start), outcomes)
    for (let bomb = 0; bomb < 3; bomb++) submit(`bomb ${bomb}`, slow)
    submit("honest", honest)
    for (let queued = 0; queued < 4; queued++) threads.started[0]!.finish()
    expect(outcomes.map((answer) => (answer as { readonly sha256: string }).sha256)).toEqual([
      "bomb 0",
      "bomb 1",
      "honest",
      "bomb 2"
    ])
  })

  it("keep their thread until it is done if they are canceled during reading", () => {
    const threads = new StandInThreads(false)
    const pool = new WorkerPool({ ...limits, workers: 2 }, threads.start)
    const submit = submitTo(pool, [])
    for (let bomb = 0; bomb < 5; bomb++) pool.cancel(submit(`bomb ${bomb}`, slow)!)
    expect(threads.started).toHaveLength(1)
  })
})
