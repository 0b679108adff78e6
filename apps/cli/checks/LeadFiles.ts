import { CsvError, parse } from "csv-parse"
import { Result } from "effect"
import { Readable } from "node:stream"
import { leadFieldCharsMax, LeadRequest, messageCharsMax } from "../../../adapters/http/api/Leads.ts"
import { decoder } from "../../../adapters/http/server/messages/Validation.ts"
import type { Lead } from "../../../core/leads/signals/Lead.ts"
import { openChunks, readLines } from "../files/Lines.ts"

const leadFieldNames = ["email", "message", "name", "company", "website", "source"] as const

/** Of a lead whose fields are as long as they may be. */
const leadFieldsTotalCharsMax = messageCharsMax + (leadFieldNames.length - 1) * leadFieldCharsMax

const decode = decoder(LeadRequest)

/**
 * A lead as the endpoint would take it, or what is wrong with it. Lists have websites as people write them (`example.com`,
 * `none`): here they are read as such, where the endpoint asks for a URL. Fields of other names, and null, say nothing.
 */
export const leadOfFields = (fields: Readonly<Record<string, unknown>>): Result.Result<Lead, string> => {
  const given = Object.fromEntries(
    leadFieldNames.flatMap((name) => (fields[name] ?? null) === null ? [] : [[name, fields[name]]])
  )
  const { website, ...others } = given
  const isPlain = typeof website === "string" && !/^\s*[a-z][a-z0-9+.-]*:/i.test(website) &&
    website.length <= leadFieldCharsMax
  const decoded = decode(isPlain ? others : given)
  if ("invalid" in decoded) return Result.fail(decoded.invalid.message)
  return Result.succeed(isPlain ? { ...decoded.value, website } : decoded.value)
}

export type LeadFormat = "csv" | "ndjson"

/** The form that a file's name tells. */
export const leadFormatOfName = (path: string): LeadFormat | null =>
  /\.csv$/i.test(path) ? "csv" : /\.(?:ndjson|jsonl)$/i.test(path) ? "ndjson" : null

/** Characters of a row or line: all fields, each character of them escaped. */
export const recordCharsMax = 6 * leadFieldsTotalCharsMax

/** One lead of a file, or what is wrong with it. */
export interface LeadItem {
  /** Of the line that it begins in, counted from 1. */
  readonly line: number
  readonly read: Result.Result<Lead, string>
  /** Of the file, so far. */
  readonly bytesRead: number
}

export interface LeadSource {
  /** In bytes; null when it is not known. */
  readonly size: number | null
  readonly items: AsyncIterable<LeadItem>
}

/** The leads of a file, or of standard input for `-`. Throws when it cannot be opened or read. */
export const openLeads = (path: string, format: LeadFormat): LeadSource => {
  const { chunks, size } = openChunks(path)
  return { size, items: format === "csv" ? leadsOfCsv(chunks) : leadsOfLines(chunks) }
}

async function* leadsOfLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LeadItem> {
  for await (const { bytesRead, isTooLong, number, text } of readLines(chunks, recordCharsMax)) {
    // A byte order mark, which editors on Windows put in front, counts as a blank.
    const trimmed = text.trim()
    if (trimmed === "") continue
    const read = isTooLong ? Result.fail("The line is too long.") : leadOfJson(trimmed)
    yield { line: number, read, bytesRead }
  }
}

const leadOfJson = (text: string): Result.Result<Lead, string> => {
  const parsed: Result.Result<unknown, unknown> = Result.try(() => JSON.parse(text))
  if (Result.isFailure(parsed)) return Result.fail("The line is no JSON.")
  const value = parsed.success
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? leadOfFields({ ...value })
    : Result.fail("The line is no JSON object such as {\"email\":\"ann@example.com\",\"message\":\"…\"}.")
}

