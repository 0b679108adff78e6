import type { JsonFormat, JsonItem } from "../formats/Format.ts"
import { formatOfJson, jsonTitles } from "../formats/Formats.ts"
import type { FeedReader } from "./FeedReader.ts"
import { FeedRefused } from "./Limits.ts"

/** Passes the items of a JSON list to a reader, one at a time. */
export class JsonText {
  private readonly reader: FeedReader
  private format: JsonFormat | null
  private readonly items = new JsonItems((key, text) => this.handleItem(key, text))

  /** @param format null to detect the format from the first item */
  constructor(reader: FeedReader, format: JsonFormat | null) {
    this.reader = reader
    this.format = format
  }

  add(chunk: string): void {
    this.items.add(chunk)
  }

  /** Returns the name of the format. Throws `FeedRefused` if the JSON is incomplete or its format is unknown. */
  finish(): string {
    if (!this.items.finish()) throw new FeedRefused("Its JSON is truncated or damaged.")
    if (this.format === null) throw unknown()
    return this.format.id
  }

  private handleItem(key: string | null, text: string | null): void {
    const value = text === null ? undefined : parseJson(text)
    if (text === null || value === undefined) return this.reader.addMalformed(text ?? "an item that is too long")
    const item: JsonItem = { key, value }
    this.format ??= formatOfJson(item)
    if (this.format === null) throw unknown()
    if (this.format.isException?.(item) === true) this.reader.except(String(value))
    else this.reader.addEntries(this.format.read(item), () => text)
  }
}

const unknown = () => new FeedRefused(`Its JSON has none of the known formats: ${jsonTitles()}.`)

/** Parses JSON. Returns undefined if it is invalid. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Maximum number of characters of an item. Longer items are not entries. */
export const jsonItemCharsMax = 65_536
/** Maximum number of characters of an object key. Longer keys belong to no known format. */
const keyCharsMax = 200

/**
 * Receives the key of an array and the text of an item. The key is null for a top-level array. The text is null for an
 * item that is too long.
 */
type OnJsonItem = (key: string | null, text: string | null) => void

/**
 * Splits JSON (RFC 8259) into the items of its top-level array, or of the arrays in its top-level object.
 *
 * Each item is passed on as text when it ends, and nothing else is stored. Parsing the whole text at once could take
 * thirty times its size and exhaust the memory. Errors within an item are left to the item's parser.
 */
export class JsonItems {
  private readonly onItem: OnJsonItem
  /** Number of open brackets; 0 before and after the value. */
  private depth = 0
  /** Depth of the items: 1 in an array, 2 in arrays of an object; 0 before the start. */
  private itemDepth = 0
  private isOver = false
  private isBroken = false
  private inString = false
  private isEscaped = false
  /** Whether the position is within an array whose items are passed on. */
  private inItems = false
  private item: string | null = null
  private isTooLong = false
  /** Last string at the level of the object's keys. It is the key of the next array. */
  private name = ""
  private isName = false

  constructor(onItem: OnJsonItem) {
    this.onItem = onItem
  }

  add(chunk: string): void {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (this.inString) {
        this.handleStringChar(code, chunk, at)
        continue
      }
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) continue
      const isItemLevel = this.inItems && this.depth === this.itemDepth
      if (isItemLevel && (code === 0x2c || code === 0x5d)) {
        this.endItem(chunk.slice(from, at))
      } else if (isItemLevel && this.item === null) {
        this.item = ""
        from = at
      }
      this.handleToken(code)
    }
    if (this.item !== null) this.append(chunk.slice(from))
  }

  /** Reports whether the text was one complete value. */
  finish(): boolean {
    return this.isOver && !this.isBroken && this.item === null
  }

  private handleStringChar(code: number, chunk: string, at: number): void {
    if (this.isEscaped) this.isEscaped = false
    else if (code === 0x5c) this.isEscaped = true
    else if (code === 0x22) this.inString = false
    if (this.isName && this.inString && this.name.length < keyCharsMax) this.name += chunk[at]!
  }

  private handleToken(code: number): void {
    if (this.isOver) this.isBroken = true
    else if (code === 0x22) {
      this.inString = true
      this.isName = this.itemDepth === 2 && this.depth === 1
      if (this.isName) this.name = ""
    } else if (code === 0x5b || code === 0x7b) this.open(code === 0x5b)
    else if (code === 0x5d || code === 0x7d) this.close()
    else if (this.depth === 0) this.isBroken = true
  }

  private open(isArray: boolean): void {
    this.depth++
    if (this.depth === 1) this.itemDepth = isArray ? 1 : 2
    if (isArray && this.depth === this.itemDepth) this.inItems = true
  }

  private close(): void {
    if (this.depth === 0) {
      this.isBroken = true
      return
    }
    if (this.depth === this.itemDepth) this.inItems = false
    this.depth--
    this.isOver = this.depth === 0
  }

  private append(text: string): void {
    if (this.item === null) return
    this.item += text
    if (this.item.length <= jsonItemCharsMax) return
    this.isTooLong = true
    this.item = ""
  }

  private endItem(text: string): void {
    if (this.item === null) return
    this.append(text)
    this.onItem(this.itemDepth === 2 ? this.name : null, this.isTooLong ? null : this.item)
    this.item = null
    this.isTooLong = false
  }
}
