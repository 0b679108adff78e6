import { Result } from "effect"
import type { NewBlocklistEntry } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import type { HostKnowledge } from "../../../core/urls/HostKnowledge.ts"
import { type BlocklistRecord, parseHeader, parseRecord, parseRow, type RecordDefaults } from "./BlocklistRecord.ts"
import { type Line, openChunks, openLines } from "./Lines.ts"

export type ImportFormat = "lines" | "csv" | "ndjson" | "json"

/** Detects the format from the file extension. Returns null for an unknown extension. */
export const detectFormat = (path: string): Exclude<ImportFormat, "lines"> | null =>
  /\.csv$/i.test(path) ? "csv" : /\.(?:ndjson|jsonl)$/i.test(path) ? "ndjson" : /\.json$/i.test(path) ? "json" : null

/** Maximum bytes of a JSON document, which is held in memory. NDJSON files have no limit. */
export const jsonBytesMax = 64 * 1024 * 1024

/** Line of a file, or element of a JSON array. */
export interface ImportItem {
  /** One-based number of the line, or of the element in a JSON array. */
  readonly number: number
  readonly text: string
  /** Entry, or error message. Null for a line without an entry: an empty line, a comment or a header. */
  readonly entry: Result.Result<NewBlocklistEntry, string> | null
  /** Number of bytes of the file read so far. */
  readonly bytesRead: number
}

export interface ItemSource {
  /** File size in bytes; null for standard input. */
  readonly size: number | null
  readonly items: AsyncIterable<ImportItem>
}

/** Opens the items of a file, or of standard input for `-`. Throws if the file does not exist. */
export const openItems = (
  path: string,
  format: ImportFormat,
  defaults: RecordDefaults,
  knowledge: HostKnowledge
): ItemSource => {
  const parse = (record: BlocklistRecord) => parseRecord(record, defaults, knowledge)
  if (format === "json") {
    const { chunks, size } = openChunks(path)
    return { size, items: itemsOfDocument(chunks, parse) }
  }
  const { lines, size } = openLines(path)
  const reader = format === "csv" ? readCsvLines() : format === "ndjson" ? readJsonLine : readPlainLine
  return { size, items: itemsOfLines(lines, (text) => reader(text, parse)) }
}

type ParseRecord = (record: BlocklistRecord) => Result.Result<NewBlocklistEntry, string>

type ReadLine = (text: string, parse: ParseRecord) => ImportItem["entry"]

async function* itemsOfLines(lines: AsyncIterable<Line>, read: (text: string) => ImportItem["entry"]) {
  for await (const { bytesRead, isTooLong, number, text } of lines) {
    // Removes the byte order mark, which Windows editors add.
    const trimmed = (number === 1 ? text.replace(/^\uFEFF/, "") : text).trim()
    const isIgnored = trimmed === "" || trimmed.startsWith("#")
    const entry = isTooLong ? Result.fail("The line is too long.") : isIgnored ? null : read(trimmed)
    yield { number, text, entry, bytesRead } satisfies ImportItem
  }
}

const readPlainLine: ReadLine = (value, parse) => parse({ value })

/** Returns a reader for CSV lines. The first line with content may be the header. */
const readCsvLines = (): ReadLine => {
  let columns: ReadonlyArray<string> | null | undefined
  return (text, parse) => {
    if (columns === undefined) {
      columns = parseHeader(text)
      if (columns !== null) return null
    }
    return Result.mapError(
      parse(parseRow(text, columns ?? undefined)),
      (message) => columns === null ? `${message} Rows must have the form kind,value,reason.` : message
    )
  }
}

const readJsonLine: ReadLine = (text, parse) => {
  const parsed = parseJson(text)
  return Result.isSuccess(parsed) ? readObject(parsed.success, parse) : Result.fail("The line is not valid JSON.")
}

const readObject = (value: unknown, parse: ParseRecord): Result.Result<NewBlocklistEntry, string> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? parse(value)
    : Result.fail("It is not a JSON object such as {\"kind\":\"domain\",\"value\":\"example.com\"}.")

async function* itemsOfDocument(chunks: AsyncIterable<Uint8Array>, parse: ParseRecord): AsyncGenerator<ImportItem> {
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
    const entry = readObject(value, parse)
    yield { number: at + 1, text: Result.isFailure(entry) ? JSON.stringify(value) : "", entry, bytesRead }
  }
}

const parseJson = (text: string): Result.Result<unknown, unknown> => Result.try(() => JSON.parse(text))
