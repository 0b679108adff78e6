import { Effect, Layer } from "effect"
import { DocumentReader } from "../../../core/documents/DocumentReader.ts"
import { jobMillisMax, readMillisMax } from "./DocumentReaderPool.ts"
import { toEffect } from "./Messages.ts"
import { hashOf, scanCompletely } from "./ScanJob.ts"

export interface InlineOptions {
  /** Reading deadline in milliseconds; afterwards the document is judged by what was read. Default 3,000. */
  readonly readMillisMax?: number
  /** Deadline in milliseconds for reading and judging; afterwards the document is reported as a bomb. Default 5,000. */
  readonly jobMillisMax?: number
  /** A clock other than `performance.now()`; for tests. */
  readonly now?: () => number
}

/**
 * Reads documents in the calling thread, which blocks meanwhile. For programs with their own threads, and for tests. The result is
 * available synchronously unless the document contains an archive that needs a library.
 *
 * Both deadlines are checked between steps, because nothing can interrupt a step in the same thread. The budget bounds each reading step. A
 * judging step is at most one script or the macros of one project, whose size is bounded and whose time is linear.
 */
export const layerWith = (options: InlineOptions): Layer.Layer<DocumentReader> => {
  const now = options.now ?? (() => performance.now())
  return Layer.succeed(DocumentReader, {
    judge: (bytes) =>
      Effect.suspend(() => {
        const start = now()
        const endMillis = start + (options.jobMillisMax ?? jobMillisMax)
        const deadlineMillis = start + (options.readMillisMax ?? readMillisMax)
        const answer = scanCompletely(bytes, hashOf(bytes), deadlineMillis, { endMillis, now })
        return answer instanceof Promise ? Effect.flatMap(Effect.promise(() => answer), toEffect) : toEffect(answer)
      })
  })
}

/** The inline reader with the deadlines of the workers. */
export const layer: Layer.Layer<DocumentReader> = layerWith({})
