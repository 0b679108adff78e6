import { nothingReadable, type ReaderResult } from "../../../core/documents/facts/Fact.ts"
import type { Budget } from "../reading/Budget.ts"
import { Findings, truncateFactText } from "../reading/Findings.ts"
import { findDisagreements } from "./actions/Disagreements.ts"
import { findActions } from "./actions/PdfActions.ts"
import { findFormData } from "./FormData.ts"
import { mayHaveQrCodes, readPdfQrCodes } from "./images/PdfImages.ts"
import { findOtherLocations } from "./objects/ListedObjects.ts"
import { PdfFile } from "./objects/PdfFile.ts"
import type { PdfObject } from "./objects/PdfObjects.ts"
import { locationOf } from "./objects/PdfTrailers.ts"
import { nameOf, PdfDictionary, PdfReference, PdfString, type PdfValue } from "./objects/PdfValue.ts"
import { findPages } from "./pages/PageTree.ts"
import { type PdfPage, readPages } from "./pages/PdfPages.ts"
import { findAttackSigns, findSuperseded } from "./PdfAttackSigns.ts"
import { findMetadata } from "./PdfMetadata.ts"
import { findXmlContents } from "./PdfXmlContents.ts"

/** Reads a PDF, or the data of a PDF form: actions, links, attachments, forms and structure. Never throws. */
export const readPdf = (bytes: Uint8Array, budget: Budget): ReaderResult => {
  const findings = new Findings(budget.limits.factsMax)
  const file = new PdfFile(bytes, budget)
  if (file.objects.length === 0) findings.add({ kind: "damaged", detail: nothingReadable, where: "document" })
  else if (file.trailerEntry("Root") === null) {
    findings.add({ kind: "damaged", detail: "no trailer with a catalog", where: "document" })
  }
  if (file.encryption !== "none") {
    const opened = file.encryption === "opened" ? "empty password" : null
    findings.add({ kind: "encrypted", opened, where: "document" })
  }
  readAll(file, budget, findings)
  findSuperseded(file, findings)
  // Viewers differ in which trailer they use. Also read the file as unencrypted: decryption garbles plain content.
  if (file.isEncryptionInDoubt && file.encryption === "opened") {
    readObjects(new PdfFile(bytes, budget, { isClear: true, scanned: file.scanned }), findings)
  }
  const references = findOtherLocations(file)
  if (references !== null) {
    const listed = new PdfFile(bytes, budget, { references, scanned: file.scanned })
    readAll(listed, budget, findings)
    // Without a usable table, a revision that was not written completely has the same effect.
    if (references.trailers.length > 0) findDisagreements(file, listed, findings)
  }
  findPolyglot(bytes, findings)
  return findings.reading()
}

const readAll = (file: PdfFile, budget: Budget, findings: Findings): void => {
  readObjects(file, findings)
  findFormData(file, findings, (bytes) => readObjects(new PdfFile(bytes, budget), findings))
  findText(file, budget, findings)
  findMetadata(file, findings)
}

const readObjects = (file: PdfFile, findings: Findings): void => {
  for (const { object, ...action } of findActions(file)) {
    const where = locationOf(object)
    if (action.kind === "URI" && action.trigger !== "open" && action.target !== null) {
      findings.add({ kind: "link", url: truncateFactText(action.target), text: null, from: "annotation", where })
    }
    findings.add({ kind: "action", action, where })
  }
  findAttachments(file, findings)
  findAttackSigns(file, findings)
  findXmlContents(file, findings)
}

/** Adds the visible text of the document and of each link. */
const findText = (file: PdfFile, budget: Budget, findings: Findings): void => {
  const pages = readPages(file, budget)
  for (const { links, number } of pages) {
    for (const { text, url } of links) {
      findings.add({ kind: "link", url: truncateFactText(url), text, from: "annotation", where: `page ${number}` })
    }
  }
  for (const { hiddenTexts, number } of pages) {
    for (const { how, text } of hiddenTexts) {
      if (text !== "") findings.add({ kind: "hidden text", how, text, where: `page ${number}` })
    }
  }
  for (const { page, text } of mayHaveQrCodes(pages) ? readPdfQrCodes(file, pages, budget) : []) {
    findings.add({ kind: "link", url: truncateFactText(text), text: null, from: "qr", where: `page ${page}` })
  }
  const text = pages.map((page) => page.text).join("\n")
  const linkArea = Math.max(0, ...pages.map((page) => page.linkArea))
  const count = findPages(file).length
  const emptyPages = pages.filter(isEmpty).length
  if (count > 0) findings.add({ kind: "text", text, pages: count, emptyPages, linkArea, where: "document" })
}

