import { Effect, Schema } from "effect"
import { createWriteStream, renameSync, rmSync } from "node:fs"
import type { Writable } from "node:stream"
import { finished } from "node:stream/promises"
import { Blocklist } from "../../core/ports/Blocklist.ts"
import type { BlocklistEntry } from "../../core/urls/BlocklistEntry.ts"
import { headerRow, rowOf } from "./BlocklistCsv.ts"
import { recordOf } from "./BlocklistRecord.ts"
import { progress } from "./Progress.ts"

/** Entries read and written at a time: what is in memory. */
const entriesAtATime = 1_000

export type ExportFormat = "csv" | "ndjson" | "json"

export class FileUnwritable
  extends Schema.TaggedError<FileUnwritable>()("FileUnwritable", { message: Schema.String })
{}

/**
 * Writes every entry, newest first, to a file or for `-` to standard output. A file is there in full or not at all: what is
 * written goes beside it until it is whole. Returns how many entries that were.
 */
export const exportBlocklist = Effect.fn("exportBlocklist")(function*(path: string, format: ExportFormat) {
  if (path === "-") return yield* writeEntries(process.stdout, path, format)
  const part = `${path}.part`
  return yield* Effect.acquireUseRelease(
    // Without a listener an error would end the process; each writing tells of it as well.
    Effect.sync(() => createWriteStream(part).on("error", () => {})),
    (out) =>
      Effect.gen(function*() {
        const written = yield* writeEntries(out, path, format)
        out.end()
        yield* attempt(path, () => finished(out))
        yield* Effect.try({ try: () => renameSync(part, path), catch: unwritable(path) })
        return written
      }),
    (out) =>
      Effect.sync(() => {
        out.destroy()
        rmSync(part, { force: true })
      })
  )
})

const writeEntries = Effect.fnUntraced(function*(out: Writable, path: string, format: ExportFormat) {
  const blocklist = yield* Blocklist
  const bar = progress(path === "-" ? null : yield* blocklist.count)
  const write = (text: string) =>
    attempt(path, () =>
      new Promise<void>((resolve, reject) => {
        out.write(text, (error) => error ? reject(error) : resolve())
      }))
  const { after, before, between, entry } = forms[format]
  let [written, last] = [0, Number.MAX_SAFE_INTEGER]
  yield* Effect.gen(function*() {
    yield* write(before)
    for (;;) {
      const page = yield* blocklist.list({ before: last, limit: entriesAtATime })
      if (page.length === 0) break
      yield* write((written === 0 ? "" : between) + page.map(entry).join(between))
      written += page.length
      last = page.at(-1)!.id
      bar.show(written, `${written} entries`)
    }
    yield* write((written === 0 ? "" : "\n") + after)
  }).pipe(Effect.ensuring(Effect.sync(bar.end)))
  return written
})

interface Form {
  readonly before: string
  readonly between: string
  readonly after: string
  readonly entry: (entry: BlocklistEntry) => string
}

const json = (entry: BlocklistEntry): string => JSON.stringify(recordOf(entry))

const forms: Readonly<Record<ExportFormat, Form>> = {
  csv: { before: `${headerRow}\n`, between: "\n", after: "", entry: (entry) => rowOf(recordOf(entry)) },
  ndjson: { before: "", between: "\n", after: "", entry: json },
  json: { before: "[\n", between: ",\n", after: "]\n", entry: json }
}

const attempt = <A>(path: string, work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: unwritable(path) })

const unwritable = (path: string) => (cause: unknown) =>
  new FileUnwritable({
    message: `${path === "-" ? "Standard output" : path} cannot be written: ${
      cause instanceof Error ? cause.message : String(cause)
    }`
  })
