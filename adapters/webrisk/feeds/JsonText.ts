import type { FeedReader } from "./FeedReader.ts"
import type { JsonFormat, JsonItem } from "./formats/Format.ts"
import { formatOfJson, jsonTitles } from "./formats/Formats.ts"
import { JsonItems } from "./JsonItems.ts"
import { FeedRefused } from "./Refused.ts"

/** A list that is JSON, given to a reader item by item. */
export class JsonText {
  private readonly reader: FeedReader
  private format: JsonFormat | null
  private readonly items = new JsonItems((key, text) => this.take(key, text))

  /** @param format null: by the first item */
  constructor(reader: FeedReader, format: JsonFormat | null) {
    this.reader = reader
    this.format = format
  }

  add(chunk: string): void {
    this.items.add(chunk)
  }

  /** The name of the format. */
  finish(): string {
    if (!this.items.finish()) throw new FeedRefused("It is no whole JSON: it was cut off, or is damaged.")
    if (this.format === null) throw unknown()
    return this.format.id
  }

  private take(key: string | null, text: string | null): void {
    const value = text === null ? undefined : parsed(text)
    if (value === undefined) return this.reader.takeMalformed(text ?? "an item that is too long")
    const item: JsonItem = { key, value }
    this.format ??= formatOfJson(item)
    if (this.format === null) throw unknown()
    if (this.format.isException?.(item) === true) this.reader.except(String(value))
    else this.reader.take(this.format.read(item), () => text!)
  }
}

const unknown = () => new FeedRefused(`It is JSON in none of the known formats, which are: ${jsonTitles()}.`)

/** Undefined for what is none. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
