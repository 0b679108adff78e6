import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Scope } from "effect"
import * as DocumentReaderPool from "../../../../adapters/documents/pool/DocumentReaderPool.ts"
import { DocumentReader } from "../../../../core/ports/DocumentReader.ts"
import { makePdf } from "../pdf/MakePdf.ts"
import { slowPdf } from "../pdf/SlowPdf.ts"

const small = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")

const slow = slowPdf(10)

const patient = { workers: 1, readMillisMax: 60_000, jobMillisMax: 60_000 }

const judging = (bytes: Uint8Array) => Effect.flatMap(DocumentReader, ({ judge }) => judge(bytes))
const outcomeOf = (bytes: Uint8Array) =>
  judging(bytes).pipe(
    Effect.map(({ findings }) => findings.map(({ code }) => code).join()),
    Effect.catch(({ _tag }) => Effect.succeed(_tag))
  )

describe("a queue that is full", () => {
  it.live("refuses one more, and says when to come again", () =>
    Effect.gen(function*() {
      const reading = yield* Effect.forkChild(outcomeOf(slow), { startImmediately: true })
      const waiting = yield* Effect.forkChild(outcomeOf(small), { startImmediately: true })
      const failure = yield* Effect.flip(judging(small))
      expect(failure).toMatchObject({ _tag: "ScannerBusy", retryAfterSeconds: DocumentReaderPool.retryAfterSeconds })
      // The place of one that is not wanted any more is free at once.
      yield* Fiber.interrupt(waiting)
      const next = yield* Effect.forkChild(outcomeOf(small), { startImmediately: true })
      expect(yield* outcomeOf(small)).toBe("ScannerBusy")
      expect(yield* Fiber.join(next)).toBe("LAUNCH_ACTION")
      expect(yield* Fiber.join(reading)).toContain("JAVASCRIPT")
      expect(yield* outcomeOf(small)).toBe("LAUNCH_ACTION")
    }).pipe(Effect.provide(DocumentReaderPool.layer({ ...patient, queuedDocumentsMax: 1 }))), 30_000)

  it.live("counts no document that is given up while it is read", () =>
    Effect.gen(function*() {
      const reading = yield* Effect.forkChild(outcomeOf(slow), { startImmediately: true })
      yield* Fiber.interrupt(reading)
      expect(yield* Effect.forEach([small, small], outcomeOf, { concurrency: 2 })).toEqual([
        "LAUNCH_ACTION",
        "LAUNCH_ACTION"
      ])
    }).pipe(Effect.provide(DocumentReaderPool.layer({ ...patient, queuedDocumentsMax: 2 }))), 30_000)
})

/** On a busy machine a thread that lets others go first may have no time even for a small document. */
const patience = { timeout: 30_000, retry: 5 }

describe("a document that takes too long", () => {
  it.live("is a bomb; its thread is ended, and another takes its place", () =>
    Effect.gen(function*() {
      expect(yield* Effect.forEach([slow, small, slow, small], outcomeOf, { concurrency: 4 })).toEqual([
        "RESOURCE_BOMB",
        "LAUNCH_ACTION",
        "RESOURCE_BOMB",
        "LAUNCH_ACTION"
      ])
    }).pipe(Effect.provide(DocumentReaderPool.layer({ ...patient, jobMillisMax: 300 }))), patience)

  it.live("is not one that waits for its thread to start", () =>
    Effect.gen(function*() {
      expect(yield* outcomeOf(small)).toBe("LAUNCH_ACTION")
      // A thread takes far longer than this to load what it needs.
    }).pipe(Effect.provide(DocumentReaderPool.layer({ ...patient, jobMillisMax: 200 }))), patience)
})

it.live("ends with its scope, while it reads", () =>
  Effect.gen(function*() {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(DocumentReaderPool.layer(patient), scope)
    yield* Effect.forkChild(Effect.provide(outcomeOf(slow), context), { startImmediately: true })
    const from = performance.now()
    yield* Scope.close(scope, Exit.void)
    expect(performance.now() - from).toBeLessThan(3_000)
  }), 30_000)
