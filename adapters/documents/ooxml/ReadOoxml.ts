import { findControlAddress } from "../../../core/documents/facts/BrowserControl.ts"
import { nothingReadable, textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { FieldEvaluator } from "../fields/FieldEvaluator.ts"
import { PackagePictures } from "../images/PackagePictures.ts"
import type { Budget } from "../reading/Budget.ts"
import { Findings, type FormatReader, truncateFactText } from "../reading/Findings.ts"
import { readXml } from "../xml/ReadXml.ts"
import { openZip, type ZipArchive } from "../zip/ZipArchive.ts"
import { normalizeZipName } from "../zip/ZipRecords.ts"
import { addDeclaredEquations, addDeclaredFile, type DeclaredEquation, readBinaryPart } from "./BinaryParts.ts"
import {
  isMacroSheet,
  isMainPart,
  OoxmlPackage,
  otherPackageType,
  type Part,
  reportXmlOutcome
} from "./package/OoxmlPackage.ts"
import { combineCollectors } from "./package/PartCollector.ts"
import { isHtml, isMediaPart, isVml, isXml, removeVmlConditions, startsLikeMedia } from "./package/PartKinds.ts"
import { referenceOf } from "./package/Relationships.ts"
import { PartObjects } from "./PartObjects.ts"
import { BinaryWorkbook } from "./sheets/BinaryWorkbook.ts"
import { DataMashup } from "./sheets/DataMashup.ts"
import { addHiddenCells, HiddenLines } from "./sheets/HiddenCells.ts"
import { addCellTexts } from "./sheets/SheetLinks.ts"
import { type Sheet, Workbook } from "./sheets/Workbook.ts"
import { HiddenRuns } from "./text/HiddenRuns.ts"
import { LinkTexts } from "./text/LinkTexts.ts"
import { DocumentTexts, VisibleText } from "./text/VisibleText.ts"
import { insertedCharsMax, type SharedFieldState, WordFields } from "./text/WordFields.ts"
import { WordTables } from "./text/WordTables.ts"

const where = "document"

/** Reads an Office document that is a package (ECMA-376). Recognizes most parts by content and type, not by name. */
export const readOoxml: FormatReader = (bytes, budget) => {
  const findings = new Findings(budget.limits.factsMax)
  const archive = openZip(bytes, budget)
  if (archive === null) {
    findings.add({ kind: "damaged", detail: nothingReadable, where })
    return findings.reading()
  }
  readPackage(archive, findings, budget)
  return findings.reading()
}

/** Adds the facts of a package to the findings. */
export const readPackage = (archive: ZipArchive, findings: Findings, budget: Budget): void => {
  const ooxml = new OoxmlPackage(archive, budget, findings)
  const other = otherPackageType(ooxml)
  if (other !== null) findings.add({ kind: "unread", detail: other, isDocument: true, where })
  new OoxmlReader(ooxml, findings, budget).read()
  addArchive(archive, findings)
}

/**
 * Adds the anomalies of the archive. A missing central directory is damage, not tampering, because it is also missing
 * in a truncated file.
 */
const addArchive = (archive: ZipArchive, findings: Findings): void => {
  for (const detail of archive.anomalies) {
    findings.add(
      detail === "no directory"
        ? { kind: "damaged", detail, where }
        : { kind: "tampered archive", detail, where }
    )
  }
  if (archive.isCutOff) findings.add({ kind: "cut off", limit: "entries", where })
}

class OoxmlReader {
  private readonly ooxml: OoxmlPackage
  private readonly findings: Findings
  private readonly budget: Budget
  private readonly mayHoldMacros: boolean
  private readonly binaryWorkbook: BinaryWorkbook
  private linkBase = ""
  private readonly texts = new DocumentTexts()
  private readonly pictures = new PackagePictures()
  /** Controls that show a web page, whose addresses are in other parts. */
  private readonly browsers: Array<{ readonly owner: string; readonly classId: string | null; readonly id: string }> =
    []
  /** Names of the worksheets that hide rows or columns. */
  private readonly hiding = new Set<string>()
  private readonly nestedFields: SharedFieldState
  private readonly links: Array<{ readonly part: Part; readonly links: LinkTexts }> = []
  private readonly equations: Array<DeclaredEquation> = []
  /** Sheets by the key of their part. */
  private readonly sheets = new Map<string, Sheet>()

  constructor(ooxml: OoxmlPackage, findings: Findings, budget: Budget) {
    this.ooxml = ooxml
    this.findings = findings
    this.budget = budget
    this.nestedFields = { charsLeft: insertedCharsMax, names: new FieldEvaluator(findings) }
    this.mayHoldMacros = ooxml.mayHoldMacros
    this.binaryWorkbook = new BinaryWorkbook(ooxml, findings)
  }

  read(): void {
    const { findings, ooxml } = this
    for (const relationship of ooxml.relationships) {
      const fact = referenceOf(relationship, ooxml.typeOf(relationship.owner))
      if (fact !== null) findings.add(fact)
    }
    for (const part of sortParts(ooxml.parts)) this.readPart(part)
    addCellTexts(ooxml, this.links, this.budget)
    addHiddenCells(ooxml, this.worksheets(), this.budget, findings)
    for (const { links } of this.links) links.addLinks(findings, this.linkBase)
    this.reportOwnerless()
    this.addBrowsers()
    addDeclaredEquations(ooxml, this.equations, this.budget, findings)
    this.texts.addTo(findings)
    this.pictures.addCodes(this.texts.pageCount, this.budget, findings)
  }

  private addBrowsers(): void {
    for (const { classId, id, owner } of this.browsers.slice(0, browsersMax)) {
      const key = this.ooxml.relationshipsOf(owner).find((relationship) => relationship.id === id)?.part
      const part = this.ooxml.parts.find(({ name }) => normalizeZipName(name) === key)
      const location = part === undefined ? null : findControlAddress(this.ooxml.archive.readStart(part.entry))
      const fact = { kind: "activex", classId, where: owner } as const
      this.findings.add(location === null ? fact : { ...fact, location: truncateFactText(location) })
    }
  }

  /** Returns the worksheets that are hidden, or hide rows or columns. */
  private worksheets() {
    return this.ooxml.parts.flatMap((part) => {
      if (!part.contentType.includes("worksheet+xml")) return []
      const visibility = this.sheets.get(normalizeZipName(part.name))?.visibility ?? "visible"
      return visibility === "visible" && !this.hiding.has(part.name) ? [] : [{ part, visibility }]
    })
  }

  private readPart(part: Part): void {
    const { archive } = this.ooxml
    if (isMainPart(part) && /addin/.test(part.contentType)) {
      this.findings.add({ kind: "add-in", target: part.name, where: part.name })
    }
    if (part.relations.has("afchunk")) {
      const { contentType, name } = part
      this.findings.add({ kind: "alternative chunk", contentType: truncateFactText(contentType), where: name })
    }
    const isPicture = part.relations.has("image")
    const start = isMediaPart(part) || isPicture ? archive.readStart(part.entry) : null
    if (isPicture && start !== null) this.addPicture(part, start)
    if (isMediaPart(part) && start !== null && startsLikeMedia(start)) return
    const { bytes, isWhole } = archive.read(part.entry)
    addDeclaredFile(part, bytes, this.findings)
    if (isXml(part, bytes)) return this.readXmlPart(part, bytes, isWhole)
    if (!isWhole && part.entry.claimedBytes > 0) {
      this.findings.add({ kind: "damaged", detail: "entry", where: part.name })
    }
    this.texts.add(part, { pages: null, breaks: 0, text: this.binaryWorkbook.read(part, bytes) })
    readBinaryPart(part, bytes, this.mayHoldMacros, this.findings, this.budget)
  }

  private addPicture({ entry, name }: Part, start: Uint8Array): void {
    this.pictures.add(name, entry.storedBytes, start, () => this.ooxml.archive.read(entry).bytes)
  }

  private readXmlPart(part: Part, bytes: Uint8Array, isWhole: boolean): void {
    const { budget, findings, ooxml } = this
    const { contentType, name } = part
    const links = new LinkTexts(name, ooxml.relationshipsOf(name))
    const text = new VisibleText(textCharsMax)
    const workbook = new Workbook(name, isMacroSheet(part), findings)
    const fields = new WordFields(name, this.nestedFields, findings)
    const objects = new PartObjects(name, findings)
    const mashup = new DataMashup(name, findings, budget)
    const isDrawing = isVml(contentType, name)
    const readable = isDrawing ? removeVmlConditions(bytes) : bytes
    const hidden = new HiddenRuns(name)
    const tables = new WordTables(name)
    const hiddenLines = new HiddenLines()
    const collectors = [fields, links, text, workbook, objects, mashup, hidden, tables, hiddenLines]
    const outcome = readXml(readable, combineCollectors(collectors), budget)
    const isLoose = isDrawing || isHtml(bytes)
    reportXmlOutcome(isLoose ? { ...outcome, isWellFormed: true } : outcome, isWhole, name, findings)
    fields.finish()
    hidden.addTo(findings)
    tables.addTo(findings)
    if (hiddenLines.isAny) this.hiding.add(name)
    workbook.finish()
    this.links.push({ part, links })
    this.texts.add(part, { pages: text.pages, breaks: text.breaks, text: text.toString() })
    if (objects.linkBase !== "") this.linkBase = objects.linkBase
    for (const browser of objects.browsers) this.browsers.push({ owner: name, ...browser })
    for (const id of objects.equations) this.equations.push({ owner: name, id })
    this.addSheets(name, workbook.sheets)
    if (workbook.formulas !== null) this.addMacroSheet(name, workbook.formulas)
  }

  private addSheets(workbook: string, sheets: ReadonlyArray<Sheet>): void {
    if (sheets.length === 0) return
    const byId = new Map(this.ooxml.relationshipsOf(workbook).map(({ id, part }) => [id, part]))
    for (const sheet of sheets) {
      const part = byId.get(sheet.relationshipId)
      if (part !== undefined && part !== "") this.sheets.set(part, sheet)
    }
  }

  private addMacroSheet(name: string, formulas: ReadonlyArray<string>): void {
    const { name: sheet, visibility } = this.sheets.get(normalizeZipName(name)) ?? { name: "", visibility: "visible" }
    this.findings.add({ kind: "xlm", sheet: truncateFactText(sheet), visibility, formulas, where: name })
  }

  /** Adds the links of parts that are missing or are not XML. */
  private reportOwnerless(): void {
    const owners = new Set(this.links.map(({ part }) => normalizeZipName(part.name)))
    const others = this.ooxml.relationships.filter(({ owner }) => !owners.has(normalizeZipName(owner)))
    for (const owner of new Set(others.map((relationship) => relationship.owner))) {
      new LinkTexts(owner, this.ooxml.relationshipsOf(owner)).addLinks(this.findings, this.linkBase)
    }
  }
}

/** Maximum controls whose data is searched for an address. */
const browsersMax = 64

/**
 * Sorts the main parts first, because they describe the other parts. Sorts the rest by size, so that a limit affects as
 * few parts as possible.
 */
const sortParts = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> =>
  parts.toSorted((one, other) =>
    Number(isMainPart(other)) - Number(isMainPart(one)) || one.entry.claimedBytes - other.entry.claimedBytes
  )
