import { SaxesParser } from "saxes"
import type { Budget } from "../Budget.ts"
import { encodingOf } from "./XmlDecoding.ts"
import { entityOf, type XmlEntity } from "./XmlEntities.ts"
import { XmlAttributes, type XmlName, XmlScope } from "./XmlNames.ts"

/** Elements within one another. */
export const depthMax = 128
export const elementsMax = 1_000_000
/** Of one element. */
export const attributesMax = 1_024
/** Faults that are passed over before reading ends. */
export const faultsMax = 64
/** Characters that are read before a limit is looked at again. */
const chunkBytes = 64 * 1024

export interface XmlHandlers {
  open?(name: XmlName, attributes: XmlAttributes): void
  close?(name: XmlName): void
  /** Character data and CDATA sections, maybe in several pieces. References to characters are resolved. */
  text?(text: string): void
  instruction?(target: string, body: string): void
}

export interface XmlOutcome {
  readonly isWellFormed: boolean
  readonly elements: number
  /** What the document type declaration declares; null where there is none, or nothing in it. */
  readonly entity: XmlEntity | null
  /** The limit that ended reading. */
  readonly cutOff: "depth" | "elements" | "attributes" | "lexed bytes" | null
}

/**
 * Reads XML from front to back without expanding any entity. What is not well-formed is read on, as far as that makes sense;
 * nothing is thrown, but for what the handlers throw.
 */
export const readXml = (bytes: Uint8Array, on: XmlHandlers, budget: Budget): XmlOutcome => {
  const encoding = encodingOf(bytes)
  if (encoding === null) return { isWellFormed: false, elements: 0, entity: null, cutOff: null }
  const run = new Run(on)
  try {
    for (let at = encoding.skip; at < bytes.length; at += chunkBytes) {
      const chunk = bytes.subarray(at, at + chunkBytes)
      if (!budget.takeLexed(chunk.length)) throw new Stop("lexed bytes")
      run.write(encoding.decoder.decode(chunk, { stream: true }))
    }
    run.end(encoding.decoder.decode())
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return run.outcome(error.limit)
  }
  return run.outcome(null)
}

/** Ends reading; no fault, so that it takes no stack along. */
class Stop {
  readonly limit: XmlOutcome["cutOff"]

  constructor(limit: XmlOutcome["cutOff"]) {
    this.limit = limit
  }
}

class Run {
  private readonly parser = new SaxesParser({ xmlns: false, position: false })
  private readonly scope = new XmlScope()
  private readonly opened: Array<{ readonly name: XmlName; readonly prefixes: ReadonlyArray<string> | null }> = []
  private names: Array<string> = []
  private values: Array<string> = []
  private elements = 0
  private faults = 0
  private entity: XmlEntity | null = null
  private readonly on: XmlHandlers

  constructor(on: XmlHandlers) {
    this.on = on
    const { parser } = this
    parser.on("attribute", ({ name, value }) => {
      if (this.names.length >= attributesMax) throw new Stop("attributes")
      this.names.push(name)
      this.values.push(value)
    })
    parser.on("opentag", ({ name }) => this.open(name))
    parser.on("closetag", () => this.close())
    if (on.text !== undefined) {
      const text = (piece: string): void => on.text?.(piece)
      parser.on("text", text)
      parser.on("cdata", text)
    }
    if (on.instruction !== undefined) {
      parser.on("processinginstruction", ({ target, body }) => on.instruction?.(target, body))
    }
    parser.on("doctype", (doctype) => {
      this.entity = entityOf(doctype) ?? this.entity
    })
    parser.on("error", () => {
      if (++this.faults > faultsMax) throw new Stop(null)
    })
  }

  write(text: string): void {
    if (text !== "") this.parser.write(text)
  }

  end(text: string): void {
    this.write(text)
    this.parser.close()
  }

  outcome(cutOff: XmlOutcome["cutOff"]): XmlOutcome {
    const isWellFormed = this.faults === 0 && this.elements > 0
    return { isWellFormed, elements: this.elements, entity: this.entity, cutOff }
  }

  private open(raw: string): void {
    if (++this.elements > elementsMax) throw new Stop("elements")
    if (this.opened.length >= depthMax) throw new Stop("depth")
    const { names, values } = this
    this.names = []
    this.values = []
    const prefixes = names.length === 0 ? null : this.scope.enter(names, values)
    const name = this.scope.nameOf(raw)
    this.opened.push({ name, prefixes })
    this.on.open?.(name, new XmlAttributes(names, values, this.scope))
  }

  private close(): void {
    const element = this.opened.pop()
    if (element === undefined) return
    this.on.close?.(element.name)
    if (element.prefixes !== null) this.scope.leave(element.prefixes)
  }
}
