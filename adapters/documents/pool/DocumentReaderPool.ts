import { Effect, Layer } from "effect"
import { availableParallelism } from "node:os"
import { DocumentReader, ScannerBusy } from "../../../core/ports/DocumentReader.ts"
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
/** Bytes of the documents that wait. */
export const queuedBytesMax = 256 * 1024 * 1024
/** When a caller that found the queue full should come again. */
export const retryAfterSeconds = 5

export interface PoolOptions {
  /** Threads that read documents; one less than the machine has cores, by default. */
  readonly workers?: number
  readonly readMillisMax?: number
  readonly jobMillisMax?: number
  readonly queuedDocumentsMax?: number
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
          new WorkerPool({
            workers: options.workers ?? Math.max(1, availableParallelism() - 1),
            startMillisMax,
            readMillisMax: options.readMillisMax ?? readMillisMax,
            jobMillisMax: options.jobMillisMax ?? jobMillisMax,
            heapMegabytesMax: workerHeapMegabytesMax,
            queuedDocumentsMax: options.queuedDocumentsMax ?? queuedDocumentsMax,
            queuedBytesMax
          }, options.startThread ?? startWorker)
        ),
        (pool) => Effect.promise(() => pool.close())
      )
      return DocumentReader.of({
        judge: (bytes, isGivenAway = false) =>
          Effect.callback((resume) => {
            const ticket = pool.submit(
              { bytes, isGivenAway },
              (outcome) => resume(outcome instanceof ThreadFault ? Effect.die(outcome) : effectOf(outcome))
            )
            if (ticket === null) {
              const message = "Too many documents are waiting to be scanned: try again in a moment."
              return resume(Effect.fail(new ScannerBusy({ retryAfterSeconds, message })))
            }
            return Effect.sync(() => pool.withdraw(ticket))
          })
      })
    })
  )
