import type { ReferenceRole } from "../../../core/documents/facts/Fact.ts"
import type { Budget } from "../reading/Budget.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { readXml, type XmlOutcome } from "../xml/ReadXml.ts"
import type { XmlAttributes, XmlName } from "../xml/XmlNames.ts"
import { addMeta, pagesOf } from "./OdfMeta.ts"
import { odfName } from "./OdfNames.ts"
import { addEvent, addListener } from "./OdfScripts.ts"
import { isCommandTarget, isExternalTarget, isRemoteTarget } from "./OdfTargets.ts"
import type { OdfText } from "./OdfText.ts"

/** Elements whose `xlink:href` is loaded when the document is opened or rendered, with the role of the resource. */
const fetchingElements: ReadonlyMap<string, ReferenceRole> = new Map([
  ["draw:object", "object"],
  ["draw:object-ole", "object"],
  ["draw:applet", "object"],
  ["draw:plugin", "object"],
  ["draw:floating-frame", "frame"],
  ["draw:image", "image"],
  ["draw:fill-image", "image"],
  ["style:background-image", "image"],
  ["text:list-level-style-image", "image"],
  ["presentation:sound", "media"],
  ["anim:audio", "media"],
  ["text:section-source", "include"],
  ["text:alphabetical-index-auto-mark-file", "include"],
  ["table:table-source", "workbook"],
  ["table:cell-range-source", "workbook"],
  ["chart:chart", "workbook"],
  ["form:connection-resource", "data"],
  ["db:connection-resource", "data"],
  ["text:script", "script"],
  ["svg:font-face-uri", "other"],
  ["svg:definition-src", "other"]
])

/** Elements whose `xlink:href` is followed on a click. */
const linkElements: ReadonlySet<string> = new Set([
  "draw:area-rectangle",
  "draw:area-circle",
  "draw:area-polygon",
  "form:button",
  "form:image",
  "form:form"
])

/** Elements whose text is not part of the visible document. */
const invisibleElements: ReadonlySet<string> = new Set([
  "text:tracked-changes",
  "text:script",
  "office:scripts",
  "office:binary-data"
])
const paragraphs: ReadonlySet<string> = new Set(["text:p", "text:h"])
const wraps: ReadonlySet<string> = new Set(["text:a", "draw:a"])
const formulas: ReadonlyArray<string> = ["formula", "expression", "condition"]

/** Properties of an element derived from its name, computed once per name. */
interface ElementTraits {
  readonly name: string
  readonly isParagraph: boolean
  readonly isInvisible: boolean
  readonly isWrapper: boolean
  /** Common element of text, tables or styles, of which only the attributes are examined. */
  readonly isPlain: boolean
}

const traitCache = new WeakMap<XmlName, ElementTraits>()

const traitsOf = (element: XmlName): ElementTraits => {
  const cached = traitCache.get(element)
  if (cached !== undefined) return cached
  const name = odfName(element)
  const isPlain = /^(?:text:(?:p|h|span|list|list-item|section|bookmark\S*)|table:\S*|style:\S*|number:\S*)$/.test(name)
  const traits = {
    name,
    isParagraph: paragraphs.has(name),
    isInvisible: invisibleElements.has(name),
    isWrapper: wraps.has(name),
    isPlain
  }
  traitCache.set(element, traits)
  return traits
}

/** Maximum characters of an inline script, or of an inline object in Base64. */
export const capturedCharsMax = 24 * 1024 * 1024

/** Part of a document, and the destinations of its content. */
export interface OdfPart {
  readonly where: string
  /** Depth of the part's folder within the package. */
  readonly folders: number
  readonly findings: Findings
  readonly text: OdfText
  /** Receives the source of an inline script, or an inline object in Base64. */
  readonly capture: (kind: "script" | "object", content: string, language: string) => void
}

/** Reads `content.xml`, `styles.xml`, or a flat XML document. */
export const readContent = (bytes: Uint8Array, part: OdfPart, budget: Budget): XmlOutcome => {
  const reading = new ContentReader(part)
  const outcome = readXml(bytes, {
    open: (name, attributes) => reading.open(traitsOf(name), attributes),
    close: (name) => reading.close(traitsOf(name)),
    text: (text) => reading.addText(text)
  }, budget)
  part.text.closeAll()
  return outcome
}

