import { Clock, Effect, Result, Schema, Stream } from "effect"
import { hostKnowledge } from "../../adapters/lists/HostKnowledgeEmbedded.ts"
import { Blocklist } from "../../core/ports/Blocklist.ts"
import type { BlocklistEntry } from "../../core/urls/BlocklistEntry.ts"
import { type LineOptions, readBlocklistLine } from "./BlocklistLine.ts"
import { type Line, type LineSource, openLines } from "./Lines.ts"
import { progress } from "./Progress.ts"

/** Lines read and written at a time: what is in memory, and what one transaction holds. */
const linesAtATime = 1_000
/** Malformed lines that are shown. */
const malformedShownMax = 5
const malformedCharsShown = 100

export class FileUnreadable
  extends Schema.TaggedError<FileUnreadable>()("FileUnreadable", { message: Schema.String })
{}

export interface ImportOptions extends LineOptions {
  readonly path: string
  readonly source: string
  readonly expiresAt: Date | null
}

export interface Malformed {
  readonly line: number
  readonly text: string
  readonly message: string
}

/** What an import came to. */
export interface Imported {
  lines: number
  /** Targets that were not in the blocklist before. */
  added: number
  /** Targets that were, and those that the file names again. */
  renewed: number
  malformed: number
  readonly firstMalformed: Array<Malformed>
}

/** Reads a file line by line into the blocklist. What was written before a failure stays: importing again completes it. */
export const importBlocklist = Effect.fn("importBlocklist")(function*(options: ImportOptions) {
  const blocklist = yield* Blocklist
  const createdAt = new Date(yield* Clock.currentTimeMillis)
  const imported: Imported = { lines: 0, added: 0, renewed: 0, malformed: 0, firstMalformed: [] }
  const { lines, size } = yield* Effect.try({
    try: (): LineSource => openLines(options.path),
    catch: unreadable(options.path)
  })
  const bar = progress(size)
  yield* Stream.fromAsyncIterable(lines, unreadable(options.path)).pipe(
    Stream.grouped(linesAtATime),
    Stream.runForEach((batch) =>
      Effect.gen(function*() {
        const entries = batch.flatMap((line) => toEntries(line, options, createdAt, imported))
        const added = entries.length === 0 ? 0 : yield* blocklist.putAll(entries)
        imported.lines += batch.length
        imported.added += added
        imported.renewed += entries.length - added
        bar.show(batch.at(-1)!.bytesRead, `${imported.lines} lines`)
      })
    ),
    Effect.ensuring(Effect.sync(bar.end))
  )
  return imported
})

const toEntries = (
  line: Line,
  options: ImportOptions,
  createdAt: Date,
  imported: Imported
): ReadonlyArray<Omit<BlocklistEntry, "id">> => {
  const read = readBlocklistLine(line, options, hostKnowledge)
  if (read === null) return []
  if (Result.isSuccess(read)) {
    const { reason, target } = read.success
    return [{ ...target, reason, source: options.source, createdAt, expiresAt: options.expiresAt }]
  }
  imported.malformed++
  if (imported.firstMalformed.length < malformedShownMax) {
    imported.firstMalformed.push({
      line: line.number,
      text: line.text.slice(0, malformedCharsShown),
      message: read.failure
    })
  }
  return []
}

const unreadable = (path: string) => (cause: unknown) =>
  new FileUnreadable({ message: `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}` })
