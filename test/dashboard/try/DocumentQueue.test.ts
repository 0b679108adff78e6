import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  canRetry,
  type DocumentQueue,
  documentsAtOnceMax,
  emptyQueue,
  isPending,
  nextToStart,
  type QueueChange,
  queueItemsMax,
  reduceQueue,
  worstResult
} from "../../../apps/dashboard/pages/try/documents/DocumentQueue.ts"

const urls = (length: number) =>
  Array.from({ length }, (_, at) => ({ kind: "url" as const, url: `https://example.com/${at}` }))

const change: fc.Arbitrary<QueueChange> = fc.integer({ min: 1, max: 12 }).chain((id) =>
  fc.constantFrom<QueueChange>(
    { kind: "add", sources: urls(3) },
    { kind: "begin", id, at: 1 },
    { kind: "sent", id, share: 0.5 },
    { kind: "sent", id, share: 1 },
    { kind: "pause", id, until: 9 },
    { kind: "failed", id, at: 2, problem: "It failed.", answer: null },
    { kind: "cancel", id, at: 3 },
    { kind: "again", id },
    { kind: "clear" }
  )
)

const after = (changes: ReadonlyArray<QueueChange>): DocumentQueue => changes.reduce(reduceQueue, emptyQueue)

describe("changeQueue", () => {
  it("gives each document its own number, and takes no more than the queue can contain", () => {
    const queue = after([{ kind: "add", sources: urls(queueItemsMax - 1) }, { kind: "add", sources: urls(4) }])
    expect([queue.items.length, new Set(queue.items.map(({ id }) => id)).size, queue.rejectedCount]).toEqual([
      queueItemsMax,
      queueItemsMax,
      3
    ])
  })

  it("ignores late results of a canceled document", () => {
    const cancelled = after([
      { kind: "add", sources: urls(1) },
      { kind: "begin", id: 1, at: 1 },
      { kind: "cancel", id: 1, at: 2 }
    ])
    expect(reduceQueue(cancelled, { kind: "sent", id: 1, share: 1 })).toEqual(cancelled)
    expect(reduceQueue(cancelled, { kind: "failed", id: 1, at: 3, problem: "late", answer: null })).toEqual(cancelled)
  })

  it("never exceeds the concurrency limit if callers start only the next documents", () => {
    fc.assert(fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      let queue = emptyQueue
      for (const one of changes) {
        if (one.kind !== "begin") queue = reduceQueue(queue, one)
        for (const { id } of nextToStart(queue)) queue = reduceQueue(queue, { kind: "begin", id, at: 1 })
        const under = queue.items.filter((item) => isPending(item) && item.state !== "waiting").length
        expect(under).toBeLessThanOrEqual(documentsAtOnceMax)
        if (under < documentsAtOnceMax) expect(queue.items.filter(({ state }) => state === "waiting")).toEqual([])
      }
    }))
  })

  it("keeps the open document when the rest is cleared", () => {
    fc.assert(fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const queue = after(changes)
      expect(reduceQueue(queue, { kind: "clear" }).items).toEqual(queue.items.filter(isPending))
    }))
  })
})

it("offers a retry if it can help", () => {
  const failed = (source: Parameters<typeof reduceQueue>[1] & { kind: "add" }) =>
    [
      source,
      { kind: "begin", id: 1, at: 1 } as const,
      { kind: "failed", id: 1, at: 2, problem: "It failed.", answer: null } as const
    ].reduce<DocumentQueue>(reduceQueue, emptyQueue).items[0]!
  const file = (bytes: number) =>
    failed({ kind: "add", sources: [{ kind: "file", file: new File(["x".repeat(bytes)], "a") }] })
  expect([0, 1, 10, 11].map((bytes) => canRetry(file(bytes), 10))).toEqual([false, true, true, false])
  expect(canRetry(failed({ kind: "add", sources: urls(1) }), 10)).toBe(true)
})

describe("the open response", () => {
  const about = { text: "", requestId: null, creditsCharged: 0, millis: 1 }
  const scored = (score: number) => ({ ...about, status: 200, isSuccess: true, result: { score } }) as never
  const refused = {
    ...about,
    status: 400,
    isSuccess: false,
    message: "The file is empty",
    retryAfterSeconds: null
  } as const
  const run = (...changes: ReadonlyArray<QueueChange>) => changes.reduce(reduceQueue, emptyQueue)
  const begun = (id: number): QueueChange => ({ kind: "begin", id, at: 1 })
  const answered = (id: number, score: number): ReadonlyArray<QueueChange> => [
    begun(id),
    { kind: "answered", id, at: 2, answer: scored(score) }
  ]
  const failed = (id: number): ReadonlyArray<QueueChange> => [
    begun(id),
    { kind: "failed", id, at: 2, problem: "The file is empty", answer: refused }
  ]
  const add = (count: number): QueueChange => ({ kind: "add", sources: urls(count) })

  it("is the worst of those that were added together, and not a refusal if there is a score", () => {
    expect(worstResult(run(add(3), ...answered(1, 90), ...answered(2, 30), ...failed(3)))?.id).toBe(2)
    expect(worstResult(run(add(3), ...failed(1), ...answered(2, 95)))?.id).toBe(2)
  })

  it("is the last refusal if nothing was scanned, and none before the first response", () => {
    expect(worstResult(run(add(2), ...failed(1), ...failed(2)))?.id).toBe(2)
    expect(worstResult(run(add(2), begun(1)))).toBeNull()
  })

  it("is from the latest documents, even if an earlier one was worse", () => {
    const before = [add(2), ...answered(1, 10), ...answered(2, 50)]
    expect(worstResult(run(...before, add(1), ...answered(3, 95)))?.id).toBe(3)
    // The previous response stays visible until the new one arrives.
    expect(worstResult(run(...before, add(1), begun(3)))).not.toBeNull()
    // Documents that are added to a running queue belong to its group.
    expect(worstResult(run(add(2), ...answered(1, 10), begun(2), add(1), ...answered(3, 95)))?.id).toBe(1)
  })
})
