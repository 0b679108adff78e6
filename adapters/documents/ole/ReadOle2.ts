import { nothingReadable } from "../../../core/documents/facts/Fact.ts"
import { type CompoundEntry, type CompoundFile, openCompoundFile } from "../compound/CompoundFile.ts"
import { readWorkbookStream } from "../excel/WorkbookStream.ts"
import { openEncryptedPackage } from "../office-crypto/EncryptedPackage.ts"
import type { Budget } from "../reading/Budget.ts"
import { Findings, type FormatReader } from "../reading/Findings.ts"
import { findVbaProjects, readVbaProject } from "../vba/VbaProject.ts"
import { readWordDocument } from "./DocReader.ts"
import { readObjectStorage, readObjectStream } from "./OleObject.ts"
import { readProperties } from "./OleProperties.ts"
import { readPresentation } from "./PptReader.ts"
import { findUnsupportedObject } from "./UnsupportedObjects.ts"

/** Maximum nesting of compound files within records. */
export const embeddedNestingMax = 4

/** Reads content of a compound file that this module does not read, such as an email message. */
export type ReadCompoundContent = (file: CompoundFile, where: string, budget: Budget, findings: Findings) => void

/**
 * Returns a reader of any OLE 2 file (MS-CFB). It reads known content in place at any depth of storages, without
 * extracting nested documents.
 */
export const makeOle2Reader = (readOther: ReadCompoundContent): FormatReader => (bytes, budget) => {
  const findings = new Findings(budget.limits.factsMax)
  readFile(bytes, "", { budget, findings, readOther }, 0)
  return findings.reading()
}

/** State that all compound files of a document share. */
interface Run {
  readonly budget: Budget
  readonly findings: Findings
  readonly readOther: ReadCompoundContent
}

const readFile = (bytes: Uint8Array, parentPath: string, run: Run, depth: number): void => {
  const { budget, findings, readOther } = run
  const where = parentPath === "" ? "document" : parentPath
  if (depth > embeddedNestingMax) {
    return findings.add({ kind: "cut off", limit: "nested objects", where })
  }
  const file = openCompoundFile(bytes, budget)
  if (file === null || file.entries.length === 0) {
    const detail = depth === 0 ? nothingReadable : "an unreadable object"
    return findings.add({ kind: "damaged", detail, where })
  }
  // Returns an encrypted file as an embedded file. Key derivation is expensive, and the caller limits embedded files.
  if (depth > 0 && file.find("EncryptedPackage") !== undefined) {
    return findings.addFile({ name: "", bytes, as: "ole object", where })
  }
  const whereOf = (path: string): string =>
    path === "" ? where : [parentPath, path].filter((part) => part !== "").map(displayPath).join("/")
  const readInner = (inner: Uint8Array, where: string) => readFile(inner, where, run, depth + 1)
  const pages = pagesOf(file)
  for (const entry of file.entries) {
    const where = whereOf(entry.path)
    if (entry.type === "stream") readStream({ file, entry, where, pages, depth, budget, findings, readInner })
    else readObjectStorage(file, entry, where, findings)
  }
  readOther(file, where, budget, findings)
  const projects = findVbaProjects(file)
  addUnread(file, depth, projects, whereOf, findings)
  for (const prefix of projects) {
    const project = readVbaProject(file, prefix, budget)
    if (project !== null) findings.add({ ...project, where: whereOf(project.where) })
  }
  for (const detail of file.damage) findings.add({ kind: "damaged", detail, where })
}

/** Reports the objects that no reader supports. Of nested unsupported objects, reports only the outermost. */
const addUnread = (
  file: CompoundFile,
  depth: number,
  projects: ReadonlyArray<string>,
  whereOf: (path: string) => string,
  findings: Findings
): void => {
  let outer: string | null = null
  for (const entry of file.entries) {
    if (entry.type === "stream" || outer !== null && (outer === "" || entry.path.startsWith(`${outer}/`))) continue
    const unread = findUnsupportedObject(file, entry, depth, projects)
    if (unread === null) continue
    outer = entry.path
    findings.add({
      kind: "unread",
      detail: unread.description,
      isDocument: unread.isDocument,
      where: whereOf(entry.path)
    })
  }
}

/** Removes the control characters that start the names of Office's internal streams. */
const displayPath = (path: string): string => path.replaceAll(/[\0-\x1f]/g, "")

interface Stream {
  readonly file: CompoundFile
  readonly entry: CompoundEntry
  readonly where: string
  readonly pages: number | null
  /** Number of compound files that contain this compound file. */
  readonly depth: number
  readonly budget: Budget
  readonly findings: Findings
  readonly readInner: (bytes: Uint8Array, where: string) => void
}

const readStream = ({ file, entry, where, pages, depth, budget, findings, readInner }: Stream): void => {
  switch (entry.name.toLowerCase()) {
    case "worddocument":
      return readWordDocument(file, entry, pages, where, budget, findings)
    case "powerpoint document":
      return readPresentation(file, entry, where, budget, findings, readInner)
    case "workbook":
    case "book":
      return readWorkbookStream(file.read(entry), where, budget, findings)
    case "encryptedpackage":
      return depth === 0 && entry === file.find("EncryptedPackage")
        ? readEncryptedPackage(file, where, budget, findings)
        : findings.add({ kind: "encrypted", opened: null, where })
    // Content protected by a rights management license (MS-OFFCRYPTO 2.2).
    case "\x09drmcontent":
      return findings.add({ kind: "encrypted", opened: null, where })
    case "\x05documentsummaryinformation":
      return readNamedProperties(file.read(entry), where, findings)
    default:
      return readObjectStream(file, entry, where, budget, findings)
  }
}

/** Reads an OOXML document that is encrypted with a password (MS-OFFCRYPTO 2.3). Tries the default password. */
const readEncryptedPackage = (file: CompoundFile, where: string, budget: Budget, findings: Findings): void => {
  const opened = openEncryptedPackage(file, budget)
  if (opened === null || opened === "locked") return findings.add({ kind: "encrypted", opened: null, where })
  findings.add({ kind: "encrypted", opened: opened.opened, where })
  findings.addFile({ name: "", bytes: opened.bytes, as: "decrypted", where })
}

const pagesOf = (file: CompoundFile): number | null => {
  const summary = file.find("\x05SummaryInformation")
  return summary?.type === "stream" ? readProperties(file.read(summary)).pages : null
}

/** Reports properties that make Office load a customization (VSTO, "Custom Document Properties Overview"). */
const readNamedProperties = (bytes: Uint8Array, where: string, findings: Findings): void => {
  for (const [name, value] of readProperties(bytes).named) {
    if (/^_AssemblyLocation/i.test(name) && value !== "") findings.add({ kind: "add-in", target: value, where })
  }
}
