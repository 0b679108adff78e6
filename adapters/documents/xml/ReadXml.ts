import { SaxesParser } from "saxes"
import type { Budget } from "../reading/Budget.ts"
import { LongTextLimiter } from "./LongTextLimiter.ts"
import type { PlainAttributes } from "./PlainAttributes.ts"
import { type PlainSink, PlainXml } from "./PlainXml.ts"
import { encodingOf } from "./XmlDecoding.ts"
import { worstEntityKind, type XmlEntityKind } from "./XmlEntities.ts"
import { type CachedName, ListedAttributes, type XmlAttributes, type XmlName, XmlScope } from "./XmlNames.ts"

/** Maximum nesting of elements. */
export const depthMax = 128
export const elementsMax = 4_000_000
/** Maximum attributes of one element. */
export const attributesMax = 1_024
/** Maximum syntax errors that are ignored before reading stops. */
export const faultsMax = 64
/** Number of bytes read between two checks of the limits. */
const chunkBytes = 64 * 1024

export interface XmlHandlers {
  /**
   * Selects the elements to report, with the text within them. Without this handler, all elements are reported. The
   * result may be cached per name, so it must depend only on the name.
   */
  selects?(name: XmlName): boolean
  open?(name: XmlName, attributes: XmlAttributes): void
  close?(name: XmlName): void
  /** Receives character data and CDATA sections, possibly in several pieces, with resolved character references. */
  text?(text: string): void
  instruction?(target: string, body: string): void
}

export interface XmlOutcome {
  readonly isWellFormed: boolean
  readonly elements: number
  /** Most severe entity of the document type declaration; null if there is none. */
  readonly entity: XmlEntityKind | null
  /** Limit that ended the reading; null if none did. */
  readonly cutOff: "depth" | "elements" | "attributes" | "lexed bytes" | null
}

/**
 * Reads XML sequentially without expanding entities. Continues after syntax errors as far as possible. Throws only the
 * errors of the handlers.
 */
export const readXml = (bytes: Uint8Array, on: XmlHandlers, budget: Budget): XmlOutcome => {
  const encoding = encodingOf(bytes)
  if (encoding === null) return { isWellFormed: false, elements: 0, entity: null, cutOff: null }
  if (!budget.canBeginXml) return { isWellFormed: true, elements: 0, entity: null, cutOff: "lexed bytes" }
  const run = new XmlReader(on)
  try {
    for (let at = encoding.skip; at < bytes.length; at += chunkBytes) {
      const chunk = bytes.subarray(at, at + chunkBytes)
      run.write(encoding.decoder.decode(chunk, { stream: true }))
      if (!budget.takeLexed(run.costOf(chunk.length))) throw new StopReading("lexed bytes")
    }
    run.end(encoding.decoder.decode())
  } catch (error) {
    if (!(error instanceof StopReading)) throw error
    return run.outcome(error.limit)
  }
  return run.outcome(null)
}

/** Additional cost of each element that the handlers select, in bytes charged to the budget. */
const selectedElementCost = 16

/** Thrown to end the reading. Not an `Error`, so that no stack is captured. */
class StopReading {
  readonly limit: XmlOutcome["cutOff"]

  constructor(limit: XmlOutcome["cutOff"]) {
    this.limit = limit
  }
}

/** Parser that reuses one error object, because faults are only counted and need no stack. */
class QuietParser extends SaxesParser {
  override makeError(): Error {
    return fault
  }
}

const fault = new Error("XML that is not well-formed")

interface OpenElement {
  name: XmlName
  prefixes: ReadonlyArray<string> | null
  isWanted: boolean
}

/** Reads XML with the fast reader, and continues with saxes where the XML is no longer plain. */
class XmlReader implements PlainSink {
  private readonly scope = new XmlScope()
  private readonly plain = new PlainXml(this, this.scope)
  private parser: SaxesParser | null = null
  private isLead = false
  private readonly opened: Array<OpenElement> = []
  private depth = 0
  private selectedDepth = 0
  private names: Array<string> = []
  private values: Array<string> = []
  /** Number of elements before the current bytes. */
  private elementsBefore = 0
  /** Number of elements in the current bytes, and number of these that the handlers selected. */
  private elements = 0
  private selectedElements = 0
  private readonly longTexts = new LongTextLimiter()
  private faults = 0
  private entity: XmlEntityKind | null = null
  private readonly on: XmlHandlers

  constructor(on: XmlHandlers) {
    this.on = on
  }

  write(text: string): void {
    if (text === "") return
    if (this.parser !== null) {
      this.parser.write(text)
      this.longTexts.removeBuffered(this.parser)
    } else if (!this.plain.write(text)) this.switchToFullParser()
  }

