import { factCharsMax, textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"

/** Maximum nesting depth of links whose text is recorded. */
export const linkDepthMax = 8

interface OpenLink {
  readonly url: string
  readonly mark: number
  readonly where: string
}

/** Collects the visible text of all parts of a document, and its links with their visible text. */
export class OdfText {
  private readonly findings: Findings
  private readonly texts: Array<string> = []
  private chars = 0
  private isCutOff = false
  /** Page count that a flat XML document states. */
  private pages: number | null = null
  private slides = 0
  private readonly links: Array<OpenLink | null> = []

  constructor(findings: Findings) {
    this.findings = findings
  }

  add(text: string): void {
    const shortened = text.slice(0, textCharsMax - this.chars)
    if (shortened.length < text.length) this.isCutOff = true
    if (shortened === "") return
    this.texts.push(shortened)
    this.chars += shortened.length
  }

  /** Opens a link element. The URL is null if the element does not lead to an external address. */
  openLink(url: string | null, where: string): void {
    const isKept = url !== null && this.links.length < linkDepthMax
    if (url !== null && !isKept) {
      this.findings.add({ kind: "link", url: truncateFactText(url), text: null, from: "text", where })
    }
    this.links.push(isKept ? { url, mark: this.texts.length, where } : null)
  }

  closeLink(): void {
    const link = this.links.pop()
    if (link == null) return
    let text = ""
    for (let at = link.mark; at < this.texts.length && text.length < factCharsMax; at++) text += this.texts[at]!
    const { where } = link
    this.findings.add({
      kind: "link",
      url: truncateFactText(link.url),
      text: truncateFactText(text.trim()),
      from: "text",
      where
    })
  }

  /** @param pages page count that the part states; null if there is none */
  setPages(pages: number | null): void {
    this.pages ??= pages
  }

  countSlide(): void {
    this.slides++
  }

  /** Returns the number of slides, or else the page count that the document states; null if unknown. */
  pageCount(pages: number | null): number | null {
    return this.slides > 0 ? this.slides : pages ?? this.pages
  }

  /** Closes all open links at the end of a part. */
  closeAll(): void {
    while (this.links.length > 0) this.closeLink()
    this.add("\n")
  }

  finish(pages: number | null): void {
    const text = this.texts.join("").trim()
    if (text !== "") this.findings.add({ kind: "text", text, pages: this.pageCount(pages), where: "document" })
    if (this.isCutOff) this.findings.add({ kind: "cut off", limit: "text", where: "document" })
  }
}
