import { Effect, Layer } from "effect"
import { DocumentReader } from "../../../core/documents/DocumentReader.ts"
import { jobMillisMax, readMillisMax } from "./DocumentReaderPool.ts"
import { effectOf } from "./Messages.ts"
import { scanBytes } from "./ScanJob.ts"

export interface InlineOptions {
  /** How long a document is read before it is answered with what is known by then; 3 000 by default. */
  readonly readMillisMax?: number
  /** How long it is read and judged before it is answered as a bomb; 5 000 by default. */
  readonly jobMillisMax?: number
  /** A clock other than `performance.now()`; for tests. */
  readonly now?: () => number
}

/**
 * Reads documents in the calling thread, which waits meanwhile: for programs with threads of their own, and for tests.
 *
 * Both deadlines are looked at between steps: nothing can interrupt a step in the same thread. The budget bounds each step of reading;
 * a step of judging is at most one script or the macros of one project, whose size is bounded and whose time is linear.
 */
export const layerWith = (options: InlineOptions): Layer.Layer<DocumentReader> => {
  const now = options.now ?? (() => performance.now())
  return Layer.succeed(DocumentReader, {
    judge: (bytes) =>
      Effect.suspend(() => {
        const start = now()
        const endMillis = start + (options.jobMillisMax ?? jobMillisMax)
        return effectOf(scanBytes(bytes, start + (options.readMillisMax ?? readMillisMax), { endMillis, now }))
      })
  })
}

/** The same with the deadlines of the workers. */
export const layer: Layer.Layer<DocumentReader> = layerWith({})
