import { CsvError, parse } from "csv-parse"
import { Result } from "effect"
import { Readable } from "node:stream"
import { leadFieldCharsMax, LeadRequest, messageCharsMax } from "../../../adapters/http/api/Leads.ts"
import { makeDecoder } from "../../../adapters/http/server/messages/Validation.ts"
import type { Lead } from "../../../core/leads/signals/Lead.ts"
import { openChunks, readLines } from "../files/Lines.ts"

const leadFieldNames = ["email", "message", "name", "company", "website", "source"] as const

const leadFieldsTotalCharsMax = messageCharsMax + (leadFieldNames.length - 1) * leadFieldCharsMax

const decode = makeDecoder(LeadRequest)

/**
 * Parses the fields of a lead as the API endpoint does. Returns an error message for an invalid field. Unlike the
 * endpoint, it accepts a website that is not a URL, because files contain values such as `example.com` or `none`.
 * Unknown fields and null are ignored.
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

/** Detects the format from the file extension. Returns null for an unknown extension. */
export const detectLeadFormat = (path: string): LeadFormat | null =>
  /\.csv$/i.test(path) ? "csv" : /\.(?:ndjson|jsonl)$/i.test(path) ? "ndjson" : null

/** Maximum characters of a CSV row or NDJSON line: all fields at full length, all characters escaped. */
export const recordCharsMax = 6 * leadFieldsTotalCharsMax

/** Lead of a file, or the reason why it is malformed. */
export interface LeadItem {
  /** One-based line where the lead starts. */
  readonly line: number
  readonly lead: Result.Result<Lead, string>
  /** Number of bytes of the file read so far. */
  readonly bytesRead: number
}

export interface LeadSource {
  /** File size in bytes; null for standard input. */
  readonly size: number | null
  readonly items: AsyncIterable<LeadItem>
}

/** Opens the leads of a file, or of standard input for `-`. Throws if the file does not exist. */
export const openLeads = (path: string, format: LeadFormat): LeadSource => {
  const { chunks, size } = openChunks(path)
  return { size, items: format === "csv" ? readCsvLeads(chunks) : readJsonLeads(chunks) }
}

async function* readJsonLeads(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LeadItem> {
  for await (const { bytesRead, isTooLong, number, text } of readLines(chunks, recordCharsMax)) {
    // `trim` also removes a byte order mark, which Windows editors add.
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

/**
 * Reads CSV leads (RFC 4180). The header row names the columns and determines the delimiter. Quoted cells may contain
 * line breaks.
 */
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
 * Computes the line where each row starts. The parser reports the line where a row ends. It counts a two-character line
 * break within quotes twice.
 */
class RowLineCounter {
  /** Line where the last processed row ends. */
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
 * Detects the delimiter: the declared delimiter, or else the most frequent delimiter in the header. Spreadsheets write
 * semicolons or tabs in locales with a decimal comma. Also returns all chunks, including those already read.
 */
const detectDelimiter = async (chunks: AsyncGenerator<Uint8Array>) => {
  const headChunks: Array<Uint8Array> = []
  let head = ""
  const decoder = new TextDecoder()
  // Reads until the header is complete, because a pipe may deliver it in several chunks.
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

/**
 * Returns up to three lines. The first may declare the delimiter, in which case the second is the header. A third line
 * means that the second is complete.
 */
const splitLines = (head: string): ReadonlyArray<string> => head.split(/\r\n?|\n/, 3)

/** Delimiter declaration for Excel, which may precede the header. */
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

/**
 * Converts a row to a lead. Empty cells are ignored. Extra cells are an error: an unquoted message that contains the
 * delimiter produces them.
 */
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
