import { Effect, Layer } from "effect"
import { open } from "node:fs/promises"
import { availableParallelism } from "node:os"
import { basename } from "node:path"
import * as DocumentReaderPool from "../../../adapters/documents/pool/DocumentReaderPool.ts"
import * as PopularDomainsEmbedded from "../../../adapters/lists/PopularDomainsEmbedded.ts"
import * as PublicSuffixesTldts from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { type DocumentScan, scanDocument } from "../../../core/documents/ScanDocument.ts"
import { gatehouseConfig } from "../../server/Config.ts"
import { layerThreatSources } from "../../server/ThreatSources.ts"
import { layerNoBlocklist, layerStoredBlocklist } from "../storage/StoredBlocklist.ts"
import { progress } from "../terminal/Progress.ts"

/** What `check document` says of one file. */
export interface CheckedDocument {
  readonly path: string
  readonly scan: DocumentScan | null
  /** Why it could not be checked, if it could not. */
  readonly message: string | null
}

/** Scans files without a server, in as many threads as the machine has cores; answers in the order of the paths. */
export const checkDocumentsOffline = Effect.fn(function*(paths: ReadonlyArray<string>, withBlocklist: boolean) {
  const { scanWorkers, uploadBytesMax } = yield* gatehouseConfig
  const workers = scanWorkers ?? availableParallelism()
  const bar = progress(paths.length)
  let done = 0
  const checkOne = (path: string) =>
    readFile(path, uploadBytesMax).pipe(
      Effect.flatMap((bytes) => scanDocument({ name: basename(path), bytes })),
      Effect.map((scan): CheckedDocument => ({ path, scan, message: null })),
      Effect.catch(({ message }) => Effect.succeed<CheckedDocument>({ path, scan: null, message })),
      Effect.tap(() => Effect.sync(() => bar.show(++done, `${done} of ${paths.length}`)))
    )
  const layer = Layer.mergeAll(
    DocumentReaderPool.layer({ workers }),
    PublicSuffixesTldts.layer,
    PopularDomainsEmbedded.layer,
    withBlocklist ? layerStoredBlocklist : layerNoBlocklist,
    Layer.unwrap(Effect.map(gatehouseConfig, (config) => layerThreatSources(config, { isUpdated: false })))
  )
  return yield* Effect.forEach(paths, checkOne, { concurrency: workers * 2 }).pipe(
    Effect.ensuring(Effect.sync(() => bar.end())),
    Effect.provide(layer)
  )
})

/** At most the largest document that the server would take. */
const readFile = (path: string, bytesMax: number) =>
  Effect.tryPromise({
    try: async () => {
      await using file = await open(path)
      const { size } = await file.stat()
      if (size > bytesMax) throw new Error(`it is larger than ${bytesMax} bytes (GATEHOUSE_UPLOAD_BYTES_MAX)`)
      return new Uint8Array(await file.readFile())
    },
    catch: (cause) => ({ message: `It cannot be read: ${cause instanceof Error ? cause.message : String(cause)}` })
  })
