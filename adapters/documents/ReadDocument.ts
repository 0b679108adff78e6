import type { DocumentFacts, FileFacts } from "../../core/documents/facts/DocumentFacts.ts"
import { type DocumentType, documentTypeOf } from "../../core/documents/facts/DocumentType.ts"
import type { EmbeddedFile, Fact } from "../../core/documents/facts/Fact.ts"
import { extensionOf, type FileKind, fileKindOf, pageExtensions } from "../../core/documents/facts/FileKind.ts"
import { unknownContent, unreadContentOf } from "../../core/documents/facts/UnreadContent.ts"
import { type ArchiveFiles, type ArchiveFormats, openArchiveFiles } from "./archives/ArchiveFiles.ts"
import { isArchive, openArchive } from "./archives/OpenArchive.ts"
import { readCsv } from "./csv/ReadCsv.ts"
import { readSlk } from "./excel/Slk.ts"
import { readLetterCodes } from "./images/CellCodes.ts"
import { PackagePictures } from "./images/PackagePictures.ts"
import { readCms, readMail } from "./mail/ReadMail.ts"
import { readOle2 } from "./mail/ReadOle2.ts"
import { readOdf } from "./odf/ReadOdf.ts"
import { readOoxml } from "./ooxml/ReadOoxml.ts"
import { readPage } from "./pages/ReadPage.ts"
import { readPdf } from "./pdf/ReadPdf.ts"
import type { Budget } from "./reading/Budget.ts"
import { embeddedFileRank } from "./reading/FactQuotas.ts"
import { Findings, type FormatReader, truncateFactText } from "./reading/Findings.ts"
import { readRtf } from "./rtf/ReadRtf.ts"
import { readTnef } from "./tnef/ReadTnef.ts"
import { readXmlDocument } from "./xml-documents/ReadXmlDocument.ts"

/** Maximum nesting depth of embedded documents that are read. */
export const embeddingDepthMax = 4
/** Maximum number of embedded files read per document, at all depths together. */
export const embeddedFilesMax = 1_024

const readers: Readonly<Record<DocumentType, FormatReader>> = {
  pdf: readPdf,
  fdf: readPdf,
  ooxml: readOoxml,
  ole2: readOle2,
  rtf: readRtf,
  odf: readOdf,
  slk: readSlk,
  csv: readCsv,
  html: readPage,
  mht: readMail,
  eml: readMail,
  tnef: readTnef,
  cms: readCms,
  xml: readXmlDocument
}

/** Types that contain files without encoding them. */
const envelopes: ReadonlySet<DocumentType> = new Set(["tnef", "cms"])

/** Opens no archive. `wasNeeded` becomes true if a document contains an archive whose format requires a library. */
export class NoArchiveFormats implements ArchiveFormats {
  wasNeeded = false

  open(): null {
    this.wasNeeded = true
    return null
  }
}

/**
 * Reads a document and everything embedded in it within one budget. Returns null if its type is not supported.
 *
 * @param formats opens archives other than ZIP and gzip. By default, such archives are reported as unread.
 */
export const readDocument = (
  bytes: Uint8Array,
  budget: Budget,
  formats: ArchiveFormats = new NoArchiveFormats()
): DocumentFacts | null => {
  const type = documentTypeOf(bytes)
  if (type === null) return null
  let level: Array<PendingFile> = []
  let [left, areMore] = [embeddedFilesMax, false]
  const document = readOne(bytes, type, budget, level)
  const isPdf = isAlsoPdf(bytes, type)
  // A PDF in an envelope is its content, but viewers also open the envelope and may find another PDF there.
  const inEnvelope = isPdf && envelopes.has(type) ? readOne(bytes, "pdf", budget, level) : null
  // Reads breadth-first, so that one file with many embedded files does not use up the limit for its siblings.
  for (let depth = 1; level.length > 0; depth++) {
    const inspected = level.length <= left ? level : mostDangerous(level, left)
    areMore ||= inspected.length < level.length
    left -= inspected.length
    level = []
    for (const { file, siblings } of inspected) siblings.push(readFile(file, budget, depth, level, formats))
  }
  const limits = new Set<Fact>()
  if (isPdf && inEnvelope === null) limits.add({ kind: "polyglot", other: "pdf", where: "document" })
  if (budget.isBomb) limits.add({ kind: "bomb", detail: "streams that inflate a hundredfold", where: "document" })
  for (const limit of budget.exhausted) limits.add({ kind: "cut off", limit, where: "document" })
  if (areMore) limits.add({ kind: "cut off", limit: "embedded files", where: "document" })
  return {
    ...document,
    facts: [...document.facts, ...inEnvelope?.facts ?? [], ...limits],
    files: [...document.files, ...inEnvelope?.files ?? []]
  }
}

