import { PlainAttributes } from "./PlainAttributes.ts"
import type { XmlName, XmlScope } from "./XmlNames.ts"
import { withoutReferences } from "./XmlReferences.ts"

/** Characters of one tag or one piece of text in plain XML. */
export const plainCharsMax = 64 * 1024

/** The name of an element as it is written, and what is known of it. */
export interface WrittenName {
  readonly raw: string
  /** As of a state of the namespaces (`XmlScope.version`). */
  version: number
  name: XmlName
  isAsked: boolean
}

export interface PlainSink {
  /** Whether anybody wants to be told the text that comes. */
  readonly isTextAsked: boolean
  open(name: WrittenName, attributes: PlainAttributes): void
  close(): void
  text(text: string): void
}

/**
 * Reads what nearly all XML of office programs is made of: a declaration, tags in ASCII names and quotes, text, references to
 * characters. It tells nothing of anything else, whether that is well-formed or not, but leaves it, and all that comes behind it,
 * to a reader of all that XML may be.
 */
export class PlainXml {
  /** What was not told yet. */
  rest = ""
  private isBegun = false
  private isDone = false
  private declaration = ""
  private carried = ""
  private ampersand = -1
  private readonly opened: Array<string> = []
  private readonly known: Array<WrittenName | undefined> = Array.from({ length: knownNames })
  private readonly attributes: PlainAttributes
  private readonly sink: PlainSink

  constructor(sink: PlainSink, scope: XmlScope) {
    this.sink = sink
    this.attributes = new PlainAttributes(scope)
  }

  /** False: what is in `rest` is not plain. */
  write(piece: string): boolean {
    let fresh = this.carried + piece
    this.carried = ""
    if (fresh.includes("\r")) {
      // Line ends are one character (XML 1.0, 2.11).
      if (fresh.endsWith("\r")) {
        this.carried = "\r"
        fresh = fresh.slice(0, -1)
      }
      fresh = fresh.replace(/\r\n?/g, "\n")
    }
    const text = this.rest + fresh
    if (disallowed.test(fresh) || text.includes("]]>")) return this.leave(text)
    const from = this.isBegun ? 0 : this.begin(text)
    return from < 0 ? this.leave(text) : this.read(text, from)
  }

  /** False: what is in `rest` is not plain. */
  end(): boolean {
    if (this.carried !== "") return this.leave(this.rest)
    if (!this.isDone || !isBlank.test(this.rest)) return false
    if (this.rest !== "" && this.sink.isTextAsked) this.sink.text(this.rest)
    return true
  }

  /** What brings any other reader to where this one stands. */
  get lead(): string {
    return this.declaration + (this.isDone ? "<a/>" : this.opened.map((name) => `<${name}>`).join(""))
  }

  private leave(text: string): false {
    this.rest = text + this.carried
    this.carried = ""
    return false
  }

  /** Where the declaration ends. */
  private begin(text: string): number {
    this.declaration = declaration.exec(text)?.[0] ?? ""
    if (this.declaration === "" && !/^<[A-Za-z]/.test(text)) return -1
    this.isBegun = true
    return this.declaration.length
  }

  private read(text: string, from: number): boolean {
    let at = from
    this.ampersand = -1
    let less = text.indexOf("<", at)
    while (less >= 0) {
      if (less > at && !this.tell(text, at, less)) return this.leave(text.slice(at))
      const next = text.indexOf("<", less + 1)
      at = text.charCodeAt(less + 1) === slash ? this.readClosing(text, less) : this.readOpening(text, less)
      if (at < 0) {
        this.rest = text.slice(less)
        // The last tag may go on with what comes.
        return next < 0 && this.rest.length <= plainCharsMax || this.leave(this.rest)
      }
      less = next
    }
    this.rest = text.slice(at)
    return this.rest.length <= plainCharsMax || this.leave(this.rest)
  }

  private tell(text: string, from: number, to: number): boolean {
    const { sink } = this
    if (this.opened.length === 0) {
      const outside = text.slice(from, to)
      if (!isBlank.test(outside)) return false
      if (sink.isTextAsked) sink.text(outside)
      return true
    }
    if (this.ampersand < from) {
      const found = text.indexOf("&", from)
      this.ampersand = found < 0 ? text.length : found
    }
    if (this.ampersand < to) {
      const resolved = withoutReferences(text.slice(from, to))
      if (resolved === null) return false
      if (sink.isTextAsked) sink.text(resolved)
    } else if (sink.isTextAsked) sink.text(text.slice(from, to))
    return true
  }

