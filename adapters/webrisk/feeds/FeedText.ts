import type { FeedReader } from "./FeedReader.ts"
import type { LineFormat } from "./formats/Format.ts"
import { formatNamed, formatOfJson, formatOfLines } from "./formats/Formats.ts"
import { feedJsonBytesMax, feedLineCharsMax, feedSampleLinesMax } from "./Limits.ts"
import { FeedRefused } from "./Refused.ts"

/** So much of the beginning is enough to tell what a list is. */
const headCharsMax = 65_536

/** The text of a list, as it comes in chunks of whatever size, given to a reader entry by entry. */
export class FeedText {
  private readonly reader: FeedReader
  private readonly wanted: string | null
  private readLine: ((line: string) => void) | null = null
  private isJson: boolean | null = null
  private format: string | null
  private pending = ""
  private isTooLong = false
  private readonly parts: Array<string> = []
  private partsChars = 0

  /** @param wanted the format's name; null: by what the list begins with */
  constructor(reader: FeedReader, wanted: string | null) {
    this.reader = reader
    this.wanted = wanted
    this.format = wanted
  }

  add(chunk: string): void {
    if (this.isJson === null && this.pending.length + chunk.length < headCharsMax) {
      this.pending += chunk
      return
    }
    this.begin(chunk)
  }

  /** The name of the format. */
  finish(): string {
    this.begin("\n")
    if (this.isJson === true) this.readJson()
    return this.format ?? "lines"
  }

  private begin(chunk: string): void {
    if (this.isJson !== null) return this.isJson ? this.keep(chunk) : this.split(chunk)
    const head = this.pending + chunk
    this.pending = ""
    if (/^\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(head.slice(0, 1_024))) {
      throw new FeedRefused("It is a web page, not a list.")
    }
    const format = this.wanted === null ? null : formatNamed(this.wanted)
    this.isJson = format === null ? /^\s*(?:\{|\[(?=\s*["{\]]))/.test(head) : format.reads === "json"
    if (this.isJson) return this.keep(head)
    this.beginLines(format?.reads === "lines" ? format : formatOfLines(firstLines(head)))
    this.split(head)
  }

  private beginLines(format: LineFormat): void {
    const read = format.begin()
    this.format = format.id
    this.readLine = (line) => this.reader.take(read(line), () => line)
  }

  /** Only what belongs to a line that is not at its end is kept. */
  private split(chunk: string): void {
    let from = 0
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", from)) {
      this.line(this.pending + chunk.slice(from, end))
      this.pending = ""
      from = end + 1
    }
    this.pending += chunk.slice(from)
    if (this.pending.length <= feedLineCharsMax) return
    this.pending = this.pending.slice(0, feedLineCharsMax)
    this.isTooLong = true
  }

  private line(text: string): void {
    const isTooLong = this.isTooLong || text.length > feedLineCharsMax
    this.isTooLong = false
    if (isTooLong) this.reader.takeMalformed(text)
    else this.readLine?.(text.trim())
  }

  private keep(chunk: string): void {
    this.partsChars += chunk.length
    if (this.partsChars > feedJsonBytesMax) {
      throw new FeedRefused(`As JSON it is larger than ${feedJsonBytesMax} bytes.`)
    }
    this.parts.push(chunk)
  }

  private readJson(): void {
    const value = parsed(this.parts.splice(0).join(""))
    const format = this.wanted === null ? formatOfJson(value) : formatNamed(this.wanted)
    if (format?.reads !== "json") throw new FeedRefused("It is JSON in none of the known formats.")
    this.format = format.id
    let count = 0
    for (const said of format.items(value)) {
      count++
      this.reader.take(said, () => `item ${count}`)
    }
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new FeedRefused("It is no whole JSON: it was cut off, or is damaged.")
  }
}

const firstLines = (head: string): ReadonlyArray<string> =>
  head.split("\n", feedSampleLinesMax).map((line) => line.slice(0, feedLineCharsMax).trim())
