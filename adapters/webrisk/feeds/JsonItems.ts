/** A longer item is no entry. */
export const jsonItemCharsMax = 65_536
/** A longer name in an object is none that a format knows. */
const keyCharsMax = 200

/** What stands in an array of a list: the array itself, or one in an object under a key. */
export type OnJsonItem = (key: string | null, text: string | null) => void

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
