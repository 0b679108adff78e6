import { Effect } from "effect"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import type { BlocklistEntry } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { progress } from "../terminal/Progress.ts"
import { formatRow, headerRow, toRecord } from "./BlocklistRecord.ts"
import { type Write, writeFileAtomically } from "./WriteFileAtomically.ts"

/** Number of entries read and written at a time, to limit memory. */
const entriesPerPage = 1_000

export type ExportFormat = "csv" | "ndjson" | "json"

/** Writes every entry, newest first, to a file, or to standard output for `-`. Returns the number of entries. */
export const exportBlocklist = Effect.fn("exportBlocklist")(function*(path: string, format: ExportFormat) {
  const blocklist = yield* Blocklist
  const bar = progress(path === "-" ? null : yield* blocklist.count)
  const { after, before, between, entry } = layouts[format]
  return yield* writeFileAtomically(path, (write: Write) =>
    Effect.gen(function*() {
      let [written, last] = [0, Number.MAX_SAFE_INTEGER]
      yield* write(before)
      for (;;) {
        const page = yield* blocklist.list({ before: last, limit: entriesPerPage })
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

interface Layout {
  readonly before: string
  readonly between: string
  readonly after: string
  readonly entry: (entry: BlocklistEntry) => string
}

const json = (entry: BlocklistEntry): string => JSON.stringify(toRecord(entry))

const layouts: Readonly<Record<ExportFormat, Layout>> = {
  csv: { before: `${headerRow}\n`, between: "\n", after: "", entry: (entry) => formatRow(toRecord(entry)) },
  ndjson: { before: "", between: "\n", after: "", entry: json },
  json: { before: "[\n", between: ",\n", after: "]\n", entry: json }
}
