import { describe, expect, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Layer, Scope } from "effect"
import * as DocumentReaderPool from "../../../../adapters/documents/pool/DocumentReaderPool.ts"
import { DocumentReader } from "../../../../core/documents/DocumentReader.ts"
import { StandInThreads } from "./StandInThreads.ts"

const judging = (text: string) => Effect.flatMap(DocumentReader, ({ judge }) => judge(Buffer.from(text)))

/**
 * Returns the code of the first finding, the document's text, or the tag of an error. Stand-ins return the text as the
 * hash.
 */
const outcomeOf = (text: string) =>
  judging(text).pipe(
    Effect.map(({ findings, sha256 }) => findings[0]?.code ?? sha256),
    Effect.catch(({ _tag }) => Effect.succeed(_tag))
  )

const started = { startImmediately: true }

const poolOf = (threads: StandInThreads, options: DocumentReaderPool.PoolOptions = {}) =>
  DocumentReaderPool.layer({ workers: 1, startThread: threads.start, ...options })

describe("a full queue", () => {
  it.effect("rejects another document and returns a retry time", () => {
    const threads = new StandInThreads()
    return Effect.gen(function*() {
      const reading = yield* Effect.forkChild(outcomeOf("slow"), started)
      const waiting = yield* Effect.forkChild(outcomeOf("waiting"), started)
      const failure = yield* Effect.flip(judging("one more"))
      expect(failure).toMatchObject({ _tag: "QueueFull", retryAfterSeconds: DocumentReaderPool.retryAfterSeconds })
      // Canceling a waiting document frees its place at once.
      yield* Fiber.interrupt(waiting)
      const next = yield* Effect.forkChild(outcomeOf("next"), started)
      expect(yield* outcomeOf("one more")).toBe("QueueFull")
      threads.started[0]!.finish()
      expect(yield* Fiber.join(reading)).toBe("slow")
      expect(yield* Fiber.join(next)).toBe("next")
      expect(yield* outcomeOf("one more")).toBe("one more")
      expect(threads.started).toHaveLength(1)
    }).pipe(Effect.provide(poolOf(threads, { queuedDocumentsMax: 1 })))
  })

  it.effect("ignores a document that is canceled while it is read", () => {
    const threads = new StandInThreads()
    return Effect.gen(function*() {
      const reading = yield* Effect.forkChild(outcomeOf("slow"), started)
      yield* Fiber.interrupt(reading)
      const next = yield* Effect.forkChild(
        Effect.forEach(["one", "two"], outcomeOf, { concurrency: 2 }),
        started
      )
      threads.started[0]!.finish()
      expect(yield* Fiber.join(next)).toEqual(["one", "two"])
    }).pipe(Effect.provide(poolOf(threads, { queuedDocumentsMax: 2 })))
  })
})

describe("the result of a thread", () => {
  it.live("is a bomb if the document takes too long", () => {
    const threads = new StandInThreads()
    return Effect.gen(function*() {
      const reading = yield* Effect.forkChild(outcomeOf("slow"), started)
      threads.started[0]!.begin()
      expect(yield* Fiber.join(reading)).toBe("RESOURCE_BOMB")
    }).pipe(Effect.provide(poolOf(threads, { jobMillisMax: 1 })))
  })

  it.effect("is an error for an unreadable document and a defect for a failed thread", () => {
    const threads = new StandInThreads()
    return Effect.gen(function*() {
      const unreadable = yield* Effect.forkChild(outcomeOf("slow"), started)
      const [thread] = threads.started
      thread!.begin()
      thread!.emit("message", { id: thread!.job!.id, result: "unreadable" })
      expect(yield* Fiber.join(unreadable)).toBe("UnreadableDocument")
      const lost = yield* Effect.forkChild(Effect.exit(judging("slow")), started)
      thread!.fail(new Error("out of luck"))
      const exit = yield* Fiber.join(lost)
      expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
    }).pipe(Effect.provide(poolOf(threads)))
  })
})

it.effect("ends with its scope during reading", () => {
  const threads = new StandInThreads()
  return Effect.gen(function*() {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(poolOf(threads), scope)
    yield* Effect.forkChild(Effect.provide(outcomeOf("slow"), context), started)
    yield* Scope.close(scope, Exit.void)
    expect(threads.started.map(({ isEnded }) => isEnded)).toEqual([true])
  })
})
