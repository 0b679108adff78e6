import { Effect, Layer, Schema } from "effect"
import { open, readdir, stat } from "node:fs/promises"
import { availableParallelism } from "node:os"
import { basename, join } from "node:path"
import * as DocumentReaderPool from "../../../adapters/documents/pool/DocumentReaderPool.ts"
import * as PopularDomainsEmbedded from "../../../adapters/lists/PopularDomainsEmbedded.ts"
import * as PublicSuffixesTldts from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { type DocumentScan, scanDocument } from "../../../core/documents/ScanDocument.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"
import { layerMalwareEngine } from "../../server/threats/ConfiguredEngine.ts"
import { layerThreatSources } from "../../server/threats/ThreatSources.ts"
import { layerNoBlocklist, layerStoredBlocklist } from "../storage/StoredBlocklist.ts"
import { progress } from "../terminal/Progress.ts"

/** Result of `check document` for one file. */
export type CheckedDocument =
  | { readonly path: string; readonly scan: DocumentScan; readonly message: null }
  /** The check failed; `message` is the reason. */
  | { readonly path: string; readonly scan: null; readonly message: string }

/**
 * Scans files without a server. The number of threads is GATEHOUSE_SCAN_WORKERS, or else the number of cores. Results
 * are in the order of the paths.
 */
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
    Layer.unwrap(
      Effect.map(
        gatehouseConfig,
        (config) => Layer.merge(layerThreatSources(config, { isUpdated: false }), layerMalwareEngine(config))
      )
    )
  )
  return yield* Effect.forEach(paths, checkOne, { concurrency: workers * 2 }).pipe(
    Effect.ensuring(Effect.sync(() => bar.end())),
    Effect.provide(layer)
  )
})

/** Reads a file up to the server's maximum document size. */
const readFile = (path: string, bytesMax: number) =>
  Effect.tryPromise({
    try: async () => {
      await using file = await open(path)
      const { size } = await file.stat()
      if (size > bytesMax) throw new Error(`it exceeds ${bytesMax} bytes (GATEHOUSE_UPLOAD_BYTES_MAX)`)
      return new Uint8Array(await file.readFile())
    },
    catch: (cause) => ({ message: `It cannot be read: ${cause instanceof Error ? cause.message : String(cause)}` })
  })

/** Maximum number of files per run of `check document`. */
const documentsMax = 100_000
/** Maximum depth of nested folders. Files in deeper folders are skipped. */
const folderDepthMax = 64

class PathUnreadable extends Schema.TaggedError<PathUnreadable>()("PathUnreadable", { message: Schema.String }) {}

/**
 * Returns the paths of the given files, and of the files within the given folders. Sorts the contents of each folder by
 * name, and skips symbolic links.
 */
export const findDocumentPaths = Effect.fn(function*(roots: ReadonlyArray<string>) {
  const paths: Array<string> = []
  for (const path of roots) {
    yield* Effect.tryPromise({ try: () => collectPaths(path, paths, 0), catch: unreadable(path) })
  }
  if (paths.length > documentsMax) {
    return yield* new PathUnreadable({ message: `At most ${documentsMax} files can be checked at a time.` })
  }
  return paths
})

const collectPaths = async (path: string, paths: Array<string>, depth: number): Promise<void> => {
  if (paths.length > documentsMax || depth > folderDepthMax) return
  if ((await stat(path)).isFile()) return void paths.push(path)
  const entries = await readdir(path, { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => a.name < b.name ? -1 : 1)) {
    if (entry.isFile()) paths.push(join(path, entry.name))
    else if (entry.isDirectory()) await collectPaths(join(path, entry.name), paths, depth + 1)
  }
}

const unreadable = (path: string) => (cause: unknown) =>
  new PathUnreadable({
    message: `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
  })
