import { controlBytesMax, findControlAddress, isBrowserControl } from "../../../core/documents/facts/BrowserControl.ts"
import { documentTypeOf } from "../../../core/documents/facts/DocumentType.ts"
import type { EmbeddedFile } from "../../../core/documents/facts/Fact.ts"
import { fileKindOf } from "../../../core/documents/facts/FileKind.ts"
import { unknownContent, unreadContentOf } from "../../../core/documents/facts/UnreadContent.ts"
import type { CompoundEntry, CompoundFile } from "../compound/CompoundFile.ts"
import { Cursor, formatGuid } from "../compound/Cursor.ts"
import type { Budget } from "../reading/Budget.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { findEquationFault, isEquation } from "./Equation.ts"
import { readOleStream } from "./OleMoniker.ts"

/** Class IDs of the documents of Word, Excel and PowerPoint, in all versions, and of Outlook messages. */
const documentClasses: ReadonlySet<string> = new Set([
  "00020900-0000-0000-C000-000000000046",
  "00020906-0000-0000-C000-000000000046",
  "00020810-0000-0000-C000-000000000046",
  "00020820-0000-0000-C000-000000000046",
  "64818D10-4F9B-11CF-86EA-00AA00B929E8",
  "64818D11-4F9B-11CF-86EA-00AA00B929E8",
  "EA7BAE70-FB3B-11CD-A903-00AA00510EA3",
  "00020D0B-0000-0000-C000-000000000046"
])

/** Streams that contain a complete file: an OOXML or ODF document, or data of a program that does not use storages. */
const payloads: ReadonlySet<string> = new Set(["package", "contents", "embeddedodf", "package_stream"])

/**
 * Class IDs of the drawing programs of Office until 2003: Paintbrush, Microsoft Drawing, Clip Art Gallery, Photo Editor and
 * Organization Chart. Their data are pictures in formats of their own, which no other program reads.
 */
const drawingClasses: ReadonlySet<string> = new Set([
  "0003000A-0000-0000-C000-000000000046",
  "00030007-0000-0000-C000-000000000046",
  "00030026-0000-0000-C000-000000000046",
  "00021290-0000-0000-C000-000000000046",
  "11943940-36DE-11CF-953E-00C0A84029E9",
  "E4C18D40-1CD5-101C-B325-00AA001F3168"
])

/** Reports whether bytes are the picture of an object, in a format that only the object's own program reads. */
export const isDrawing = (classId: string | null, bytes: Uint8Array): boolean =>
  classId !== null && drawingClasses.has(classId) && fileKindOf(bytes, "") === "other" &&
  documentTypeOf(bytes) === null && unreadContentOf(bytes) === unknownContent

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))
/** Returns the path of an entry of a storage. */
export const pathIn = (storage: string, name: string): string => storage === "" ? name : `${storage}/${name}`

/** Reports a storage as an object if it has a class ID or program ID. The root of a document is not an object. */
export const readObjectStorage = (
  file: CompoundFile,
  storage: CompoundEntry,
  where: string,
  findings: Findings
): void => {
  const { classId, progId } = readObjectClass(file, storage)
  if (classId === null && progId === null) return
  if (storage.path === "" && (classId === null || documentClasses.has(classId))) return
  const fault = isEquation(classId, progId) ? findEquationFault(file, storage.path) : null
  findings.add({ kind: "ole object", classId, progId, isUpdated: false, isMalformed: fault !== null, where })
  if (fault !== null) findings.add({ kind: "exploit", detail: fault, where })
}

/** Returns the class and program of a storage, from the storage and its `\x01CompObj`. */
export const readObjectClass = (
  file: CompoundFile,
  storage: CompoundEntry
): { readonly classId: string | null; readonly progId: string | null } => {
  const compObj = file.find(pathIn(storage.path, "\x01CompObj"))
  const described = compObj === undefined ? null : readCompObj(file.read(compObj))
  const hasEquation = file.find(pathIn(storage.path, "Equation Native"))?.type === "stream"
  return {
    classId: storage.classId ?? described?.classId ?? null,
    progId: described?.progId ?? (hasEquation ? "Equation.3" : null)
  }
}

/** Reads a stream of an object: a package, a link, the name of an ActiveX control, or the object's file. */
export const readObjectStream = (
  file: CompoundFile,
  stream: CompoundEntry,
  where: string,
  budget: Budget,
  findings: Findings
): void => {
  const name = stream.name.toLowerCase()
  if (name === "\x01ole10native") {
    const storage = file.find(folderOf(stream.path))
    const { classId = null, progId = null } = storage === undefined ? {} : readObjectClass(file, storage)
    // An equation was already examined when its storage was read.
    if (!isEquation(classId, progId)) readNative(file.read(stream), classId, where, findings)
  } else if (name === "\x01ole") readOleStream(file.read(stream), where, budget, findings)
  else if (name === "\x03ocxname" && stream.size > 0) {
    const classId = file.find(folderOf(stream.path))?.classId ?? null
    const location = isBrowserControl(classId) ? addressIn(file, folderOf(stream.path)) : null
    const fact = { kind: "activex", classId, where } as const
    findings.add(location === null ? fact : { ...fact, location: truncateFactText(location) })
  } else if (payloads.has(name) && stream.size > 0) {
    const bytes = file.read(stream)
    const classId = file.find(folderOf(stream.path))?.classId ?? null
    if (!isDrawing(classId, bytes)) findings.addFile({ name: "", bytes, as: "ole object", where })
  }
}