  end(text: string): void {
    this.write(text)
    if (this.parser === null && !this.plain.end()) this.switchToFullParser()
    this.parser?.close()
  }

  /** Returns the cost of the bytes just written, in bytes charged to the budget. Plain XML costs about a quarter. */
  costOf(bytes: number): number {
    const { selectedElements, elements } = this
    this.selectedElements = this.elements = 0
    this.elementsBefore += elements
    const extra = elements + selectedElementCost * selectedElements + this.plain.resetCost()
    return this.parser === null ? (bytes >> 2) + extra : bytes
  }

  outcome(cutOff: XmlOutcome["cutOff"]): XmlOutcome {
    const elements = this.elementsBefore + this.elements
    const isWellFormed = this.faults === 0 && elements > 0
    return { isWellFormed, elements, entity: this.entity, cutOff }
  }

  get isTextRequested(): boolean {
    return this.on.text !== undefined && (this.selectedDepth > 0 || this.on.selects === undefined)
  }

  open(written: CachedName, attributes: PlainAttributes): void {
    this.count()
    const { scope } = this
    const prefixes = attributes.hasNamespaces ? scope.enter(attributes.names, attributes.values) : null
    if (written.version !== scope.version) {
      written.version = scope.version
      written.name = scope.nameOf(written.raw)
      written.isWanted = this.on.selects?.(written.name) ?? true
    }
    this.enter(written.name, prefixes, written.isWanted, attributes)
  }

  close(): void {
    if (this.depth === 0) return
    const { isWanted, name, prefixes } = this.opened[--this.depth]!
    if (isWanted) {
      this.selectedDepth--
      this.on.close?.(name)
    }
    if (prefixes !== null) this.scope.leave(prefixes)
  }

  text(text: string): void {
    this.on.text?.(text)
  }

  private count(): void {
    if (this.elementsBefore + ++this.elements > elementsMax) throw new StopReading("elements")
    if (this.depth >= depthMax) throw new StopReading("depth")
  }

  private enter(
    name: XmlName,
    prefixes: ReadonlyArray<string> | null,
    isWanted: boolean,
    attributes: XmlAttributes
  ): void {
    const opened = this.opened[this.depth]
    if (opened === undefined) this.opened.push({ name, prefixes, isWanted })
    else {
      opened.name = name
      opened.prefixes = prefixes
      opened.isWanted = isWanted
    }
    this.depth++
    if (!isWanted) return
    this.selectedDepth++
    this.selectedElements++
    this.on.open?.(name, attributes)
  }

  private switchToFullParser(): void {
    const { consumedPrefix, rest } = this.plain
    const parser = new QuietParser({ xmlns: false, position: false })
    this.parser = parser
    this.listen(parser)
    this.isLead = true
    if (consumedPrefix !== "") parser.write(consumedPrefix)
    this.isLead = false
    if (rest !== "") parser.write(rest)
  }

  private listen(parser: SaxesParser): void {
    const { longTexts, on } = this
    parser.on("attribute", ({ name, value }) => {
      if (this.names.length >= attributesMax) throw new StopReading("attributes")
      this.names.push(name)
      this.values.push(longTexts.restore(value))
    })
    parser.on("opentag", ({ name }) => {
      if (!this.isLead) this.openAny(name)
    })
    parser.on("closetag", () => {
      if (!this.isLead) this.close()
    })
    const text = (part: string): void => {
      const restored = longTexts.restore(part)
      if (this.isTextRequested) this.text(restored)
    }
    if (on.text !== undefined) parser.on("text", text)
    parser.on("cdata", text)
    // The handlers of text and of instructions are registered only if needed. With both, V8 stores the parser in
    // dictionary mode, and parsing is six times slower.
    if (on.instruction !== undefined) {
      parser.on("processinginstruction", ({ target, body }) => on.instruction?.(target, longTexts.restore(body)))
    }
    parser.on("doctype", (doctype) => {
      this.entity = worstEntityKind(longTexts.restore(doctype)) ?? this.entity
    })
    parser.on("error", () => {
      if (++this.faults > faultsMax) throw new StopReading(null)
    })
  }

  private openAny(raw: string): void {
    this.count()
    const { names, scope, values } = this
    this.names = []
    this.values = []
    const prefixes = names.length === 0 ? null : scope.enter(names, values)
    const name = scope.nameOf(raw)
    this.enter(name, prefixes, this.on.selects?.(name) ?? true, new ListedAttributes(names, values, scope))
  }
}