/** An embedded file that has not been read yet. */
interface PendingFile {
  readonly file: EmbeddedFile
  /** Index of the file among the embedded files of its document. */
  readonly order: number
  /** Results for the embedded files of the same document, to which this file's result is appended. */
  readonly siblings: Array<FileFacts>
}

/** Returns the `count` files most likely to do harm. Files of equal rank are taken in turn from each document. */
const mostDangerous = (found: ReadonlyArray<PendingFile>, count: number): ReadonlyArray<PendingFile> =>
  found.map((one) => ({ one, rank: embeddedFileRank(one.file) }))
    .toSorted((one, other) => one.rank - other.rank || one.one.order - other.one.order)
    .slice(0, count).map(({ one }) => one)

const readOne = (
  bytes: Uint8Array,
  type: DocumentType,
  budget: Budget,
  found: Array<PendingFile>,
  names: ReadonlyArray<string> = []
): DocumentFacts => {
  const { facts, files } = readers[type](bytes, budget, names)
  const into: Array<FileFacts> = []
  for (const [order, file] of files.entries()) found.push({ file, order, siblings: into })
  const codes = [...lettersIn(facts), ...pictured.has(type) ? codesIn(files, budget) : []]
  return { type, facts: codes.length === 0 ? facts : [...facts, ...codes], files: into }
}

/** Returns the links in QR codes that are written in letters. */
const lettersIn = (facts: ReadonlyArray<Fact>): ReadonlyArray<Fact> =>
  facts.flatMap((fact) =>
    fact.kind === "text"
      ? readLetterCodes(fact.text).map((code): Fact => ({
        kind: "link",
        url: truncateFactText(code),
        text: null,
        from: "qr",
        where: fact.where
      }))
      : []
  )

/** Types that show their attached pictures. The readers of other types find the codes in their pictures themselves. */
const pictured: ReadonlySet<DocumentType> = new Set(["eml", "mht", "ole2", "tnef"])

/** Returns the links in QR codes of attached pictures. */
const codesIn = (files: ReadonlyArray<EmbeddedFile>, budget: Budget): ReadonlyArray<Fact> => {
  const [pictures, findings] = [new PackagePictures(), new Findings()]
  for (const { bytes, name, where } of files) {
    pictures.add(name === "" ? where : truncateFactText(name), bytes.length, bytes, () => bytes)
  }
  pictures.addCodes(null, budget, findings)
  return findings.reading().facts
}

const readFile = (
  file: EmbeddedFile,
  budget: Budget,
  depth: number,
  found: Array<PendingFile>,
  formats: ArchiveFormats
): FileFacts => {
  const kind = fileKindOf(file.bytes, file.name)
  const recognized = documentTypeOf(file.bytes)
  const type = recognized ?? typeByName(file)
  const isTooMuch = depth > embeddingDepthMax || !budget.takeEmbedded(file.bytes.length)
  const cutOff: DocumentFacts | null = type === null
    ? null
    : { type, facts: [{ kind: "cut off", limit: "nested documents", where: file.where }], files: [] }
  const unread = recognized === null || isAlsoArchive(file.bytes, recognized) ? describeUnread(file, kind) : null
  const archive = unread === null || isTooMuch ? null : openArchive(file.bytes, file.name, unread, budget, formats)
  const opened = archive === null ? null : openArchiveFiles(file, archive, budget)
  const files = (opened?.closed ?? []).map((entry) => closedFile(file, entry))
  for (const [order, one] of (opened?.files ?? []).entries()) found.push({ file: one, order, siblings: files })
  return {
    name: file.name,
    otherNames: file.otherNames ?? [],
    as: file.as,
    where: file.where,
    bytes: file.bytes.length,
    kind,
    unread: opened === null ? unread : opened.unread,
    document: type === null || isTooMuch
      ? cutOff
      : readOne(file.bytes, type, budget, found, [file.name, ...file.otherNames ?? []]),
    files
  }
}

