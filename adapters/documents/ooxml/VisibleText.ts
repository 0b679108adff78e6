import type { XmlAttributes, XmlName } from "../xml/XmlNames.ts"
import type { PartCollector } from "./PartCollector.ts"
import { TextBuffer } from "./TextBuffer.ts"

/** Transitional and strict (ECMA-376 part 4; part 1, annex A). */
const shown = /\/(?:wordprocessingml|drawingml|spreadsheetml|math)\b/

/** Where a page ended when Word last laid it out (ECMA-376 part 1, 17.3.3.13). */
const pageEnd = "lastRenderedPageBreak"

const elements: ReadonlySet<string> = new Set(["t", "Pages", "tab", "br", "cr", "rPh", "p", "si", "is", pageEnd])

/** What a person reads of one part: `t` of Word, DrawingML and spreadsheets, one line for each paragraph or string. */
export class VisibleText implements PartCollector {
  private readonly buffer: TextBuffer
  private isText = false
  private isLine = false
  /** Hints for the pronunciation of what stands there already. */
  private isHint = false
  private isPages = false
  /** Pages, as the program counted them that wrote docProps/app.xml. */
  pages: number | null = null
  private told = 0
  private laidOut = 0

  constructor(charsMax: number) {
    this.buffer = new TextBuffer(charsMax)
  }

  asks({ local }: XmlName): boolean {
    return elements.has(local)
  }

  open({ local, uri }: XmlName, attributes: XmlAttributes): void {
    switch (local) {
      case "t":
        this.isText = shown.test(uri)
        break
      case "Pages":
        this.isPages = /extended-?properties/i.test(uri)
        break
      case "tab":
        if (this.isLine) this.buffer.add("\t")
        break
      case pageEnd:
        this.laidOut++
        break
      case "br":
        if (attributes.any("type") === "page") this.told++
        if (this.isLine) this.buffer.add("\n")
        break
      case "cr":
        if (this.isLine) this.buffer.add("\n")
        break
      case "rPh":
        this.isHint = true
        break
    }
  }

  close({ local }: XmlName): void {
    switch (local) {
      case "t":
        this.isText = false
        break
      case "rPh":
        this.isHint = false
        break
      case "Pages":
        this.isPages = false
        break
      case "p":
      case "si":
      case "is":
        if (this.isLine) this.buffer.add("\n")
        this.isLine = false
        break
    }
  }

  text(text: string): void {
    if (this.isPages && /^\s*\d{1,6}\s*$/.test(text)) this.pages = Number(text)
    if (!this.isText || this.isHint) return
    this.isLine = true
    this.buffer.add(text)
  }

  /** Places where a page is told to end, or those where one ended: the more of the two. */
  get breaks(): number {
    return Math.max(this.told, this.laidOut)
  }

  toString(): string {
    return this.buffer.toString().trim()
  }
}
