import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import type { Findings } from "../reading/Findings.ts"
import { estimatedPages } from "../reading/PageEstimate.ts"
import { isMain, type Part } from "./OoxmlPackage.ts"
import { TextBuffer } from "./TextBuffer.ts"

/** What a person reads in one part. */
interface PartText {
  readonly text: string
  /** As the program counted them, where this is the part that says so. */
  readonly pages: number | null
  /** Ends of pages. */
  readonly breaks: number
}

/** What a person reads in all parts of a document, in the order in which the document has them. */
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
    this.isWord ||= isMain(part) && /wordprocessingml|ms-word/.test(part.contentType)
    this.breaks += breaks
    this.chars += text.length
    if (text !== "" && !isPattern(part)) this.texts.push({ order: orderOf(part), text })
  }

  /** Slides, or pages as the program counted them, or about as many; null: not known. */
  get pageCount(): number | null {
    if (this.slides > 0) return this.slides
    return this.pages ?? (this.isWord ? estimatedPages(this.chars, this.breaks) : null)
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

/** What slides and texts are made after: their words stand on no page. */
const isPattern = ({ contentType }: Part): boolean => /master\+xml|slidelayout\+xml|glossary\+xml/.test(contentType)

/** Main part first, then by name, numbers by their size: `slide2` before `slide10`. */
const orderOf = (part: Part): string =>
  (isMain(part) ? "0" : "1") + part.name.toLowerCase().replaceAll(/\d{1,9}/g, (digits) => digits.padStart(9, "0"))