/**
 * Returns the type of a text as which a program opens it because of its name; null if there is none. Programs read
 * messages and pages more leniently than their types can be recognized.
 */
const typeByName = ({ bytes, name, otherNames = [] }: EmbeddedFile): DocumentType | null => {
  for (const extension of [name, ...otherNames].map(extensionOf)) {
    if (messageExtensions.has(extension)) return "eml"
    if (tableExtensions.has(extension)) return "csv"
    if (pageExtensions.has(extension) || officeExtensions.has(extension) && markup.test(headOf(bytes))) return "html"
  }
  return null
}

const messageExtensions: ReadonlySet<string> = new Set(["eml", "mbox", "mbx", "mht", "mhtml"])
/** Extensions of tables of separated values, which Excel opens. */
const tableExtensions: ReadonlySet<string> = new Set(["csv", "tsv"])
/** Extensions of Office under which it opens pages. */
const officeExtensions: ReadonlySet<string> = new Set(["doc", "dot", "xls", "xlt"])
const markup = /<(?:html|body|table|tr|td|script)[\s>]/i
/** Bytes at the start of a file that are searched for markup. */
const markupBytesMax = 64 * 1024

const headOf = (bytes: Uint8Array): string => latin1.decode(bytes.subarray(0, markupBytesMax))

/** Returns the facts of an archive's file whose content cannot be read. Its name can still reveal a program. */
const closedFile = (
  { as }: EmbeddedFile,
  { claimedBytes, name, where }: ArchiveFiles["closed"][number]
): FileFacts => ({
  name,
  otherNames: [],
  as,
  where,
  bytes: claimedBytes,
  kind: "other" satisfies FileKind,
  // The archive already reports the unread content. Its files do not report it again.
  unread: null,
  document: null,
  files: []
})

/**
 * Returns the type of an embedded file's unread content, or null. Programs, shortcuts, scripts and web pages are judged
 * by their kind instead.
 */
const describeUnread = ({ as, bytes }: EmbeddedFile, kind: FileKind): string | null => {
  if (kind === "html") return as === "package part" ? "a web page" : null
  return kind === "program" || kind === "shortcut" || kind === "script" ? null : unreadContentOf(bytes)
}

/** Types that are recognized by a few bytes, so that a file of another type can have these bytes, too. */
const disguises: ReadonlySet<DocumentType> = new Set(["pdf", "fdf", "tnef", "cms"])

/**
 * Reports whether a file is an archive although it counts as a document. The first sectors of a disk image and the first
 * name in a tar archive are arbitrary, and a header of a PDF or of form data counts near the start, too.
 */
const isAlsoArchive = (bytes: Uint8Array, type: DocumentType): boolean => {
  if (!disguises.has(type)) return false
  const content = unreadContentOf(bytes)
  if (isArchive(content)) return true
  return type === "fdf" && content !== null && content !== unknownContent && !/^\s*%FDF-/.test(headOf(bytes))
}

/** Maximum offset of a PDF header (ISO 32000-1, implementation note 13). */
const pdfHeadBytesMax = 1_024
/** Number of bytes at the end of a file that are searched for the end-of-file marker of a PDF. */
const pdfTailBytesMax = 2_048

/** Reports whether PDF viewers also open a document of another type. The PDF and RTF readers have their own check. */
const isAlsoPdf = (bytes: Uint8Array, type: DocumentType): boolean =>
  type !== "pdf" && type !== "rtf" && /%PDF-\d/.test(latin1.decode(bytes.subarray(0, pdfHeadBytesMax))) &&
  /startxref|%%EOF/.test(latin1.decode(bytes.subarray(Math.max(0, bytes.length - pdfTailBytesMax))))

const latin1 = new TextDecoder("latin1")
