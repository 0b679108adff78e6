import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import type { ReferenceRole } from "../../../core/documents/facts/Fact.ts"
import { openCompoundFile } from "../compound/CompoundFile.ts"
import { FieldEvaluator } from "../fields/FieldEvaluator.ts"
import { PackagePictures } from "../images/PackagePictures.ts"
import { reportXmlOutcome } from "../ooxml/package/OoxmlPackage.ts"
import { combineCollectors, type PartCollector } from "../ooxml/package/PartCollector.ts"
import { isExternalTarget } from "../ooxml/package/Relationships.ts"
import { PartObjects } from "../ooxml/PartObjects.ts"
import { VisibleText } from "../ooxml/text/VisibleText.ts"
import { insertedCharsMax, WordFields } from "../ooxml/text/WordFields.ts"
import { decodeBase64Object } from "../reading/Base64.ts"
import type { Budget } from "../reading/Budget.ts"
import { estimatePages, Findings, type FormatReader, truncateFactText } from "../reading/Findings.ts"
import { openActiveMime } from "../vba/ActiveMime.ts"
import { addVbaProjects, findVbaProjects } from "../vba/VbaProject.ts"
import { readXml } from "../xml/ReadXml.ts"
import type { XmlAttributes, XmlName } from "../xml/XmlNames.ts"
import { stylesheetReader } from "./Instructions.ts"

const where = "document"

/** Bytes at the start of a picture that contain its dimensions. */
const pictureStartBytes = 1_024

/** Elements whose value is an address that Word loads, with the attribute that contains the address. */
const references: ReadonlyMap<string, readonly [role: ReferenceRole, attribute: string]> = new Map([
  ["attachedTemplate", ["template", "val"]],
  ["subDoc", ["subdocument", "link"]],
  ["sourceFileName", ["frame", "val"]],
  ["dataSource", ["mailmerge", "val"]],
  ["headerSource", ["mailmerge", "val"]],
  ["src", ["mailmerge", "val"]],
  ["udl", ["mailmerge", "val"]],
  ["saveThroughXSLT", ["other", "xslt"]]
])

/**
 * Reads a document of Word 2003 in one XML file (Office 2003 XML Reference Schemas, "WordprocessingML"). Macros,
 * objects and pictures are Base64 in `w:binData`.
 */
export const readWordXml: FormatReader = (bytes, budget) => {
  const findings = new Findings(budget.limits.factsMax)
  const fields = new WordFields(where, {
    charsLeft: insertedCharsMax,
    names: new FieldEvaluator(findings)
  }, findings)
  const text = new VisibleText(textCharsMax)
  const objects = new PartObjects(where, findings)
  const data = new WordData(findings, budget)
  const outcome = readXml(bytes, {
    ...combineCollectors([fields, text, objects, data]),
    instruction: stylesheetReader(where, findings)
  }, budget)
  reportXmlOutcome(outcome, true, where, findings)
  fields.finish()
  const shown = text.toString()
  const pages = text.pages ?? estimatePages(shown.length, text.breaks)
  if (shown !== "") findings.add({ kind: "text", text: shown, pages, where })
  data.pictures.addCodes(pages, budget, findings)
  return findings.reading()
}

/** Collects the embedded data of a document, and the addresses that it loads. */
class WordData implements PartCollector {
  readonly pictures = new PackagePictures()
  private name: string | null = null
  private base64: Array<string> = []
  private readonly findings: Findings
  private readonly budget: Budget

  constructor(findings: Findings, budget: Budget) {
    this.findings = findings
    this.budget = budget
  }

  selects({ local }: XmlName): boolean {
    return local === "binData" || references.has(local)
  }

  open({ local }: XmlName, attributes: XmlAttributes): void {
    if (local === "binData") {
      this.name = attributes.any("name") ?? ""
      this.base64 = []
    }
    const [role, attribute] = references.get(local) ?? []
    if (role === undefined || attribute === undefined) return
    const target = attributes.any(attribute)?.trim() ?? ""
    if (!isExternalTarget(target)) return
    this.findings.add({ kind: "reference", role, target: truncateFactText(target), where })
  }

  close({ local }: XmlName): void {
    if (local !== "binData" || this.name === null) return
    this.add(this.name.replace(/^wordml:\/\//i, ""), this.base64.join(""))
    this.name = null
    this.base64 = []
  }

  text(text: string): void {
    if (this.name !== null) this.base64.push(text)
  }

  private add(name: string, base64: string): void {
    const { budget, findings } = this
    const bytes = decodeBase64Object(base64, where, findings)
    if (bytes.length === 0) return
    budget.spendDecoded(bytes.length, false)
    const content = openActiveMime(bytes, budget) ?? bytes
    const file = openCompoundFile(content, budget)
    if (file !== null && addVbaProjects(file, findVbaProjects(file), { where }, budget, findings)) return
    this.pictures.add(name, content.length, content.subarray(0, pictureStartBytes), () => content)
    findings.addFile({ name, bytes: content, as: "package part", where })
  }
}
