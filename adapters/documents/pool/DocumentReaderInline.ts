import { Effect, Layer } from "effect"
import { DocumentReader } from "../../../core/ports/DocumentReader.ts"
import { readMillisMax } from "./DocumentReaderPool.ts"
import { effectOf } from "./Messages.ts"
import { scanBytes } from "./ScanJob.ts"

/**
 * Reads documents in the thread that asks: for programs that bring threads of their own, and for tests. The budget holds, but
 * nothing ends a document that takes longer than it should.
 */
export const layer: Layer.Layer<DocumentReader> = Layer.succeed(DocumentReader, {
  judge: (bytes) => Effect.suspend(() => effectOf(scanBytes(bytes, performance.now() + readMillisMax)))
})
