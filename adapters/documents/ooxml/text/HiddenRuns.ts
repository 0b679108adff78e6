import type { HiddenTextKind } from "../../../../core/documents/facts/Fact.ts"
import type { Findings } from "../../reading/Findings.ts"
import type { XmlAttributes, XmlName } from "../../xml/XmlNames.ts"
import { type PartCollector, TextBuffer } from "../package/PartCollector.ts"

/** Maximum characters of each kind of hidden text per part. */
export const hiddenPartCharsMax = 65_536
/** Maximum size of letters that cannot be read, in half-points. */
const tinyHalfPointsMax = 3

const elements: ReadonlySet<string> = new Set(
  "r p t tbl txbxContent vanish color sz shd highlight sld docPr cNvPr title subject description keywords".split(" ")
)

/**
 * Collects the text of a part that its readers do not see: runs of Word that are hidden, tiny, or white without
 * shading; hidden slides; alternative texts; and metadata. White text in tables and text boxes does not count, because
 * their styles can fill them. Does not resolve styles.
 */
export class HiddenRuns implements PartCollector {
  private readonly texts = new Map<HiddenTextKind, TextBuffer>()
  private readonly where: string
  private isRun = false
  private isSlideHidden = false
  private isShaded = false
  private isText = false
  private isMetadata = false
  /** Nesting depth of tables and text boxes. */
  private filled = 0
  private runKind: HiddenTextKind | null = null

  constructor(where: string) {
    this.where = where
  }

  selects({ local }: XmlName): boolean {
    return elements.has(local)
  }

  open({ local, uri }: XmlName, attributes: XmlAttributes): void {
    if (wordUri.test(uri)) return this.openWord(local, attributes)
    if (local === "sld") this.isSlideHidden = isOff(attributes.get("show"))
    else if (local === "t") this.isText = /\/drawingml\b/.test(uri)
    else if (local === "docPr" || local === "cNvPr") {
      for (const name of ["descr", "title"]) this.add("an alternative text", `${attributes.get(name) ?? ""}\n`)
    } else if (metadataUri.test(uri)) this.isMetadata = true
  }

  private openWord(local: string, attributes: XmlAttributes): void {
    const value = attributes.any("val")
    switch (local) {
      case "tbl":
      case "txbxContent":
        this.filled++
        return
      case "r":
        this.isRun = true
        this.runKind = null
        return
      case "shd":
      case "highlight":
        this.isShaded = true
        if (this.runKind === "text in the color of the page") this.runKind = null
        return
      case "vanish":
        if (this.isRun && !isOff(value)) this.runKind = "text formatted as hidden"
        return
      case "sz":
        if (this.isRun && /^[1-9]\d?$/.test(value ?? "") && Number(value) <= tinyHalfPointsMax) {
          this.runKind ??= "tiny text"
        }
        return
      case "color":
        if (this.isRun && /^ffffff$/i.test(value ?? "") && this.filled === 0 && !this.isShaded) {
          this.runKind ??= "text in the color of the page"
        }
        return
      case "t":
        this.isText = true
    }
  }

  close({ local, uri }: XmlName): void {
    if (local === "t") this.isText = false
    this.isMetadata = false
    if (!wordUri.test(uri)) return
    if (local === "r") {
      this.isRun = false
      this.runKind = null
    } else if (local === "p") {
      this.isShaded = false
      for (const text of this.texts.values()) text.add("\n")
    } else if (local === "tbl" || local === "txbxContent") this.filled = Math.max(0, this.filled - 1)
  }

  text(text: string): void {
    if (this.isMetadata) this.add("metadata", `${text}\n`)
    if (!this.isText) return
    if (this.isSlideHidden) this.add("a hidden slide", `${text} `)
    else if (this.runKind !== null) this.add(this.runKind, text)
  }

  private add(kind: HiddenTextKind, text: string): void {
    const buffer = this.texts.get(kind) ?? new TextBuffer(hiddenPartCharsMax)
    this.texts.set(kind, buffer)
    buffer.add(text)
  }

  addTo(findings: Findings): void {
    for (const [how, buffer] of this.texts) {
      const text = buffer.toString().trim()
      if (text !== "") findings.add({ kind: "hidden text", how, text, where: this.where })
    }
  }
}

const wordUri = /\/(?:wordprocessingml|wordml)\b/
/** Dublin Core and core properties (ECMA-376 part 2, clause 11). */
const metadataUri = /\/(?:dc\/elements|metadata\/core-properties)\b/

/** Reports whether a Boolean attribute is off. A missing attribute is on. */
const isOff = (value: string | undefined): boolean => value === "0" || value === "false" || value === "off"
