import { textCharsMax } from "../../../../core/documents/facts/Fact.ts"
import { estimatePages, type Findings } from "../../reading/Findings.ts"
import type { XmlAttributes, XmlName } from "../../xml/XmlNames.ts"
import { isMainPart, type Part } from "../package/OoxmlPackage.ts"
import { type PartCollector, TextBuffer } from "../package/PartCollector.ts"

/** Matches the transitional and strict namespaces of elements with visible text (ECMA-376 part 4; part 1, annex A). */
const shown = /\/(?:wordprocessingml|wordml|drawingml|spreadsheetml|math)\b/

/** Element that marks a page end in Word's last layout (ECMA-376 part 1, 17.3.3.13). */
const pageEnd = "lastRenderedPageBreak"

const elements: ReadonlySet<string> = new Set(["t", "Pages", "tab", "br", "cr", "rPh", "p", "si", "is", pageEnd])

/**
 * Collects the visible text of one part, which is in `t` elements of Word, DrawingML and spreadsheets. Each paragraph
 * or string becomes a line.
 */
export class VisibleText implements PartCollector {
  private readonly buffer: TextBuffer
  private isText = false
  private isLine = false
  /** True within phonetic hints, which repeat visible text. */
  private isPhoneticHint = false
  private isPages = false
  /** Page count stored by the program in docProps/app.xml. */
  pages: number | null = null
  private explicitBreaks = 0
  private layoutBreaks = 0

  constructor(charsMax: number) {
    this.buffer = new TextBuffer(charsMax)
  }

  selects({ local }: XmlName): boolean {
    return elements.has(local)
  }

  open({ local, uri }: XmlName, attributes: XmlAttributes): void {
    switch (local) {
      case "t":
        this.isText = shown.test(uri)
        break
      case "Pages":
        this.isPages = /extended-?properties|schemas-microsoft-com:office:office/i.test(uri)
        break
      case "tab":
        if (this.isLine) this.buffer.add("\t")
        break
      case pageEnd:
        this.layoutBreaks++
        break
      case "br":
        if (attributes.any("type") === "page") this.explicitBreaks++
        if (this.isLine) this.buffer.add("\n")
        break
      case "cr":
        if (this.isLine) this.buffer.add("\n")
        break
      case "rPh":
        this.isPhoneticHint = true
        break
    }
  }

  close({ local }: XmlName): void {
    switch (local) {
      case "t":
        this.isText = false
        break
      case "rPh":
        this.isPhoneticHint = false
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
    if (!this.isText || this.isPhoneticHint) return
    this.isLine = true
    this.buffer.add(text)
  }

  /** The number of explicit page breaks, or the number of page ends in the last layout if it is larger. */
  get breaks(): number {
    return Math.max(this.explicitBreaks, this.layoutBreaks)
  }

  toString(): string {
    return this.buffer.toString().trim()
  }
}

interface PartText {
  readonly text: string
  /** Page count stored by the program, if this part contains it. */
  readonly pages: number | null
  readonly breaks: number
}

/** Visible text of all parts of a document, in document order. */
export class DocumentTexts {
  private readonly texts: Array<{ readonly order: string; readonly text: string }> = []
  private slides = 0
  private pages: number | null = null
  private isWord = false
  private breaks = 0
  private chars = 0

  add(part: Part, { breaks, pages, text }: PartText): void {
    if (/presentationml\.slide\+xml/.test(part.contentType)) this.slides++
    this.pages ??= pages
    this.isWord ||= isMainPart(part) && /wordprocessingml|ms-word/.test(part.contentType)
    this.breaks += breaks
    this.chars += text.length
    if (text !== "" && !isTemplatePart(part)) this.texts.push({ order: orderOf(part), text })
  }

  /** Number of pages: the slides, else the stored page count, else an estimate for a Word document. Null if unknown. */
  get pageCount(): number | null {
    if (this.slides > 0) return this.slides
    return this.pages ?? (this.isWord ? estimatePages(this.chars, this.breaks) : null)
  }

  addTo(findings: Findings): void {
    const buffer = new TextBuffer(textCharsMax)
    for (const { text } of this.texts.toSorted((one, other) => one.order < other.order ? -1 : 1)) {
      buffer.add(text)
      buffer.add("\n")
    }
    const text = buffer.toString().trim()
    if (text !== "") findings.add({ kind: "text", text, pages: this.pageCount, where: "document" })
  }
}

/** Reports whether a part is a master, layout or building block, whose text does not appear on a page. */
const isTemplatePart = ({ contentType }: Part): boolean =>
  /master\+xml|slidelayout\+xml|glossary\+xml/.test(contentType)

/**
 * Returns a sort key that puts the main part first, then orders by name with numeric order (`slide2` before `slide10`).
 */
const orderOf = (part: Part): string =>
  (isMainPart(part) ? "0" : "1") + part.name.toLowerCase().replaceAll(/\d{1,9}/g, (digits) => digits.padStart(9, "0"))
