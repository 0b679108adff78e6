import { Effect, Layer } from "effect"
import { DocumentReader } from "../../../core/documents/DocumentReader.ts"
import { jobMillisMax, readMillisMax } from "./DocumentReaderPool.ts"
import { resultToEffect } from "./ResultEffect.ts"
import { scanCompletely, sha256HexOf } from "./ScanJob.ts"

export interface InlineOptions {
  /**
   * Maximum reading time in milliseconds. After it, the document is judged by the content read so far. Default: 3,000.
   */
  readonly readMillisMax?: number
  /**
   * Maximum time in milliseconds for reading and judging. After it, the document is reported as a bomb. Default: 5,000.
   */
  readonly jobMillisMax?: number
  /** Clock that tests use instead of `performance.now()`. */
  readonly now?: () => number
}

/**
 * Reads documents in the calling thread, which is blocked meanwhile. It is for tests, and for programs that manage
 * threads themselves. The result is available synchronously unless the document contains an archive that needs a
 * library.
 *
 * Both deadlines are checked between steps, because nothing can interrupt a step in the same thread. The budget bounds
 * each reading step. A judging step covers at most one script or the macros of one project. The time of a judging step
 * is linear in the size of its code, which is bounded.
 */
export const layerWith = (options: InlineOptions): Layer.Layer<DocumentReader> => {
  const now = options.now ?? (() => performance.now())
  return Layer.succeed(DocumentReader, {
    judge: (bytes) =>
      Effect.suspend(() => {
        const start = now()
        const endMillis = start + (options.jobMillisMax ?? jobMillisMax)
        const deadlineMillis = start + (options.readMillisMax ?? readMillisMax)
        const answer = scanCompletely(bytes, sha256HexOf(bytes), deadlineMillis, { endMillis, now })
        return answer instanceof Promise
          ? Effect.flatMap(Effect.promise(() => answer), resultToEffect)
          : resultToEffect(answer)
      })
  })
}

/** Inline reader with the same deadlines as the worker threads. */
export const layer: Layer.Layer<DocumentReader> = layerWith({})
