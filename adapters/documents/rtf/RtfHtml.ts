import { HtmlLinks } from "../html/HtmlLinks.ts"
import { type HtmlAttributes, type HtmlHandler, readHtml } from "../html/HtmlTokens.ts"
import type { Budget } from "../reading/Budget.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import type { RtfText } from "./RtfText.ts"

const where = "html"

/**
 * Reads HTML encapsulated in RTF (MS-OXRTFEX): its tags are in separate groups, and its text is in the document's text.
 */
export class RtfHtml implements HtmlHandler {
  private readonly links: HtmlLinks
  private readonly findings: Findings
  private readonly budget: Budget

  constructor(body: RtfText, findings: Findings, budget: Budget) {
    this.links = new HtmlLinks(body, findings)
    this.findings = findings
    this.budget = budget
  }

  /** Reads a piece of markup, usually one tag. */
  addMarkup(markup: string): void {
    readHtml(markup, this, this.budget, this.findings, where)
  }

  open(name: string, attributes: HtmlAttributes): void {
    this.links.open(name, attributes)
    const target = attributes.get("src")?.trim() ?? ""
    if (target === "" || name !== "iframe" && name !== "script") return
    const role = name === "iframe" ? "frame" : "script"
    this.findings.add({ kind: "reference", role, target: truncateFactText(target), where })
  }

  close(name: string): void {
    this.links.close(name)
  }

  /** Ignores text between tags, because the text of the document is outside of the groups. */
  text(): void {}

  source(name: "script" | "style", text: string): void {
    if (name === "style") this.links.addStyle(text)
  }

  /** Ends an open link at the end of the document. */
  finish(): void {
    this.links.endLink()
  }
}
