import { type ActionKind, actionKinds, type ActionTrigger } from "../../../core/documents/facts/DocumentAction.ts"
import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { reportXmlOutcome } from "../ooxml/package/OoxmlPackage.ts"
import { type PartCollector, TextBuffer } from "../ooxml/package/PartCollector.ts"
import { isExternalTarget } from "../ooxml/package/Relationships.ts"
import { decodeStream } from "../pdf/objects/PdfFilters.ts"
import { PdfName } from "../pdf/objects/PdfValue.ts"
import { decodeBase64Object } from "../reading/Base64.ts"
import type { Budget } from "../reading/Budget.ts"
import { Findings, type FormatReader, truncateFactText } from "../reading/Findings.ts"
import { readXml } from "../xml/ReadXml.ts"
import type { XmlAttributes, XmlName } from "../xml/XmlNames.ts"
import { stylesheetReader } from "./Instructions.ts"

const where = "document"

/** Maximum characters of the data of an attachment. */
const dataCharsMax = 32 * 1024 * 1024

/** Kinds of actions by the lower-case names of their elements. A browser also runs an element `script`. */
const kinds: ReadonlyMap<string, ActionKind> = new Map([
  ...actionKinds.filter((kind) => kind !== "Movie" && kind !== "Sound").map((kind) =>
    [kind.toLowerCase(), kind] as const
  ),
  ["script", "JavaScript"]
])

/** Attributes with the target of an action, in lower case. They are also those of the element `File` within it. */
const targetAttributes: ReadonlySet<string> = new Set([
  "name",
  "originalname",
  "href",
  "src",
  "url",
  "uri",
  "f",
  "file"
])
/** Attributes with the code of a script, in lower case. */
const scriptAttributes: ReadonlySet<string> = new Set(["script", "js"])

/** Elements with a text of their own, in lower case. */
const paragraphs: ReadonlySet<string> = new Set(["value", "contents", "p"])

/** Events of pages, which need no click (ISO 32000-2, table 197), and events of the pointer and the focus. */
const openTriggers: ReadonlySet<string> = new Set(["O", "C", "PO", "PC", "PV", "PI"])
const fieldTriggers: ReadonlySet<string> = new Set(["E", "X", "K", "F", "V"])

const triggerOf = (event: string): ActionTrigger =>
  openTriggers.has(event) ? "open" : fieldTriggers.has(event) ? "field" : "click"

/**
 * Reads the data of a PDF form in XML (ISO 19444-1, XFDF): the document to which it belongs, values of fields, comments,
 * and the actions and attachments of annotations.
 */
export const readXfdf: FormatReader = (bytes, budget) => {
  const findings = new Findings(budget.limits.factsMax)
  const data = new FormData(findings, budget)
  const outcome = readXml(bytes, {
    selects: () => true,
    open: (name, attributes) => data.open(name, attributes),
    close: (name) => data.close(name),
    text: (text) => data.text(text),
    instruction: stylesheetReader(where, findings)
  }, budget)
  reportXmlOutcome(outcome, true, where, findings)
  data.finish()
  return findings.reading()
}

interface OpenAction {
  readonly kind: ActionKind
  readonly targets: Set<string>
  readonly script: TextBuffer
}

/** Data of an attachment, with its encoding (`hex` or `base64`) and filter. */
interface OpenData {
  readonly encoding: string
  readonly filter: string
  readonly text: TextBuffer
}

class FormData implements Pick<PartCollector, "close" | "open" | "text"> {
  private readonly shown = new TextBuffer(textCharsMax)
  private trigger: ActionTrigger = "click"
  private readonly actions: Array<OpenAction> = []
  private fileName: string | null = null
  private data: OpenData | null = null
  private readonly findings: Findings
  private readonly budget: Budget

  constructor(findings: Findings, budget: Budget) {
    this.findings = findings
    this.budget = budget
  }

