import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as DocumentReaderPool from "../../adapters/documents/pool/DocumentReaderPool.ts"
import { type PoolThread, startWorker } from "../../adapters/documents/pool/WorkerPool.ts"
import { DocumentReader, type JudgedDocument } from "../../core/documents/DocumentReader.ts"
import { slowPdf } from "../adapters/documents/pdf/MakePdf.ts"

const judged = (layer: ReturnType<typeof DocumentReaderPool.layer>, files: ReadonlyArray<Uint8Array>) =>
  Effect.runPromise(
    Effect.gen(function*() {
      const { judge } = yield* DocumentReader
      const judgeOne = (bytes: Uint8Array) =>
        judge(bytes).pipe(Effect.catch(({ _tag }) => Effect.succeed<JudgedDocument | string>(_tag)))
      return yield* Effect.forEach(files, judgeOne, { concurrency: "unbounded" })
    }).pipe(Effect.provide(layer))
  )

export interface DocumentsReport {
  readonly answers: Readonly<Record<string, JudgedDocument | string>>
  /** The result for a document that takes too long, which is sent before all others. */
  readonly slow: JudgedDocument | string
  /** The result for the document that exceeds the queue's capacity. */
  readonly tooMany: JudgedDocument | string
}

/**
 * Scans the files of a folder in separate threads and reports the results.
 *
 * The pool stops the first thread, because its document takes too long.
 */
export const documentsReport = async (folder: string): Promise<DocumentsReport> => {
  const names = readdirSync(folder).toSorted()
  const files = names.map((name) => new Uint8Array(readFileSync(join(folder, name))))
  let threads = 0
  const layer = DocumentReaderPool.layer({
    workers: 1,
    readMillisMax: 60_000,
    jobMillisMax: 100,
    queuedDocumentsMax: files.length,
    startThread: (heapMegabytesMax) => {
      const worker = startWorker(heapMegabytesMax)
      return threads++ === 0 ? worker : withoutHashes(worker)
    }
  })
  const [slow, ...others] = await judged(layer, [slowPdf(6), ...files, new Uint8Array(1)])
  return {
    answers: Object.fromEntries(names.map((name, at) => [name, others[at]!])),
    slow: slow!,
    tooMany: others.at(-1)!
  }
}

/**
 * Drops the message that starts the reading deadline, so that the longer start deadline applies.
 *
 * A busy machine may need more than the reading deadline for a small document.
 */
const withoutHashes = (worker: ReturnType<typeof startWorker>): PoolThread => ({
  on: (event: string, listener: (message: any) => void) =>
    worker.on(event, event === "message" ? (message) => "sha256" in message || listener(message) : listener),
  postMessage: (job, transfer) => worker.postMessage(job, transfer),
  ref: () => worker.ref(),
  unref: () => worker.unref(),
  terminate: () => worker.terminate()
})
