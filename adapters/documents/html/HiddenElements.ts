import { type HiddenTextKind, textCharsMax } from "../../../core/documents/facts/Fact.ts"
import type { Findings } from "../reading/Findings.ts"
import type { HtmlAttributes } from "./HtmlTokens.ts"

/** Maximum nesting depth of elements within an element that is not shown. */
export const hiddenDepthMax = 256
/** Maximum characters of a style that are examined. */
const styleCharsMax = 1_024

/** Elements without an end tag (HTML Standard, 13.1.2). */
const voidElements: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" ")
)

/** Styles that hide the text of an element, or make it too small to read. */
const hiding: ReadonlyArray<readonly [RegExp, HiddenTextKind]> = [
  [
    /(?:^|[;\s])(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}(?:hidden|collapse))/,
    "an element that is not shown"
  ],
  [
    /(?:^|[;\s])(?:opacity\s{0,9}:\s{0,9}0?\.?0{1,9}\s{0,9}(?:;|$)|mso-hide\s{0,9}:\s{0,9}all)/,
    "an element that is not shown"
  ],
  [/(?:^|[;\s])(?:left|top|text-indent|margin-left)\s{0,9}:\s{0,9}-\d{3,}/, "text outside of the page"],
  [/(?:^|[;\s])clip(?:-path)?\s{0,9}:\s{0,9}(?:rect\(0|inset\((?:50|100)%)/, "an element that is not shown"],
  [/(?:^|[;\s])font-size\s{0,9}:\s{0,9}(?:0|1px|1pt|0?\.\d{1,9}(?:px|pt|em|rem))(?![\d.])/, "tiny text"]
]
const whiteText = /(?:^|[;\s])color\s{0,9}:\s{0,9}(?:white|#fff(?:fff)?)(?![\w])/
const background = /background/

/** Collects the text of a page's elements that browsers do not show, or show in white on no background. */
export class HiddenElements {
  private readonly findings: Findings
  private readonly texts = new Map<HiddenTextKind, Array<string>>()
  private chars = 0
  /** Open elements within the hidden element, from that element on. */
  private readonly opened: Array<string> = []
  private kind: HiddenTextKind | null = null
  /** True if an element sets a background, so that white text can be visible. */
  private hasBackground = false

  constructor(findings: Findings) {
    this.findings = findings
  }

  open(name: string, attributes: HtmlAttributes): void {
    for (const attribute of ["alt", "title", "aria-label"]) {
      const value = attributes.get(attribute)
      if (value !== undefined) this.add("an alternative text", `${value}\n`)
    }
    const style = (attributes.get("style") ?? "").slice(0, styleCharsMax).toLowerCase()
    this.hasBackground ||= attributes.has("bgcolor") || attributes.has("background") || background.test(style)
    if (voidElements.has(name)) return
    if (this.kind !== null) {
      if (this.opened.length < hiddenDepthMax) this.opened.push(name)
      return
    }
    this.kind = this.hiddenBy(style, attributes)
    if (this.kind !== null) this.opened.push(name)
  }

  close(name: string): void {
    if (this.kind === null) return
    const at = this.opened.lastIndexOf(name)
    if (at < 0) return
    this.opened.length = at
    if (at === 0) this.kind = null
  }

  text(text: string): void {
    if (this.kind !== null) this.add(this.kind, text)
  }

  finish(): void {
    for (const [how, texts] of this.texts) {
      const text = texts.join("").trim()
      if (text !== "") this.findings.add({ kind: "hidden text", how, text, where: "html" })
    }
  }

  private hiddenBy(style: string, attributes: HtmlAttributes): HiddenTextKind | null {
    if (attributes.has("hidden")) return "an element that is not shown"
    if (style === "") return null
    const found = hiding.find(([pattern]) => pattern.test(style))
    if (found !== undefined) return found[1]
    return whiteText.test(style) && !this.hasBackground ? "text in the color of the page" : null
  }

  private add(how: HiddenTextKind, text: string): void {
    if (this.chars >= textCharsMax) return
    const texts = this.texts.get(how) ?? []
    this.texts.set(how, texts)
    texts.push(text)
    this.chars += text.length
  }
}