class ContentReader {
  private readonly part: OdfPart
  private paragraphDepth = 0
  private invisibleDepth = 0
  /** Inline script or object whose element is open; null if there is none. */
  private captured: { readonly name: string; readonly kind: "script" | "object"; content: string } | null = null
  private isInObject = false
  private language = ""

  constructor(part: OdfPart) {
    this.part = part
  }

  open({ isParagraph, isPlain, isInvisible, name }: ElementTraits, attributes: XmlAttributes): void {
    if (isParagraph) this.paragraphDepth++
    if (isInvisible) this.invisibleDepth++
    if (!isPlain) {
      this.startCapture(name, attributes)
      this.addBlank(name, attributes)
    }
    if (isPlain && attributes.count === 0) return
    this.addElement(name, attributes)
    for (const formula of formulas) {
      const value = attributes.any(formula)
      if (value !== undefined) addFormula(value, this.part.where, this.part.findings)
    }
  }

  close({ isParagraph, isInvisible, isWrapper, name }: ElementTraits): void {
    if (isWrapper) this.part.text.closeLink()
    if (isInvisible) this.invisibleDepth--
    if (name === this.captured?.name) {
      this.part.capture(this.captured.kind, this.captured.content, this.language)
      this.captured = null
    }
    if (!isParagraph) return
    this.paragraphDepth--
    this.part.text.add("\n")
  }

  addText(text: string): void {
    if (this.captured !== null && this.captured.content.length < capturedCharsMax) this.captured.content += text
    if (this.paragraphDepth > 0 && this.invisibleDepth === 0) this.part.text.add(text)
  }

  /** Starts to collect a script or object, which flat XML documents contain inline. */
  private startCapture(name: string, attributes: XmlAttributes): void {
    if (name.startsWith("draw:")) this.isInObject = name === "draw:object-ole"
    if (name === "office:script" || name === "text:script") this.language = attributes.any("language") ?? ""
    const kind = name === "ooo:source-code" || name === "text:script"
      ? "script"
      : name === "office:binary-data" && this.isInObject
      ? "object"
      : null
    if (kind !== null) this.captured = { name, kind, content: "" }
  }

  private addBlank(name: string, attributes: XmlAttributes): void {
    if (name === "text:tab") this.addText("\t")
    else if (name === "text:line-break") this.addText("\n")
    else if (name === "text:s") this.addText(" ".repeat(Math.min(Number(attributes.any("c") ?? 1) || 1, 100)))
  }

  private addElement(name: string, attributes: XmlAttributes): void {
    const { findings, where } = this.part
    if (wraps.has(name)) return this.openLink(attributes.any("href") ?? "")
    if (name.endsWith(":event-listener") || name === "script:event") return addListener(attributes, where, findings)
    if (name.startsWith("meta:")) {
      this.part.text.setPages(pagesOf(name, attributes))
      return addMeta(name, attributes, where, findings)
    }
    // Pages of embedded objects do not count.
    if (name === "draw:page" && this.part.folders === 0) this.part.text.countSlide()
    const application = attributes.any("dde-application")
    if (application !== undefined) {
      const command = [application, attributes.any("dde-topic") ?? "", attributes.any("dde-item") ?? ""].join(" ")
        .trim()
      findings.add({ kind: "dde", command: truncateFactText(command), where })
    }
    const classId = name === "draw:object-ole" ? attributes.any("class-id") : undefined
    if (classId !== undefined) this.addClass(classId)
    const target = attributes.any("href")
    if (target !== undefined) this.addTarget(name, target.trim(), attributes)
    if (name.startsWith("xforms:")) this.addForm(name, attributes)
  }

  private openLink(url: string): void {
    const { findings, folders, text, where } = this.part
    if (isCommandTarget(url)) addEvent("click", url, where, findings)
    text.openLink(isExternalTarget(url, folders) && !isCommandTarget(url) ? url : null, where)
  }