/** Rows after one of titles (RFC 4180; messages may have line breaks), separated by what separates the titles. */
export async function* leadsOfCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LeadItem> {
  let bytesRead = 0
  const counted = async function*() {
    for await (const chunk of chunks) {
      bytesRead += chunk.length
      yield chunk
    }
  }
  const { delimiter, whole } = await withDelimiter(counted())
  const lines = new LinesOfRows()
  let titles: ReadonlyArray<string> | null = null
  try {
    for await (const { info, record } of rowsOf(whole, delimiter)) {
      const line = lines.beginOf(record, info.lines)
      if (line === 1 && separatorLine.test(record.join(delimiter))) continue
      if (titles === null) titles = titlesOf(record)
      else yield { line, read: leadOfRow(titles, record), bytesRead }
    }
  } catch (cause) {
    throw cause instanceof CsvError ? new Error(`it is no CSV from line ${lines.last + 1} on: ${saidOf(cause)}`) : cause
  }
}

/** Where rows begin. The parser tells where they end, and counts a line break of two characters within quotes twice. */
class LinesOfRows {
  /** That the row before ends in. */
  last = 0
  private countedTwice = 0

  beginOf(row: ReadonlyArray<string>, counted: number): number {
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

const rowsOf = (chunks: AsyncIterable<Uint8Array>, delimiter: string): AsyncIterable<Row> => {
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

/** What stands between the titles most often: a comma, or what spreadsheets write where a comma is in numbers. */
const withDelimiter = async (chunks: AsyncGenerator<Uint8Array>) => {
  const pieces: Array<Uint8Array> = []
  let head = ""
  const decoder = new TextDecoder()
  // A pipe may bring the titles in pieces.
  while (linesIn(head).length <= 2 && head.length < recordCharsMax) {
    const next = await chunks.next()
    if (next.done === true) break
    pieces.push(next.value)
    head += decoder.decode(next.value, { stream: true })
  }
  const [said = "", titles = ""] = linesIn(head)
  const separator = separatorLine.exec(said)?.[1]
  const told = separator === undefined ? said : titles
  const delimiter = separator ??
    [",", ";", "\t"].reduce((most, one) => told.split(one).length > told.split(most).length ? one : most)
  const whole = async function*() {
    yield* pieces
    yield* chunks
  }
  return { delimiter, whole: whole() }
}

/** The first line, which may say what separates, the titles behind it, and whether there is more. */
const linesIn = (head: string): ReadonlyArray<string> => head.split(/\r\n?|\n/, 3)

/** What Excel puts before the titles. */
const separatorLine = /^\uFEFF?"?sep=([,;\t|])?"?$/i

const titlesOf = (row: ReadonlyArray<string>): ReadonlyArray<string> => {
  const titles = row.map((title) => title.trim().toLowerCase())
  const twice = leadFieldNames.find((name) => titles.indexOf(name) !== titles.lastIndexOf(name))
  if (twice !== undefined) throw new Error(`two columns are called ${twice}`)
  if (titles.includes("email") || titles.includes("message")) return titles
  throw new Error(
    "its first row has to name the columns: email, message, name, company, website, source (one of the first two)"
  )
}

/** Empty cells say nothing. Cells without a title are of a text with a separator in it that nobody has put in quotes. */
const leadOfRow = (titles: ReadonlyArray<string>, row: ReadonlyArray<string>): Result.Result<Lead, string> => {
  if (row.slice(titles.length).some((cell) => cell.trim() !== "")) {
    return Result.fail(
      `The row has ${row.length} cells, but there are ${titles.length} titles: is a text not in quotes?`
    )
  }
  return leadOfFields(Object.fromEntries(
    titles.flatMap((title, at) => {
      const cell = row[at]
      return cell === undefined || cell.trim() === "" ? [] : [[title, cell]]
    })
  ))
}

const saidOf = ({ code, message }: CsvError): string =>
  code === "CSV_QUOTE_NOT_CLOSED"
    ? "a quote is not closed"
    : code === "CSV_MAX_RECORD_SIZE"
    ? `a row has more than ${recordCharsMax} characters`
    : message.slice(0, 200)
