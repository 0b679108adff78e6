import { Array as Arr, Effect, Result, Schema, Stream } from "effect"
import { hostKnowledge } from "../../../adapters/lists/HostKnowledgeEmbedded.ts"
import type { Actor } from "../../../core/audit/Audit.ts"
import { ownSiteHosts } from "../../../core/sites/FindSites.ts"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import type { NewBlocklistEntry } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { auditImport } from "../../../core/threats/blocklist/ManageBlocklist.ts"
import { progress } from "../terminal/Progress.ts"
import { type ImportFormat, type ImportItem, openItems } from "./BlocklistFormats.ts"
import type { RecordDefaults } from "./BlocklistRecord.ts"

/** Number of lines per transaction, which also limits memory. */
const linesPerBatch = 1_000
/** Maximum number of malformed lines shown. */
export const malformedShownMax = 20
const malformedCharsShownMax = 100

export class FileUnreadable
  extends Schema.TaggedError<FileUnreadable>()("FileUnreadable", { message: Schema.String })
{}

export interface ImportOptions extends RecordDefaults {
  readonly path: string
  readonly format: ImportFormat
  /** Actor that the audit log records for the import. */
  readonly actor: Actor
}

export interface MalformedLine {
  readonly line: number
  readonly text: string
  readonly message: string
}

export interface ImportResult {
  lines: number
  /** Number of entries that are new to the blocklist. */
  added: number
  /** Number of entries that were already in the blocklist, or repeated in the file. */
  renewed: number
  malformed: number
  readonly firstMalformed: Array<MalformedLine>
}

/**
 * Imports a file into the blocklist in batches. After a failure, the finished batches remain, and a repeated import
 * adds the rest. The audit log records the counts reached.
 */
export const importBlocklist = Effect.fn("importBlocklist")(function*(options: ImportOptions) {
  const blocklist = yield* Blocklist
  const knowledge = { ...hostKnowledge, own: yield* ownSiteHosts }
  const imported: ImportResult = { lines: 0, added: 0, renewed: 0, malformed: 0, firstMalformed: [] }
  const { items, size } = yield* Effect.try({
    try: () => openItems(options.path, options.format, options, knowledge),
    catch: unreadable(options.path)
  })
  const bar = progress(size)
  yield* Stream.fromAsyncIterable(items, unreadable(options.path)).pipe(
    Stream.grouped(linesPerBatch),
    Stream.runForEach((batch) =>
      Effect.gen(function*() {
        const entries = batch.flatMap((item) => entriesOf(item, imported))
        const added = entries.length === 0 ? 0 : yield* blocklist.putAll(entries)
        imported.lines += batch.length
        imported.added += added
        imported.renewed += entries.length - added
        bar.show(Arr.lastNonEmpty(batch).bytesRead, `${imported.lines} lines`)
      })
    ),
    Effect.ensuring(Effect.sync(bar.end)),
    Effect.ensuring(Effect.suspend(() => auditImport(options.actor, options.source, imported)))
  )
  return imported
})

const entriesOf = ({ number, entry, text }: ImportItem, imported: ImportResult): ReadonlyArray<NewBlocklistEntry> => {
  if (entry === null) return []
  if (Result.isSuccess(entry)) return [entry.success]
  imported.malformed++
  if (imported.firstMalformed.length < malformedShownMax) {
    imported.firstMalformed.push({ line: number, text: text.slice(0, malformedCharsShownMax), message: entry.failure })
  }
  return []
}

const unreadable = (path: string) => (cause: unknown) =>
  new FileUnreadable({ message: `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}` })
