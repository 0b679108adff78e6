import { CsvError, parse } from "csv-parse"
import { Result } from "effect"
import { Readable } from "node:stream"
import { leadFieldCharsMax, LeadRequest, messageCharsMax } from "../../../adapters/http/api/Leads.ts"
import { makeDecoder } from "../../../adapters/http/server/messages/Validation.ts"
import type { Lead } from "../../../core/leads/signals/Lead.ts"
import { openChunks, readLines } from "../files/Lines.ts"

const leadFieldNames = ["email", "message", "name", "company", "website", "source"] as const

/** Total length of the longest possible lead. */
const leadFieldsTotalCharsMax = messageCharsMax + (leadFieldNames.length - 1) * leadFieldCharsMax

const decode = makeDecoder(LeadRequest)

/**
 * Returns a lead as the endpoint would accept it, or the error. Lists contain websites in informal spelling (`example.com`, `none`), which
 * are accepted here, whereas the endpoint requires a URL. Unknown fields and null are ignored.
 */
export const parseLeadFields = (fields: Readonly<Record<string, unknown>>): Result.Result<Lead, string> => {
  const present = Object.fromEntries(
    leadFieldNames.flatMap((name) => (fields[name] ?? null) === null ? [] : [[name, fields[name]]])
  )
  const { website, ...others } = present
  const hasPlainWebsite = typeof website === "string" && !/^\s*[a-z][a-z0-9+.-]*:/i.test(website) &&
    website.length <= leadFieldCharsMax
  const decoded = decode(hasPlainWebsite ? others : present)
  if ("invalid" in decoded) return Result.fail(decoded.invalid.message)
  return Result.succeed(hasPlainWebsite ? { ...decoded.value, website } : decoded.value)
}

export type LeadFormat = "csv" | "ndjson"

/** Detects the format by the file name. */
export const detectLeadFormat = (path: string): LeadFormat | null =>
  /\.csv$/i.test(path) ? "csv" : /\.(?:ndjson|jsonl)$/i.test(path) ? "ndjson" : null

/** Maximum length of a row or line in characters: all fields with every character escaped. */
export const recordCharsMax = 6 * leadFieldsTotalCharsMax

/** One lead of a file, or the error. */
export interface LeadItem {
  /** One-based line where the lead starts. */
  readonly line: number
  readonly lead: Result.Result<Lead, string>
  /** Number of bytes of the file read so far. */
  readonly bytesRead: number
}

export interface LeadSource {
  /** Size in bytes; null if unknown. */
  readonly size: number | null
  readonly items: AsyncIterable<LeadItem>
}

/** Opens the leads of a file, or of standard input for `-`. Throws if it cannot be opened or read. */
export const openLeads = (path: string, format: LeadFormat): LeadSource => {
  const { chunks, size } = openChunks(path)
  return { size, items: format === "csv" ? readCsvLeads(chunks) : readJsonLeads(chunks) }
}

async function* readJsonLeads(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LeadItem> {
  for await (const { bytesRead, isTooLong, number, text } of readLines(chunks, recordCharsMax)) {
    // `trim` also removes a byte order mark, which editors on Windows add.
    const trimmed = text.trim()
    if (trimmed === "") continue
    const lead = isTooLong ? Result.fail("The line is too long.") : parseJsonLead(trimmed)
    yield { line: number, lead, bytesRead }
  }
}

const parseJsonLead = (text: string): Result.Result<Lead, string> => {
  const parsed: Result.Result<unknown, unknown> = Result.try(() => JSON.parse(text))
  if (Result.isFailure(parsed)) return Result.fail("The line is not valid JSON.")
  const value = parsed.success
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? parseLeadFields({ ...value })
    : Result.fail("The line is not a JSON object such as {\"email\":\"ann@example.com\",\"message\":\"…\"}.")
}

/** Reads the rows after a header row (RFC 4180; messages may contain line breaks), with the delimiter of the header. */
export async function* readCsvLeads(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LeadItem> {
  let bytesRead = 0
  const counted = async function*() {
    for await (const chunk of chunks) {
      bytesRead += chunk.length
      yield chunk
    }
  }
  const { allChunks, delimiter } = await detectDelimiter(counted())
  const lines = new RowLineCounter()
  let titles: ReadonlyArray<string> | null = null
  try {
    for await (const { info, record } of parseRows(allChunks, delimiter)) {
      const line = lines.startOf(record, info.lines)
      if (line === 1 && separatorLine.test(record.join(delimiter))) continue
      if (titles === null) titles = parseHeader(record)
      else yield { line, lead: parseLeadRow(titles, record), bytesRead }
    }
  } catch (cause) {
    throw cause instanceof CsvError
      ? new Error(`it is not valid CSV from line ${lines.last + 1} on: ${describeCsvError(cause)}`)
      : cause
  }
}

/**
 * Computes the line where each row starts. The parser reports where rows end, and counts a two-character line break within quotes twice.
 */
class RowLineCounter {
  /** Line where the previous row ends. */
  last = 0
  private countedTwice = 0

  startOf(row: ReadonlyArray<string>, counted: number): number {
    const breaks = row.flatMap((cell) => cell.match(/\r\n|\r|\n/g) ?? [])
    this.countedTwice += breaks.filter((one) => one.length === 2).length
    this.last = counted - this.countedTwice
    return this.last - breaks.length
  }
}

interface Row {
  readonly info: { readonly lines: number }
  readonly record: ReadonlyArray<string>
}

const parseRows = (chunks: AsyncIterable<Uint8Array>, delimiter: string): AsyncIterable<Row> => {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: recordCharsMax,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true
  })
  return Readable.from(chunks, { objectMode: false }).on("error", (cause) => parser.destroy(cause)).pipe(parser)
}