/** Reports whether a page shows nothing. Empty pages lengthen a document without adding content. */
const isEmpty = ({ clusters, imagesDrawn, links, text }: PdfPage): boolean =>
  text.trim() === "" && imagesDrawn === 0 && clusters.length === 0 && links.length === 0

/** Maximum offset of the header (ISO 32000-1, implementation note 13). */
const headBytesMax = 1_024
/** Maximum bytes examined after the last end-of-file marker. */
const tailBytesMax = 256 * 1024

/** Finds a file of another type before the header or after the end, where other programs look for it. */
const findPolyglot = (bytes: Uint8Array, findings: Findings): void => {
  const head = latin1.decode(bytes.subarray(0, headBytesMax))
  const before = head.slice(0, Math.max(0, head.search(/%[FP]DF-/)))
  const tail = latin1.decode(bytes.subarray(Math.max(0, bytes.length - tailBytesMax)))
  const end = tail.lastIndexOf("%%EOF")
  const after = end < 0 ? "" : tail.slice(end + 5)
  const other = before.startsWith("MZ")
    ? "exe"
    : /^[ \t]*(?:MIME-Version|From |Content-Type:)/im.test(before)
    ? "mht"
    : /<(?:html|script|hta:|svg)\b/i.test(before) || /<(?:html|script|hta:)\b/i.test(after)
    ? "html"
    : /PK\x03\x04/.test(before) || after.includes("PK\x05\x06")
    ? "zip"
    : null
  if (other !== null) findings.add({ kind: "polyglot", other, where: "document" })
  // ActiveMime in Base64: a Word document with macros that is disguised as a PDF (JPCERT/CC, "MalDoc in PDF", 2023).
  else if (after.includes("QWN0aXZlTWlt") || head.includes("QWN0aXZlTWlt")) {
    findings.add({ kind: "polyglot", other: "mht", where: "document" })
  }
}

const latin1 = new TextDecoder("latin1")

/**
 * Adds embedded files (ISO 32000-2, section 7.11.4): streams that a file specification names, and other streams of type
 * `EmbeddedFile`. A file that cannot be decoded is added without its bytes.
 */
const findAttachments = (file: PdfFile, findings: Findings): void => {
  const added = new Set<PdfObject>()
  const visited = new Set<PdfDictionary>()
  for (const [at, { number }] of file.objects.entries()) {
    file.eachDictionary(at, (dictionary) => {
      const embedded = file.resolve(dictionary.get("EF"))
      if (!(embedded instanceof PdfDictionary) || visited.has(embedded)) return
      visited.add(embedded)
      for (const key of embedded.keys()) {
        const reference = embedded.get(key)
        const stream = reference instanceof PdfReference ? file.latestOf(reference.number) : undefined
        if (stream === undefined || added.has(stream)) continue
        added.add(stream)
        addFile(file, stream, fileNameOf(file, dictionary), locationOf(number), findings)
      }
    })
  }
  for (const object of file.objects) {
    const { value } = object
    if (object.stream === null || added.has(object) || !(value instanceof PdfDictionary)) continue
    if (nameOf(file.resolve(value.get("Type"))) !== "EmbeddedFile" || file.latestOf(object.number) !== object) continue
    addFile(file, object, "", locationOf(object.number), findings)
  }
}

const addFile = (file: PdfFile, object: PdfObject, name: string, where: string, findings: Findings): void => {
  const content = file.streamOf(object)
  if (content === null) {
    findings.add({ kind: "unread", detail: "an attachment that cannot be decoded", isDocument: false, where })
  }
  findings.addFile({
    name: truncateFactText(name),
    bytes: content?.bytes ?? new Uint8Array(0),
    as: "attachment",
    where
  })
}

/**
 * Returns the file name of a file specification. `UF` is in Unicode. The other keys are from older versions or for
 * specific systems.
 */
const fileNameOf = (file: PdfFile, specification: PdfDictionary): string => {
  for (const key of ["UF", "F", "DOS", "Unix", "Mac", "Desc"]) {
    const value: PdfValue = file.resolve(specification.get(key))
    if (value instanceof PdfString) return value.text
  }
  return ""
}
