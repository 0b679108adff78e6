import { PlainAttributes } from "./PlainAttributes.ts"
import { resolveReferences } from "./XmlEntities.ts"
import { type CachedName, matchesAt, NameCache, type XmlScope } from "./XmlNames.ts"

/** Maximum characters of one tag or text run in plain XML. */
export const plainCharsMax = 64 * 1024
export const plainNameCharsMax = 256

export interface PlainSink {
  /** Whether the handlers request the text that follows. */
  readonly isTextRequested: boolean
  open(name: CachedName, attributes: PlainAttributes): void
  close(): void
  text(text: string): void
}

/**
 * Fast reader for the subset of XML that almost all office files use. The subset is a declaration, tags with ASCII
 * names and quoted values, text, and character references. At anything else, the reader stops and leaves the rest of
 * the document to a full XML parser.
 */
export class PlainXml {
  /** Text that is not reported yet. */
  rest = ""
  private isBegun = false
  private isDone = false
  private declaration = ""
  private carried = ""
  /** Code units of the current text, because array access is faster than string access. */
  private codes = new Uint16Array(0)
  private bytes = new Uint8Array(0)
  private hasReferences = false
  private cost = 0
  private readonly opened: Array<CachedName> = []
  private readonly names = new NameCache()
  private readonly attributes: PlainAttributes
  private readonly sink: PlainSink

  constructor(sink: PlainSink, scope: XmlScope) {
    this.sink = sink
    this.attributes = new PlainAttributes(scope)
  }

  /** Reads the next piece of the document. Returns false if the unread text in `rest` is not plain XML. */
  write(chunk: string): boolean {
    let fresh = this.carried + chunk
    this.carried = ""
    if (fresh.includes("\r")) {
      // Normalizes line ends (XML 1.0, 2.11).
      if (fresh.endsWith("\r")) {
        this.carried = "\r"
        fresh = fresh.slice(0, -1)
      }
      fresh = fresh.replace(/\r\n?/g, "\n")
    }
    const text = this.rest + fresh
    if (text.includes("]]>")) return this.stop(text)
    this.scan(fresh)
    const from = this.isBegun ? 0 : this.begin(text)
    return from < 0 ? this.stop(text) : this.read(text, from)
  }

  /** Ends the document. Returns false if it is incomplete, or if the unread text in `rest` is not plain XML. */
  end(): boolean {
    if (this.carried !== "") return this.stop(this.rest)
    if (!this.isDone || !isBlank.test(this.rest)) return false
    if (this.rest !== "" && this.sink.isTextRequested) this.sink.text(this.rest)
    return true
  }

  /** Returns the additional cost since the last call, in bytes charged to the budget. */
  resetCost(): number {
    const cost = this.cost + rareCost * this.names.takeCreatedCount()
    this.cost = 0
    return cost
  }

  /** Markup that puts another parser into the current state of this reader. */
  get consumedPrefix(): string {
    return this.declaration + (this.isDone ? "<a/>" : this.opened.map(({ raw }) => `<${raw}>`).join(""))
  }

  private stop(text: string): false {
    this.rest = text + this.carried
    this.carried = ""
    return false
  }

  /** Returns the offset after the declaration; -1 if the start is not plain. */
  private begin(text: string): number {
    this.declaration = declaration.exec(text)?.[0] ?? ""
    if (this.declaration === "" && !/^<[A-Za-z]/.test(text)) return -1
    this.isBegun = true
    return this.declaration.length
  }

  /** Appends characters to `codes`, which already contains the code units of `rest`. */
  private scan(fresh: string): void {
    const { length } = fresh
    const from = this.rest.length
    // Leaves space for a terminating zero, which ends every search.
    if (this.codes.length <= from + length) this.grow(from + length)
    const { bytes, codes } = this
    // Copies ASCII text in one call, because it has one byte per character.
    const { read, written } = encoder.encodeInto(fresh, bytes)
    if (read === length && written === length) codes.set(bytes.subarray(0, length), from)
    else for (let at = 0; at < length; at++) codes[from + at] = fresh.charCodeAt(at)
    codes[from + length] = 0
  }

  private grow(length: number): void {
    const codes = new Uint16Array(Math.max(2 * length, firstChars))
    codes.set(this.codes)
    this.codes = codes
    this.bytes = new Uint8Array(codes.length)
  }

  private keep(text: string, from: number): boolean {
    this.codes.copyWithin(0, from, text.length)
    this.rest = text.slice(from)
    return this.rest.length <= plainCharsMax || this.stop(this.rest)
  }

  private read(text: string, from: number): boolean {
    const { codes } = this
    let at = from
    while (at < text.length) {
      const less = this.textEnd(text, at)
      if (less < 0) return this.stop(text.slice(at))
      if (less === text.length) break
      if (less > at && !this.emitText(text.slice(at, less))) return this.stop(text.slice(at))
      at = codes[less + 1] === slash ? this.readClosing(less) : this.readOpening(text, less)
      if (at < 0) {
        // The last tag may continue in the next piece.
        if (text.includes("<", less + 1)) return this.stop(text.slice(less))
        at = less
        break
      }
    }
    return this.keep(text, at)
  }

