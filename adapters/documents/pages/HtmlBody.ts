import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { wideDecoderOf } from "../../../core/documents/facts/WideText.ts"
import { decodeAnsi } from "../compound/Cursor.ts"
import { HiddenElements } from "../html/HiddenElements.ts"
import { HtmlLinks, isElsewhere } from "../html/HtmlLinks.ts"
import { type HtmlAttributes, type HtmlHandler, readHtml } from "../html/HtmlTokens.ts"
import { isDarkColor, TableCells } from "../images/CellCodes.ts"
import type { Budget } from "../reading/Budget.ts"
import type { Findings } from "../reading/Findings.ts"
import { RtfText } from "../rtf/RtfText.ts"

/**
 * Decodes HTML as UTF-16 if its start is in it, otherwise as UTF-8, or as windows-1252 if it is not valid UTF-8. ASCII
 * characters are the same in the last two.
 */
export const decodePage = (bytes: Uint8Array): string => {
  const wide = wideDecoderOf(bytes) ?? (bytes[0] === 0x3c && bytes[1] === 0 ? utf16 : null)
  if (wide !== null) return wide.decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return decodeAnsi(bytes)
  }
}

const utf16 = new TextDecoder("utf-16le")

/** Maximum characters of a page that are read. */
export const htmlCharsMax = 4 * textCharsMax

/** Start tags and end tags at which programs start a new line. */
const lineBreak = /^(?:br|p|div|tr|h[1-6]|li)$/

/** Collects the text, links and loaded files of HTML, as mail programs show them. They run no scripts. */
export class HtmlBody implements HtmlHandler {
  readonly links: HtmlLinks
  private readonly body = new RtfText(textCharsMax)
  private readonly cells = new TableCells()
  /** Nesting depth of elements whose line breaks are shown. */
  private preformatted = 0
  private readonly unseen: HiddenElements

  constructor(findings: Findings) {
    this.links = new HtmlLinks(this.body, findings)
    this.unseen = new HiddenElements(findings)
  }

  open(name: string, attributes: HtmlAttributes): void {
    this.links.open(name, attributes)
    this.unseen.open(name, attributes)
    if (name === "br") this.body.add("\n")
    if (name === "form") this.addForm(attributes.get("action") ?? "")
    if (name === "pre") this.preformatted++
    if (name === "table") this.cells.openTable()
    else if (name === "tr") this.cells.openRow()
    else if (name === "td" || name === "th") {
      const span = Number.parseInt(attributes.get("colspan") ?? "1", 10)
      this.cells.addCell(isDarkColor(backgroundOf(attributes)), span > 1 ? span : 1)
    }
  }

  close(name: string): void {
    this.links.close(name)
    this.unseen.close(name)
    if (name === "pre") this.preformatted = Math.max(0, this.preformatted - 1)
    if (name === "table") this.cells.closeTable()
    if (name !== "br" && lineBreak.test(name)) this.body.add("\n")
  }

  text(text: string): void {
    this.unseen.text(text)
    if (this.preformatted > 0) return this.body.add(text)
    this.body.add(text.length === 1 ? text.replace(/[\r\n]/, " ") : text.replaceAll(/[\r\n]+/g, " "))
  }

  source(name: "script" | "style", text: string): void {
    if (name === "style") this.links.addStyle(text)
  }

  /** Ends an open link, adds the links in codes that are drawn with tables, and returns the text. */
  finish(): string {
    this.links.endLink()
    this.unseen.finish()
    for (const code of this.cells.readCodes()) this.links.addLink(code, null, "qr")
    return this.body.toString()
  }

  /** Adds the address to which a form sends its fields. Some mail programs send them. */
  protected addForm(action: string): void {
    if (isElsewhere(action)) this.links.addLink(action.trim(), null, "action")
  }
}

/** Returns the background color of a cell; empty if there is none. */
const backgroundOf = (attributes: HtmlAttributes): string =>
  /(?:^|;)\s{0,9}background(?:-color)?\s{0,9}:\s{0,9}([^;]{1,40})/i.exec(attributes.get("style") ?? "")?.[1] ??
    attributes.get("bgcolor") ?? ""

/**
 * Reads the links of an HTML body, and returns its text.
 *
 * @param handler collects the text and the links
 */
export const readHtmlBody = (
  html: string,
  findings: Findings,
  budget: Budget,
  handler: HtmlBody = new HtmlBody(findings),
  where = "html"
): string => {
  if (html.length > htmlCharsMax) findings.add({ kind: "cut off", limit: "characters of a page", where })
  readHtml(html.slice(0, htmlCharsMax), handler, budget, findings, where)
  return handler.finish()
}