/** Returns the first web address in the data of a control. */
const addressIn = (file: CompoundFile, storage: string): string | null => {
  for (const child of file.childrenOf(storage)) {
    const address = child.type === "stream" && child.size <= controlBytesMax
      ? findControlAddress(file.read(child))
      : null
    if (address !== null) return address
  }
  return null
}

const readNative = (bytes: Uint8Array, classId: string | null, where: string, findings: Findings): void => {
  const native = readOle10Native(bytes)
  if (native === null) {
    // The data of an OLE 1 program follows a size of 4 bytes.
    const data = bytes.subarray(4)
    if (data.length === 0 || isDrawing(classId, data)) return
    return findings.addFile({ name: "", bytes: data, as: "ole object", where })
  }
  if (native.isMalformed) findings.add({ kind: "damaged", detail: "sizes of an OLE package", where })
  reportPackagedFile(native, where, findings)
}

/** Markers before a numeric clipboard format (MS-OLEDS 2.3.1). Any other value is the length of the format's name. */
const formatNumbers: ReadonlySet<number> = new Set([0xffffffff, 0xfffffffe])

/** Reads the class ID and the program ID from `\x01CompObj` (MS-OLEDS 2.3.8); null for an ID that is missing. */
export const readCompObj = (
  bytes: Uint8Array
): { readonly classId: string | null; readonly progId: string | null } => {
  const cursor = new Cursor(bytes, 28)
  // Skips the display name of the type.
  cursor.ansiOfLength()
  const format = cursor.u32()
  cursor.skip(formatNumbers.has(format) ? 4 : format)
  const progId = truncateFactText(cursor.ansiOfLength())
  return { classId: formatGuid(bytes, 12), progId: progId === "" ? null : progId }
}

/** A file that the Windows packager stored, with its displayed name, original path, and temporary path. */
interface Ole10Native {
  readonly label: string
  readonly fileName: string
  readonly tempName: string
  readonly bytes: Uint8Array
  /** The package contains only the path of the file. */
  readonly isLink: boolean
  /** The stated size differs from the actual size. */
  readonly isMalformed: boolean
}

/** Packager format: its version number, and the numbers for content that is a file or the path of a file. */
const streamVersion = 2
const embedded = 3
const linked = 1

/**
 * Reads the stream `\x01Ole10Native` (MS-OLEDS 2.3.6) if the packager wrote it; null for data of another program. The
 * packager stores names as ANSI strings, the file, and the names again as UTF-16. The UTF-16 names take precedence.
 */
export const readOle10Native = (bytes: Uint8Array): Ole10Native | null => {
  const cursor = new Cursor(bytes)
  const size = cursor.u32()
  const isMalformed = size !== cursor.remaining
  if (cursor.u16() !== streamVersion) return null
  const label = cursor.zeroTerminated()
  const fileName = cursor.zeroTerminated()
  cursor.skip(2)
  const kind = cursor.u16()
  if (kind !== embedded) {
    return kind === linked
      ? { label, fileName, tempName: "", bytes: bytes.subarray(0, 0), isLink: true, isMalformed }
      : null
  }
  const tempName = cursor.ansiOfLength()
  const content = cursor.readBytes(cursor.u32())
  const isShort = cursor.isOver
  const wide = [cursor.utf16OfLength(), cursor.utf16OfLength(), cursor.utf16OfLength()] as const
  return {
    label: wide[1] || label,
    fileName: wide[2] || fileName,
    tempName: wide[0] || tempName,
    bytes: content,
    isLink: false,
    isMalformed: isMalformed || isShort
  }
}

/** Returns the last segment of a path that has slashes or backslashes. */
const baseName = (path: string): string => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1)

const extensionOf = (name: string): string =>
  /\.([a-z0-9]{1,8})\s*$/i.exec(baseName(name).slice(-64))?.[1]?.toLowerCase() ?? ""

/** Reports the file of a package and a contradiction between the extensions of its names. */
export const reportPackagedFile = (native: Ole10Native, where: string, findings: Findings): void => {
  const { bytes, fileName, isLink, label, tempName } = native
  const names = [fileName, label, tempName].filter((name) => name !== "").map((name) =>
    truncateFactText(baseName(name))
  )
  if (isLink) {
    const target = truncateFactText(fileName || label)
    if (target !== "") findings.add({ kind: "reference", role: "object", target, where })
    return
  }
  const [shown, real] = [extensionOf(label), extensionOf(fileName || tempName)]
  if (shown !== "" && real !== "" && shown !== real) {
    findings.add({
      kind: "disguise",
      detail: truncateFactText(`a package of ${names[0]} shown as ${baseName(label)}`),
      where
    })
  }
  const file: EmbeddedFile = { name: names[0] ?? "", bytes, as: "ole package", where }
  const otherNames = [...new Set(names)].filter((name) => name !== file.name)
  findings.addFile(otherNames.length === 0 ? file : { ...file, otherNames })
}
