import { Effect, Layer } from "effect"
import { availableParallelism } from "node:os"
import { DocumentReader, type JudgedDocument, type UnreadableDocument } from "../../../core/documents/DocumentReader.ts"
import type { UnsupportedDocument } from "../../../core/documents/facts/DocumentType.ts"
import { type QueueFull, queueFull } from "../../../core/queues/QueueFull.ts"
import { queueMetrics } from "../../../core/queues/QueueMetrics.ts"
import { CurrentRequester } from "../../../core/queues/Requester.ts"
import { effectOf } from "./Messages.ts"
import { type StartThread, startWorker, ThreadFault, WorkerPool } from "./WorkerPool.ts"

/** How long a document is read before it is answered with what is known by then. */
export const readMillisMax = 3_000
/** How long a worker may take to start, and to hash what it is given. */
export const startMillisMax = 30_000
/** How long a worker may read and judge before it is ended, and its document answered as a bomb. */
export const jobMillisMax = 5_000
/** JavaScript memory of a worker, in MiB; where the runtime limits it (Node). Byte arrays are limited by the budget. */
export const workerHeapMegabytesMax = 256
/** Documents that wait for a worker. */
export const queuedDocumentsMax = 64
/** Of them, of one key. */
export const queuedPerKeyMax = 16
/** Bytes of the documents that wait. */
export const queuedBytesMax = 256 * 1024 * 1024
/** When a caller that found the queue full should come again. */
export const retryAfterSeconds = 5
/** Threads by default, at most. */
export const workersMax = 64

/**
 * Returns the default number of threads: twice the number that leaves a core to the server, because one key uses at most half
 * of them. The other half is for documents of other keys, and starts only when they come.
 */
export const workersDefault = (): number => Math.min(workersMax, 2 * Math.max(1, availableParallelism() - 1))

export interface PoolOptions {
  /** Threads that read documents; `workersDefault` when absent. */
  readonly workers?: number
  readonly readMillisMax?: number
  readonly jobMillisMax?: number
  readonly queuedDocumentsMax?: number
  /** Documents of one key that wait. */
  readonly queuedPerKeyMax?: number
  /** Starts a thread; for tests. */
  readonly startThread?: StartThread
}

/**
 * Reads documents in threads of its own, so that no document holds up the server, and none that is too much for a thread
 * takes more along than that thread.
 */
export const layer = (options: PoolOptions = {}): Layer.Layer<DocumentReader> =>
  Layer.effect(
    DocumentReader,
    Effect.gen(function*() {
      const pool = yield* Effect.acquireRelease(
        Effect.sync(() =>
          new WorkerPool(
            {
              workers: options.workers ?? workersDefault(),
              startMillisMax,
              readMillisMax: options.readMillisMax ?? readMillisMax,
              jobMillisMax: options.jobMillisMax ?? jobMillisMax,
              heapMegabytesMax: workerHeapMegabytesMax,
              queuedDocumentsMax: options.queuedDocumentsMax ?? queuedDocumentsMax,
              queuedPerKeyMax: options.queuedPerKeyMax ?? queuedPerKeyMax,
              queuedBytesMax
            },
            options.startThread ?? startWorker
          )
        ),
        (pool) => Effect.promise(() => pool.close())
      )
      pool.reportTo(yield* queueMetrics("documents", pool.queue))
      return DocumentReader.of({
        judge: Effect.fnUntraced(function*(bytes, isGivenAway = false) {
          const requester = yield* CurrentRequester
          return yield* Effect.callback<JudgedDocument, UnsupportedDocument | UnreadableDocument | QueueFull>(
            (resume) => {
              const turn = pool.submit(
                { bytes, isGivenAway, requester },
                (outcome) => resume(outcome instanceof ThreadFault ? Effect.die(outcome) : effectOf(outcome))
              )
              if (typeof turn === "string") return resume(Effect.fail(queueFull("documents", turn, retryAfterSeconds)))
              return Effect.sync(() => pool.withdraw(turn))
            }
          )
        })
      })
    })
  )
