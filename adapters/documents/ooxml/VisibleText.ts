import type { XmlName } from "../xml/XmlNames.ts"
import type { PartCollector } from "./PartCollector.ts"
import { TextBuffer } from "./TextBuffer.ts"

/** Transitional and strict (ECMA-376 part 4; part 1, annex A). */
const shown = /\/(?:wordprocessingml|drawingml|spreadsheetml|math)\b/

const elements: ReadonlySet<string> = new Set(["t", "Pages", "tab", "br", "cr", "rPh", "p", "si", "is"])

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

  constructor(charsMax: number) {
    this.buffer = new TextBuffer(charsMax)
  }

  asks({ local }: XmlName): boolean {
    return elements.has(local)
  }

  open({ local, uri }: XmlName): void {
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
      case "br":
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

  toString(): string {
    return this.buffer.toString().trim()
  }
}
