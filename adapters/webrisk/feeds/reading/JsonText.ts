import type { JsonFormat, JsonItem } from "../formats/Format.ts"
import { formatOfJson, jsonTitles } from "../formats/Formats.ts"
import type { FeedReader } from "./FeedReader.ts"
import { FeedRefused } from "./Limits.ts"

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
    if (text === null || value === undefined) return this.reader.takeMalformed(text ?? "an item that is too long")
    const item: JsonItem = { key, value }
    this.format ??= formatOfJson(item)
    if (this.format === null) throw unknown()
    if (this.format.isException?.(item) === true) this.reader.except(String(value))
    else this.reader.take(this.format.read(item), () => text)
  }
}

const unknown = () => new FeedRefused(`It is JSON in none of the known formats, which are: ${jsonTitles()}.`)

/** Undefined for what is none. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A longer item is no entry. */
export const jsonItemCharsMax = 65_536
/** A longer name in an object is none that a format knows. */
const keyCharsMax = 200

/** What stands in an array of a list: the array itself, or one in an object under a key. */
type OnJsonItem = (key: string | null, text: string | null) => void

/**
 * Takes a JSON text apart into the items of its arrays (RFC 8259): of the array that it is, or of those in the object that it is.
 * An item is at hand as text when it ends, and nothing of the text is kept longer: a whole one, parsed at once, could take
 * thirty times its size and end the program. What is not whole inside an item is for its parser to say.
 */
export class JsonItems {
  private readonly onItem: OnJsonItem
  /** Brackets that are open; 0 before and behind the value. */
  private depth = 0
  /** Where items stand: in the array (1) or in arrays of the object (2); 0 before it has begun. */
  private itemDepth = 0
  private isOver = false
  private isBroken = false
  private inString = false
  private isEscaped = false
  /** In an array whose items are wanted. */
  private inItems = false
  private item: string | null = null
  private isTooLong = false
  /** The last text at the level of the object's names. */
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
        this.inside(code, chunk, at)
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
      this.token(code)
    }
    if (this.item !== null) this.keep(chunk.slice(from))
  }

  /** Whether it was a whole value. */
  finish(): boolean {
    return this.isOver && !this.isBroken && this.item === null
  }

  private inside(code: number, chunk: string, at: number): void {
    if (this.isEscaped) this.isEscaped = false
    else if (code === 0x5c) this.isEscaped = true
    else if (code === 0x22) this.inString = false
    if (this.isName && this.inString && this.name.length < keyCharsMax) this.name += chunk[at]!
  }

  private token(code: number): void {
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

  private keep(text: string): void {
    if (this.item === null) return
    this.item += text
    if (this.item.length <= jsonItemCharsMax) return
    this.isTooLong = true
    this.item = ""
  }

  private endItem(text: string): void {
    if (this.item === null) return
    this.keep(text)
    this.onItem(this.itemDepth === 2 ? this.name : null, this.isTooLong ? null : this.item)
    this.item = null
    this.isTooLong = false
  }
}