/**
 * Detects the most frequent delimiter of the header: a comma, or the delimiters that spreadsheets write in locales with a decimal comma.
 */
const detectDelimiter = async (chunks: AsyncGenerator<Uint8Array>) => {
  const headChunks: Array<Uint8Array> = []
  let head = ""
  const decoder = new TextDecoder()
  // A pipe may deliver the header in several chunks.
  while (splitLines(head).length <= 2 && head.length < recordCharsMax) {
    const next = await chunks.next()
    if (next.done === true) break
    headChunks.push(next.value)
    head += decoder.decode(next.value, { stream: true })
  }
  const [firstLine = "", secondLine = ""] = splitLines(head)
  const separator = separatorLine.exec(firstLine)?.[1]
  const header = separator === undefined ? firstLine : secondLine
  const delimiter = separator ??
    [",", ";", "\t"].reduce((most, one) => header.split(one).length > header.split(most).length ? one : most)
  const allChunks = async function*() {
    yield* headChunks
    yield* chunks
  }
  return { allChunks: allChunks(), delimiter }
}

/** Splits off the first line, which may declare the delimiter, the header after it, and the rest. */
const splitLines = (head: string): ReadonlyArray<string> => head.split(/\r\n?|\n/, 3)

/** Delimiter declaration that Excel writes before the header. */
const separatorLine = /^\uFEFF?"?sep=([,;\t|])?"?$/i

const parseHeader = (row: ReadonlyArray<string>): ReadonlyArray<string> => {
  const titles = row.map((title) => title.trim().toLowerCase())
  const duplicate = leadFieldNames.find((name) => titles.indexOf(name) !== titles.lastIndexOf(name))
  if (duplicate !== undefined) throw new Error(`two columns are named ${duplicate}`)
  if (titles.includes("email") || titles.includes("message")) return titles
  throw new Error(
    "its first row must name the columns: email or message, and optionally name, company, website, source"
  )
}

/** Converts a row. Empty cells are ignored. Extra cells come from a text that contains the delimiter and lacks quotes. */
const parseLeadRow = (titles: ReadonlyArray<string>, row: ReadonlyArray<string>): Result.Result<Lead, string> => {
  if (row.slice(titles.length).some((cell) => cell.trim() !== "")) {
    return Result.fail(
      `The row has ${row.length} cells but there are ${titles.length} columns. Put texts with commas in quotes.`
    )
  }
  return parseLeadFields(Object.fromEntries(
    titles.flatMap((title, at) => {
      const cell = row[at]
      return cell === undefined || cell.trim() === "" ? [] : [[title, cell]]
    })
  ))
}

const describeCsvError = ({ code, message }: CsvError): string =>
  code === "CSV_QUOTE_NOT_CLOSED"
    ? "a quote is not closed"
    : code === "CSV_MAX_RECORD_SIZE"
    ? `a row has more than ${recordCharsMax} characters`
    : message.slice(0, 200)
