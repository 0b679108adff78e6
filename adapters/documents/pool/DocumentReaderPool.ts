import { Effect, Layer } from "effect"
import { availableParallelism } from "node:os"
import { DocumentReader, type JudgedDocument, type UnreadableDocument } from "../../../core/documents/DocumentReader.ts"
import type { UnsupportedDocument } from "../../../core/documents/UnsupportedDocument.ts"
import { makeQueueFull, type QueueFull } from "../../../core/queues/QueueFull.ts"
import { makeQueueMetrics } from "../../../core/queues/QueueMetrics.ts"
import { CurrentRequester } from "../../../core/queues/Requester.ts"
import { resultToEffect } from "./ResultEffect.ts"
import { type StartThread, startWorker, ThreadFault, WorkerPool } from "./WorkerPool.ts"

/** Maximum reading time in milliseconds. After it, the document is judged by the content read so far. */
export const readMillisMax = 3_000
/** Maximum time in milliseconds for a worker to start and to hash a document. */
export const startMillisMax = 30_000
/**
 * Maximum time in milliseconds for reading and judging. After it, the worker is terminated and the document is reported
 * as a bomb.
 */
export const jobMillisMax = 5_000
/** Maximum JavaScript heap of a worker in MiB, on runtimes that enforce it (Node). The budget limits byte arrays. */
export const workerHeapMegabytesMax = 256
export const queuedDocumentsMax = 64
/** Maximum number of queued documents per key. */
export const queuedPerKeyMax = 16
/** Maximum total size in bytes of the queued documents. */
export const queuedBytesMax = 256 * 1024 * 1024
/** Value of `Retry-After`, in seconds, if the queue is full. */
export const retryAfterSeconds = 5
/** Maximum value of `workersDefault`. */
export const workersMax = 64

/**
 * Returns the default number of threads: two per core, not counting the core that is left to the server. A single key
 * uses at most about half of the threads. The other threads serve other keys and start only on demand.
 */
export const workersDefault = (): number => Math.min(workersMax, 2 * Math.max(1, availableParallelism() - 1))

export interface PoolOptions {
  /** Number of threads that read documents. Default: `workersDefault`. */
  readonly workers?: number
  readonly readMillisMax?: number
  readonly jobMillisMax?: number
  readonly queuedDocumentsMax?: number
  readonly queuedPerKeyMax?: number
  /** Starts a thread. Only tests set it. */
  readonly startThread?: StartThread
}

/**
 * Reads documents in worker threads, so that a document cannot block the server. A document that exhausts its thread
 * ends only that thread.
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
      pool.reportTo(yield* makeQueueMetrics("documents", pool.queue))
      return DocumentReader.of({
        judge: Effect.fnUntraced(function*(bytes, isTransferable = false) {
          const requester = yield* CurrentRequester
          return yield* Effect.callback<JudgedDocument, UnsupportedDocument | UnreadableDocument | QueueFull>(
            (resume) => {
              const turn = pool.submit(
                { bytes, isTransferable: isTransferable, requester },
                (outcome) => resume(outcome instanceof ThreadFault ? Effect.die(outcome) : resultToEffect(outcome))
              )
              if (typeof turn === "string") {
                return resume(Effect.fail(makeQueueFull("documents", turn, retryAfterSeconds)))
              }
              return Effect.sync(() => pool.cancel(turn))
            }
          )
        })
      })
    })
  )