  /** Returns the offset of the next tag; -1 if an invalid XML character precedes it (XML 1.0, 2.2). */
  private textEnd(text: string, from: number): number {
    const { codes } = this
    this.hasReferences = false
    const near = Math.min(text.length, from + nearChars)
    for (let at = from; at < near; at++) {
      const code = codes[at]!
      if (code > lessThan && code < 0xfffe) continue
      if (code === lessThan) return at
      if (code === ampersand) this.hasReferences = true
      else if (code >= 0xfffe || code < space && code !== newLine && code !== tab) return -1
    }
    const tagStart = text.indexOf("<", near)
    const end = tagStart < 0 ? text.length : tagStart
    if (end === near) return end
    const part = text.slice(near, end)
    if (disallowed.test(part)) return -1
    this.hasReferences ||= part.includes("&")
    return end
  }

  private emitText(text: string): boolean {
    const { sink } = this
    if (this.opened.length === 0 && !isBlank.test(text)) return false
    const resolved = this.hasReferences ? this.resolve(text) : text
    if (resolved === null) return false
    if (sink.isTextRequested) sink.text(resolved)
    return true
  }

  /** Reads a closing tag. Returns the offset after the tag; -1 if the tag is incomplete or not plain. */
  private readClosing(less: number): number {
    const name = this.opened.at(-1)
    if (name === undefined || !matchesAt(name, this.codes, less + 2)) return -1
    const at = less + 2 + name.codes.length
    if (this.codes[at] !== greater) return -1
    this.close()
    return at + 1
  }

  /** Reads an opening tag. Returns the offset after the tag; -1 if the tag is incomplete or not plain. */
  private readOpening(text: string, less: number): number {
    const { attributes, codes, opened, sink } = this
    let at = less + 1
    let code = codes[at]!
    if (this.isDone || !isNameStart(code)) return -1
    let hash = 0
    while (isNamePart(code)) {
      hash = Math.imul(hash, 31) + code | 0
      code = codes[++at]!
    }
    const nameTo = at
    if (nameTo - less > plainNameCharsMax) return -1
    attributes.begin(text)
    while (isSpace(code)) {
      do code = codes[++at]!
      while (isSpace(code))
      if (!isNameStart(code)) break
      at = this.readAttribute(text, at)
      if (at < 0) return -1
      code = codes[at]!
    }
    const isEmpty = code === slash
    if (isEmpty) code = codes[++at]!
    if (code !== greater) return -1
    const name = this.names.find(codes, text, less + 1, nameTo, hash)
    opened.push(name)
    if (attributes.hasNamespaces) this.cost += rareCost
    sink.open(name, attributes)
    if (isEmpty) this.close()
    return at + 1
  }

  /** Reads an attribute. Returns the offset after its closing quote; -1 if it is incomplete or not plain. */
  private readAttribute(text: string, from: number): number {
    const { codes } = this
    let at = from
    let code = codes[at]!
    let hash = 0
    while (isNamePart(code)) {
      hash = Math.imul(hash, 31) + code | 0
      code = codes[++at]!
    }
    const nameTo = at
    const quote = codes[at + 1]!
    if (code !== equals || quote !== quotation && quote !== apostrophe) return -1
    const valueFrom = at + 2
    let isAsItStands = true
    for (at = valueFrom, code = codes[at]!; code !== quote; code = codes[++at]!) {
      if (code > lessThan && code < 0xfffe) continue
      if (code === ampersand || code === newLine || code === tab) isAsItStands = false
      else if (code === lessThan || code < space || code >= 0xfffe) return -1
    }
    if (!this.attributes.add(hash, from, nameTo, valueFrom, at)) return -1
    if (!isAsItStands) {
      // Normalizes white space (XML 1.0, 3.3.3).
      const resolved = this.resolve(text.slice(valueFrom, at).replace(/[\n\t]/g, " "))
      if (resolved === null) return -1
      this.attributes.resolve(resolved)
    }
    return at + 1
  }

  private resolve(text: string): string | null {
    this.cost += text.length
    return resolveReferences(text)
  }

  private close(): void {
    this.opened.pop()
    this.isDone = this.opened.length === 0
    this.sink.close()
  }
}

/** Number of characters that are checked one by one before a faster search. Most text is shorter. */
const nearChars = 48
/** Additional cost of a new name or of an element with namespace declarations, in bytes charged to the budget. */
const rareCost = 4
/** Initial buffer size in characters. */
const firstChars = 4_096

const declaration =
  /^<\?xml version=(["'])1\.0\1(?: encoding=(["'])[A-Za-z][A-Za-z0-9._-]{0,63}\2)?(?: standalone=(["'])(?:yes|no)\3)? ?\?>/
// oxlint-disable-next-line no-control-regex -- characters that XML does not allow
const disallowed = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const isBlank = /^[ \t\n]*$/

const tab = 0x09
const newLine = 0x0a
const space = 0x20
const quotation = 0x22
const ampersand = 0x26
const apostrophe = 0x27
const slash = 0x2f
const lessThan = 0x3c
const equals = 0x3d
const greater = 0x3e

const isSpace = (code: number): boolean => code === space || code === newLine || code === tab

/** Kinds of ASCII characters: those that may occur only within a name, and those that may also start a name. */
const [part, start] = [1, 2]
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[A-Za-z_:]/.test(character) ? start : /[-.0-9]/.test(character) ? part : 0
})

const isNameStart = (code: number): boolean => code < 128 && kinds[code] === start
const isNamePart = (code: number): boolean => code < 128 && kinds[code] !== 0

const encoder = new TextEncoder()