  open({ local }: XmlName, attributes: XmlAttributes): void {
    const name = local.toLowerCase()
    if (name === "f") this.addDocument(attributes.any("href") ?? "")
    else if (name === "action") this.trigger = triggerOf(attributes.any("Trigger") ?? "")
    else if (name === "fileattachment") this.fileName = attributes.any("file") ?? ""
    else if (name === "data" && this.fileName !== null) {
      const [encoding, filter] = [attributes.any("encoding") ?? "", attributes.any("filter") ?? ""]
      this.data = { encoding: encoding.toLowerCase(), filter, text: new TextBuffer(dataCharsMax) }
    } else this.addAddresses(attributes)
    const kind = kinds.get(name)
    if (kind !== undefined) this.actions.push({ kind, targets: new Set(), script: new TextBuffer(textCharsMax) })
    if (kind !== undefined || name === "file") this.addTargets(attributes)
  }

  close({ local }: XmlName): void {
    const name = local.toLowerCase()
    if (name === "data" && this.data !== null) this.addAttachment(this.data)
    if (name === "fileattachment") this.fileName = null
    if (kinds.has(name)) this.addAction()
    if (paragraphs.has(name)) this.shown.add("\n")
  }

  text(text: string): void {
    if (this.data !== null) return this.data.text.add(text)
    const action = this.actions.at(-1)
    if (action === undefined) this.shown.add(text)
    else action.script.add(text)
  }

  /** Adds the document to which the data belongs. Viewers open it on import. */
  private addDocument(target: string): void {
    this.findings.add({ kind: "reference", role: "other", target: truncateFactText(target), where })
  }

  /** Adds the links and pictures of formatted text, which is XHTML. */
  private addAddresses(attributes: XmlAttributes): void {
    const [href = "", source = ""] = [attributes.any("href"), attributes.any("src")]
    if (isExternalTarget(href.trim())) {
      this.findings.add({ kind: "link", url: truncateFactText(href), text: null, from: "annotation", where })
    }
    if (isExternalTarget(source.trim())) {
      this.findings.add({ kind: "reference", role: "image", target: truncateFactText(source), where })
    }
  }

  private addTargets(attributes: XmlAttributes): void {
    const action = this.actions.at(-1)
    for (const { local, value } of action === undefined ? [] : attributes.all()) {
      const name = local.toLowerCase()
      if (targetAttributes.has(name) && value.trim() !== "") action?.targets.add(truncateFactText(value))
      if (scriptAttributes.has(name)) action?.script.add(`${value}\n`)
    }
  }

  private addAction(): void {
    const action = this.actions.pop()
    if (action === undefined) return
    const { findings, trigger } = this
    const { kind, targets } = action
    const script = kind === "JavaScript" ? action.script.toString() : null
    for (const target of targets.size === 0 ? [null] : targets) {
      if (kind === "URI" && trigger !== "open" && target !== null) {
        findings.add({ kind: "link", url: target, text: null, from: "annotation", where })
      }
      findings.add({ kind: "action", action: { kind, trigger, target, script }, where })
    }
  }

  private addAttachment({ encoding, filter, text }: OpenData): void {
    const { budget, findings } = this
    const content = text.toString()
    const stored = encoding === "base64" ? decodeBase64Object(content, where, findings) : Buffer.from(content, "latin1")
    const isHex = encoding !== "base64" && encoding !== "ascii"
    const filters = [...isHex ? ["ASCIIHexDecode"] : [], ...filter.split(/\s+/).filter((one) => one !== "")]
    const decoded = decodeStream(stored, filters.map((one) => new PdfName(one, false)), null, budget)
    if (text.isFull || decoded === null || !decoded.isWhole) {
      findings.add({ kind: "unread", detail: "an attachment that cannot be decoded", isDocument: false, where })
    }
    findings.addFile({
      name: truncateFactText(this.fileName ?? ""),
      bytes: decoded?.bytes ?? new Uint8Array(0),
      as: "attachment",
      where
    })
    this.data = null
  }

  finish(): void {
    while (this.actions.length > 0) this.addAction()
    if (this.data !== null) this.addAttachment(this.data)
    const lines = this.shown.toString().split("\n").map((line) => line.trim()).filter((line) => line !== "")
    const text = lines.join("\n")
    if (text !== "") this.findings.add({ kind: "text", text, pages: null, where })
  }
}