  private addTarget(name: string, target: string, attributes: XmlAttributes): void {
    const { findings, folders, where } = this.part
    if (!isExternalTarget(target, folders)) return
    const role = fetchingElements.get(name)
    if (isCommandTarget(target)) addEvent(role === undefined ? "click" : "load", target, where, findings)
    if (linkElements.has(name)) {
      if (!isCommandTarget(target)) {
        findings.add({ kind: "link", url: truncateFactText(target), text: null, from: "action", where })
      }
    } else if (role !== undefined) {
      findings.add({
        kind: "reference",
        role: this.roleOf(role, name, attributes),
        target: truncateFactText(target),
        where
      })
    } else if (isRemoteTarget(target)) {
      findings.add({ kind: "reference", role: "other", target: truncateFactText(target), where })
    }
  }

  private roleOf(role: ReferenceRole, name: string, attributes: XmlAttributes): ReferenceRole {
    // Corrects the role, because documents store video and audio as plug-ins, and tables of web pages as cell ranges.
    if (name === "draw:plugin" && /media|audio|video/i.test(attributes.any("mime-type") ?? "")) return "media"
    return role === "workbook" && /html|web/i.test(attributes.any("filter-name") ?? "") ? "data" : role
  }

  private addClass(classId: string): void {
    const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(classId)?.[0].toUpperCase() ?? null
    const { findings, where } = this.part
    if (id !== null) {
      findings.add({ kind: "ole object", classId: id, progId: null, isUpdated: false, isMalformed: false, where })
    }
  }

  /** Reports the data source or submission target of an XForms 1.1 element. */
  private addForm(name: string, attributes: XmlAttributes): void {
    const { findings, folders, where } = this.part
    const source = attributes.any("src") ?? ""
    if (name === "xforms:instance" && isExternalTarget(source, folders)) {
      findings.add({ kind: "reference", role: "data", target: truncateFactText(source), where })
    }
    const target = attributes.any("action") ?? attributes.any("resource") ?? ""
    if (name === "xforms:submission" && isRemoteTarget(target)) {
      findings.add({ kind: "link", url: truncateFactText(target), text: null, from: "action", where })
    }
  }
}

/** Maximum characters of a formula that are examined. */
const formulaCharsMax = 65_536
/** Maximum number of calls, and of external cells, that are read per formula. */
const formulaCallsMax = 64

/** Quick filter. A formula without a match contains no relevant call and no external cell. */
const mayCallOut = /DDE|WEBSERVICE|HYPERLINK|'#/i
const calls = /(DDE|WEBSERVICE|HYPERLINK)\s{0,9}\(\s{0,9}(?:"([^"]{0,4096})")?/gi
const externalCell = /'([^']{1,4096})'#/g

/**
 * Reports the DDE links, web services, hyperlinks and cells of other files in a formula. Source: OpenFormula 5.8,
 * 6.14.3 and 6.14.12.
 */
const addFormula = (formula: string, where: string, findings: Findings): void => {
  if (!mayCallOut.test(formula)) return
  const text = formula.slice(0, formulaCharsMax)
  for (const [, name, argument] of takeMatches(text.matchAll(calls))) {
    const target = truncateFactText(argument ?? text)
    const called = name?.toUpperCase()
    if (called === "DDE") findings.add({ kind: "dde", command: truncateFactText(text), where })
    else if (called === "WEBSERVICE") findings.add({ kind: "reference", role: "data", target, where })
    else if (argument !== undefined) findings.add({ kind: "link", url: target, text: null, from: "field", where })
  }
  for (const [, file] of takeMatches(text.matchAll(externalCell))) {
    if (file !== undefined) findings.add({ kind: "reference", role: "workbook", target: truncateFactText(file), where })
  }
}

const takeMatches = (matches: Iterable<RegExpExecArray>): ReadonlyArray<RegExpExecArray> => {
  const accepted: Array<RegExpExecArray> = []
  for (const match of matches) {
    if (accepted.length >= formulaCallsMax) break
    accepted.push(match)
  }
  return accepted
}
