import { Result } from "effect"
import type { NewBlocklistEntry } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import type { HostKnowledge } from "../../../core/urls/HostKnowledge.ts"
import { type BlocklistRecord, columnsOf, readRecord, type RecordDefaults, recordOfRow } from "./BlocklistRecord.ts"
import { type Line, openChunks, openLines } from "./Lines.ts"

export type ReadFormat = "lines" | "csv" | "ndjson" | "json"

/** Detects the format by the file name. */
export const formatOfName = (path: string): Exclude<ReadFormat, "lines"> | null =>
  /\.csv$/i.test(path) ? "csv" : /\.(?:ndjson|jsonl)$/i.test(path) ? "ndjson" : /\.json$/i.test(path) ? "json" : null

/** Maximum size of a JSON document, which is read into memory; NDJSON has no limit. */
export const jsonBytesMax = 64 * 1024 * 1024

/** One item of a file. */
export interface ReadItem {
  /** One-based number of the line, or of the entry in a JSON document. */
  readonly number: number
  readonly text: string
  /** Entry, error, or null for an item without content (an empty line, a comment, a header). */
  readonly read: Result.Result<NewBlocklistEntry, string> | null
  /** Number of bytes of the file read so far. */
  readonly bytesRead: number
}

export interface ItemSource {
  /** Size in bytes; null if unknown. */
  readonly size: number | null
  readonly items: AsyncIterable<ReadItem>
}

/** Opens the items of a file. Throws if it cannot be opened or read. */
export const openItems = (
  path: string,
  format: ReadFormat,
  defaults: RecordDefaults,
  knowledge: HostKnowledge
): ItemSource => {
  const entry = (record: BlocklistRecord) => readRecord(record, defaults, knowledge)
  if (format === "json") {
    const { chunks, size } = openChunks(path)
    return { size, items: itemsOfDocument(chunks, entry) }
  }
  const { lines, size } = openLines(path)
  const reader = format === "csv" ? readCsvLines() : format === "ndjson" ? readJsonLine : readPlainLine
  return { size, items: itemsOfLines(lines, (text) => reader(text, entry)) }
}

type ReadEntry = (record: BlocklistRecord) => Result.Result<NewBlocklistEntry, string>

type ReadLine = (text: string, entry: ReadEntry) => ReadItem["read"]

async function* itemsOfLines(lines: AsyncIterable<Line>, read: (text: string) => ReadItem["read"]) {
  for await (const { bytesRead, isTooLong, number, text } of lines) {
    // Editors on Windows add a byte order mark.
    const trimmed = (number === 1 ? text.replace(/^\uFEFF/, "") : text).trim()
    const isSilent = trimmed === "" || trimmed.startsWith("#")
    const said = isTooLong ? Result.fail("The line is too long.") : isSilent ? null : read(trimmed)
    yield { number, text, read: said, bytesRead } satisfies ReadItem
  }
}

const readPlainLine: ReadLine = (value, entry) => entry({ value })

/** The first row with content may be the header. */
const readCsvLines = (): ReadLine => {
  let columns: ReadonlyArray<string> | null | undefined
  return (text, entry) => {
    if (columns === undefined) {
      columns = columnsOf(text)
      if (columns !== null) return null
    }
    return Result.mapError(
      entry(recordOfRow(text, columns ?? undefined)),
      (message) => columns === null ? `${message} Rows must have the form kind,value,reason.` : message
    )
  }
}

const readJsonLine: ReadLine = (text, entry) => {
  const parsed = parseJson(text)
  return Result.isSuccess(parsed) ? readObject(parsed.success, entry) : Result.fail("The line is not valid JSON.")
}

const readObject = (value: unknown, entry: ReadEntry): Result.Result<NewBlocklistEntry, string> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? entry(value)
    : Result.fail("It is not a JSON object such as {\"kind\":\"domain\",\"value\":\"example.com\"}.")

async function* itemsOfDocument(chunks: AsyncIterable<Uint8Array>, entry: ReadEntry): AsyncGenerator<ReadItem> {
  const decoder = new TextDecoder()
  let [text, bytesRead] = ["", 0]
  for await (const chunk of chunks) {
    bytesRead += chunk.length
    if (bytesRead > jsonBytesMax) {
      throw new Error(`it exceeds ${jsonBytesMax} bytes, the limit for one JSON document. Use ndjson`)
    }
    text += decoder.decode(chunk, { stream: true })
  }
  const parsed = parseJson(text + decoder.decode())
  if (Result.isFailure(parsed) || !Array.isArray(parsed.success)) throw new Error("it is not a JSON array")
  const values: ReadonlyArray<unknown> = parsed.success
  for (const [at, value] of values.entries()) {
    const read = readObject(value, entry)
    yield { number: at + 1, text: Result.isFailure(read) ? JSON.stringify(value) : "", read, bytesRead }
  }
}

const parseJson = (text: string): Result.Result<unknown, unknown> => Result.try(() => JSON.parse(text))