  /** Where the tag ends; -1 where it is not plain, or not all there. */
  private readClosing(text: string, less: number): number {
    const name = this.opened.at(-1)
    if (name === undefined || !text.startsWith(name, less + 2)) return -1
    const at = less + 2 + name.length
    if (text.charCodeAt(at) !== greater) return -1
    this.close()
    return at + 1
  }

  /** Where the tag ends; -1 where it is not plain, or not all there. */
  private readOpening(text: string, less: number): number {
    const { attributes, opened, sink } = this
    let at = less + 1
    let code = text.charCodeAt(at)
    if (this.isDone || !isNameStart(code)) return -1
    let hash = 0
    while (isNamePart(code)) {
      hash = Math.imul(hash, 31) + code | 0
      code = text.charCodeAt(++at)
    }
    const nameTo = at
    attributes.begin(text)
    while (isSpace(code)) {
      do code = text.charCodeAt(++at)
      while (isSpace(code))
      if (!isNameStart(code)) break
      at = this.readAttribute(text, at)
      if (at < 0) return -1
      code = text.charCodeAt(at)
    }
    const isEmpty = code === slash
    if (isEmpty) code = text.charCodeAt(++at)
    if (code !== greater) return -1
    const name = this.written(text, less + 1, nameTo, hash)
    opened.push(name.raw)
    sink.open(name, attributes)
    if (isEmpty) this.close()
    return at + 1
  }

  /** Where its value's quote ends; -1 where it is not plain, or not all there. */
  private readAttribute(text: string, from: number): number {
    let at = from
    let code = text.charCodeAt(at)
    let hash = 0
    while (isNamePart(code)) {
      hash = Math.imul(hash, 31) + code | 0
      code = text.charCodeAt(++at)
    }
    const nameTo = at
    const quote = text.charCodeAt(at + 1)
    if (code !== equals || quote !== quotation && quote !== apostrophe) return -1
    const valueFrom = at + 2
    let isAsItStands = true
    for (at = valueFrom, code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(++at)) {
      if (code > ampersand && code !== lessThan) continue
      if (code === ampersand || code === tab || code === newLine) isAsItStands = false
      else if (!(code >= 0)) return -1
      else if (code === lessThan) return -1
    }
    if (!this.attributes.add(hash, from, nameTo, valueFrom, at)) return -1
    if (!isAsItStands) {
      // White space is one character (XML 1.0, 3.3.3).
      const resolved = withoutReferences(text.slice(valueFrom, at).replace(/[\n\t]/g, " "))
      if (resolved === null) return -1
      this.attributes.resolve(resolved)
    }
    return at + 1
  }

  private close(): void {
    this.opened.pop()
    this.isDone = this.opened.length === 0
    this.sink.close()
  }

  private written(text: string, from: number, to: number, hash: number): WrittenName {
    const slot = hash & knownNames - 1
    const known = this.known[slot]
    if (known !== undefined && known.raw.length === to - from && text.startsWith(known.raw, from)) return known
    const name = { raw: text.slice(from, to), version: -1, name: { local: "", uri: "" }, isAsked: true }
    this.known[slot] = name
    return name
  }
}

/** Names of elements that are kept. */
const knownNames = 128

const declaration =
  /^<\?xml version=(["'])1\.0\1(?: encoding=(["'])[A-Za-z][A-Za-z0-9._-]{0,63}\2)?(?: standalone=(["'])(?:yes|no)\3)? ?\?>/
// oxlint-disable-next-line no-control-regex -- those that XML has not (XML 1.0, 2.2)
const disallowed = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const isBlank = /^[ \t\n]*$/

const tab = 0x09
const newLine = 0x0a
const quotation = 0x22
const ampersand = 0x26
const apostrophe = 0x27
const slash = 0x2f
const lessThan = 0x3c
const equals = 0x3d
const greater = 0x3e

const isSpace = (code: number): boolean => code === 0x20 || code === newLine || code === tab

const isNameStart = (code: number): boolean =>
  code >= 0x61 && code <= 0x7a || code >= 0x41 && code <= 0x5a || code === 0x5f || code === 0x3a

const isNamePart = (code: number): boolean =>
  isNameStart(code) || code >= 0x30 && code <= 0x3a || code === 0x2d || code === 0x2e
