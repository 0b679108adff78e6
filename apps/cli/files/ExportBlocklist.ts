import { Effect } from "effect"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import type { BlocklistEntry } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { progress } from "../terminal/Progress.ts"
import { headerRow, recordOf, rowOf } from "./BlocklistRecord.ts"
import { type Write, writeWhole } from "./WholeFile.ts"

/** Number of entries read and written at a time, which bounds the memory. */
const entriesAtATime = 1_000

export type ExportFormat = "csv" | "ndjson" | "json"

/** Writes every entry, newest first, to a file, or to standard output for `-`. Returns the number of entries. */
export const exportBlocklist = Effect.fn("exportBlocklist")(function*(path: string, format: ExportFormat) {
  const blocklist = yield* Blocklist
  const bar = progress(path === "-" ? null : yield* blocklist.count)
  const { after, before, between, entry } = forms[format]
  return yield* writeWhole(path, (write: Write) =>
    Effect.gen(function*() {
      let [written, last] = [0, Number.MAX_SAFE_INTEGER]
      yield* write(before)
      for (;;) {
        const page = yield* blocklist.list({ before: last, limit: entriesAtATime })
        const oldest = page.at(-1)
        if (oldest === undefined) break
        yield* write((written === 0 ? "" : between) + page.map(entry).join(between))
        written += page.length
        last = oldest.id
        bar.show(written, `${written} entries`)
      }
      yield* write((written === 0 ? "" : "\n") + after)
      return written
    })).pipe(Effect.ensuring(Effect.sync(bar.end)))
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
