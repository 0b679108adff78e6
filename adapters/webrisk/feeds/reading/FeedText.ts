import type { LineFormat } from "../formats/Format.ts"
import { formatNamed, formatOfLines } from "../formats/Formats.ts"
import type { FeedReader } from "./FeedReader.ts"
import { JsonText } from "./JsonText.ts"
import { feedLineCharsMax, FeedRefused, feedSampleLinesMax } from "./Limits.ts"

/** Maximum number of characters that are examined to detect the format. */
const headCharsMax = 65_536

/** Passes the text of a list, in chunks of any size, to a reader entry by entry. */
export class FeedText {
  private readonly reader: FeedReader
  private readonly requestedFormat: string | null
  private readLine: ((line: string) => void) | null = null
  private json: JsonText | null = null
  private isFormatKnown = false
  private format = "lines"
  private pending = ""
  private isTooLong = false

  /** @param wanted name of the format; null to detect the format from the first lines */
  constructor(reader: FeedReader, wanted: string | null) {
    this.reader = reader
    this.requestedFormat = wanted
  }

  add(chunk: string): void {
    if (!this.isFormatKnown && this.pending.length + chunk.length < headCharsMax) {
      this.pending += chunk
      return
    }
    this.detectFormat(chunk)
  }

  /** Reads the rest of the text. Returns the name of the format. */
  finish(): string {
    this.detectFormat("\n")
    return this.json === null ? this.format : this.json.finish()
  }

  private detectFormat(chunk: string): void {
    const text = this.isFormatKnown ? chunk : this.pending + chunk
    if (!this.isFormatKnown) this.startFormat(text)
    if (this.json === null) this.splitLines(text)
    else this.json.add(text)
  }

  private startFormat(head: string): void {
    this.isFormatKnown = true
    this.pending = ""
    if (/^\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(head.slice(0, 1_024))) {
      throw new FeedRefused("It is a web page, not a list.")
    }
    const format = this.requestedFormat === null ? null : formatNamed(this.requestedFormat)
    const isJson = format === null ? /^\s*(?:\{|\[(?=\s*["{\]]))/.test(head) : format.reads === "json"
    if (isJson) this.json = new JsonText(this.reader, format?.reads === "json" ? format : null)
    else this.startLines(format?.reads === "lines" ? format : formatOfLines(firstLines(head)))
  }

  private startLines(format: LineFormat): void {
    const read = format.startReading()
    this.format = format.id
    this.readLine = (line) => this.reader.addEntries(read(line), () => line)
  }

  /** Reads the complete lines, and stores the text of the incomplete last line. */
  private splitLines(chunk: string): void {
    let from = 0
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", from)) {
      this.handleLine(this.pending + chunk.slice(from, end))
      this.pending = ""
      from = end + 1
    }
    this.pending += chunk.slice(from)
    if (this.pending.length <= feedLineCharsMax) return
    this.pending = this.pending.slice(0, feedLineCharsMax)
    this.isTooLong = true
  }

  private handleLine(text: string): void {
    const isTooLong = this.isTooLong || text.length > feedLineCharsMax
    this.isTooLong = false
    if (isTooLong) this.reader.addMalformed(text)
    else this.readLine?.(text.trim())
  }
}

const firstLines = (head: string): ReadonlyArray<string> =>
  head.split("\n", feedSampleLinesMax).map((line) => line.slice(0, feedLineCharsMax).trim())
