import { factCharsMax, type ReferenceRole } from "../../../../core/documents/facts/Fact.ts"
import { type Findings, truncateFactText } from "../../reading/Findings.ts"
import type { XmlAttributes, XmlName } from "../../xml/XmlNames.ts"
import { type PartCollector, TextBuffer } from "../package/PartCollector.ts"
import { type OwnedRelationship, roleOf } from "../package/Relationships.ts"

/** Maximum number of visible texts reported per relationship. */
export const textsMax = 8

/** Role that an element gives its relationship, regardless of the relationship's type. */
const uses: ReadonlyMap<string, ReferenceRole> = new Map([
  ["attachedTemplate", "template"],
  ["sourceFileName", "frame"],
  ["subDoc", "subdocument"],
  ["altChunk", "include"],
  ["OLEObject", "object"],
  ["oleObject", "object"],
  ["oleObj", "object"],
  ["oleLink", "object"],
  ["control", "control"],
  ["externalBook", "workbook"],
  ["blip", "image"],
  ["imagedata", "image"],
  ["videoFile", "media"],
  ["audioFile", "media"],
  ["dataSource", "mailmerge"],
  ["headerSource", "mailmerge"]
])
const elements: ReadonlySet<string> = new Set(["hyperlink", "r", "hlinkClick", "hlinkHover", "hlinkMouseOver", "t"])
/** Attributes that refer to a relationship. */
const idNames = ["id", "link", "href"] as const

/** Collects the links of one part: the target of each relationship and its visible text. */
export class LinkTexts implements PartCollector {
  /** IDs of relationships by cell, for links without a display text. */
  readonly cells = new Map<string, string>()
  private readonly targets = new Map<string, OwnedRelationship>()
  private readonly texts = new Map<string, Array<string>>()
  private readonly used = new Map<string, ReferenceRole>()
  private word: { readonly id: string; readonly text: TextBuffer } | null = null
  private isRun = false
  private runId: string | null = null
  private runText = ""
  private isText = false
  private readonly where: string

  constructor(where: string, relationships: ReadonlyArray<OwnedRelationship>) {
    this.where = where
    for (const relationship of relationships) {
      if (relationship.isExternal) this.targets.set(relationship.id, relationship)
    }
  }

  selects({ local }: XmlName): boolean {
    return this.targets.size > 0 && (elements.has(local) || uses.has(local))
  }

  open({ local }: XmlName, attributes: XmlAttributes): void {
    if (this.targets.size === 0) return
    switch (local) {
      case "hyperlink": {
        const id = attributes.in("/relationships", "id")
        if (id === undefined) break
        // The link belongs to a cell of a sheet, or encloses runs in Word.
        const [cell, display] = [attributes.get("ref"), attributes.get("display")]
        if (cell === undefined) this.word = { id, text: new TextBuffer(factCharsMax) }
        else if (display !== undefined) this.addText(id, display)
        else if (this.targets.has(id)) this.cells.set(cell.replace(/:[^]*/, ""), id)
        break
      }
      case "r":
        this.beginRun(true)
        break
      case "hlinkClick":
        if (this.isRun) this.runId = attributes.in("/relationships", "id") ?? null
        break
      case "hlinkHover":
      case "hlinkMouseOver":
        this.used.set(attributes.in("/relationships", "id") ?? "", "image")
        break
      case "t":
        this.isText = true
        break
      default: {
        const role = uses.get(local)
        if (role !== undefined) this.recordUse(attributes, role)
      }
    }
  }

  close({ local }: XmlName): void {
    switch (local) {
      case "hyperlink":
        if (this.word !== null) this.addText(this.word.id, this.word.text.toString())
        this.word = null
        break
      case "r":
        if (this.runId !== null) this.addText(this.runId, this.runText)
        this.beginRun(false)
        break
      case "t":
        this.isText = false
        break
    }
  }

  text(text: string): void {
    if (!this.isText) return
    this.word?.text.add(text)
    if (this.isRun && this.runText.length < factCharsMax) this.runText += text.slice(0, factCharsMax)
  }

  /** Adds the text of a cell as the visible text of its link. */
  addCellText(cell: string, text: string): void {
    const id = this.cells.get(cell)
    if (id !== undefined) this.addText(id, text)
  }

  /**
   * Adds the links to the findings. Must be called after the part is read.
   *
   * @param base base of relative links; empty if links are relative to the document
   */
  addLinks(findings: Findings, base = ""): void {
    const { where } = this
    for (const [id, { target, type }] of this.targets) {
      const url = truncateFactText(base !== "" && type === "hyperlink" ? joinTarget(base, target) : target)
      if (url === "") continue
      const role = this.used.get(id)
      if (role !== undefined && role !== roleOf(type)) findings.add({ kind: "reference", role, target: url, where })
      if (type !== "hyperlink") continue
      for (const text of this.texts.get(id) ?? [null]) {
        findings.add({ kind: "link", url, text, from: "relationship", where })
      }
    }
  }

  private beginRun(isRun: boolean): void {
    this.isRun = isRun
    this.runId = null
    this.runText = ""
  }

  private recordUse(attributes: XmlAttributes, role: ReferenceRole): void {
    for (const name of idNames) {
      const id = attributes.in("/relationships", name)
      if (id !== undefined && this.targets.has(id)) this.used.set(id, role)
    }
  }

  private addText(id: string, text: string): void {
    const shown = truncateFactText(text.trim())
    if (shown === "") return
    const texts = this.texts.get(id)
    if (texts === undefined) this.texts.set(id, [shown])
    else if (texts.length < textsMax && !texts.includes(shown)) texts.push(shown)
  }
}

/** Joins a relative target to the base. Absolute targets stay unchanged. */
const joinTarget = (base: string, target: string): string =>
  target === "" || /^(?:[a-z][a-z0-9+.-]*:|[\\/#])/i.test(target)
    ? target
    : `${base}${/[\\/]$/.test(base) ? "" : "/"}${target}`
