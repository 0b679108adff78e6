import { type CompoundFile, openCompoundFile } from "../compound/CompoundFile.ts"
import { Cursor, decodeAnsi, textBeforeNul } from "../compound/Cursor.ts"
import { findEquationFault, findNativeEquationFault, isEquation } from "../ole/Equation.ts"
import { readOle10Native, reportPackagedFile } from "../ole/OleObject.ts"
import type { Budget } from "../reading/Budget.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { monikersIn, webAddressesIn } from "./Monikers.ts"
import type { ObjectData } from "./ObjectData.ts"
import type { Sink } from "./RtfGroup.ts"

/** Object group and its properties from control words. */
export class RtfObject {
  /** True if the data is loaded when the document is opened: `\objupdate`, or an auto-updating link. */
  isUpdated = false
  /** True if the object is an ActiveX control: `\objocx`. */
  isControl = false
  className = ""
  classId: string | null = null
  /** True if the class name contains escapes for plain letters. */
  isClassEscaped = false
  /** Destination around the object, to which the object's result is added. */
  readonly around: Sink

  constructor(around: Sink, outer: RtfObject | null) {
    this.around = outer?.around ?? around
    if (outer === null) return
    this.isUpdated = outer.isUpdated
    this.isControl = outer.isControl
    this.className = outer.className
    this.classId = outer.classId
  }
}

const linkClass = "00000300-0000-0000-C000-000000000046"
const packageClass = "0003000C-0000-0000-C000-000000000046"

/** Class IDs by prefix of the class name, in lower case. Word's loader ignores the case and the rest of the name. */
const classIds: ReadonlyArray<readonly [string, string]> = [
  ["equation.3", "0002CE02-0000-0000-C000-000000000046"],
  ["equation.2", "00021700-0000-0000-C000-000000000046"],
  ["ole2link", linkClass],
  ["package", packageClass],
  ["htmlfile", "25336920-03F9-11CF-8FD0-00AA00686F13"]
]

/** Adds the facts and files of one block of object data. */
export const addObject = (
  object: RtfObject,
  data: ObjectData,
  where: string,
  findings: Findings,
  budget: Budget
): void => {
  for (const detail of data.disguises) findings.add({ kind: "disguise", detail, where })
  if (object.isClassEscaped) findings.add({ kind: "disguise", detail: "escaped letters in an object's class", where })
  const [raw, oleObject] = chooseReading(data)
  if (raw.length === 0 && object.className === "") return
  const compound = findCompoundFile(raw, oleObject)
  const file = compound === null ? null : openCompoundFile(compound, budget)
  const progId = truncateFactText(oleObject?.className || object.className) || null
  const classId = file?.entries[0]?.classId ?? object.classId ?? classIdOf(progId)
  const isOfEquation = isEquation(classId, null) || isEquation(null, progId)
  const fault = isOfEquation ? equationFaultOf(file, oleObject) : null
  const isMalformed = raw.length > 0 &&
    (oleObject === null || oleObject.isMalformed || fault !== null || isOtherClass(object.className, oleObject))
  if (fault !== null) findings.add({ kind: "exploit", detail: fault, where })
  findings.add({ kind: "ole object", classId, progId, isUpdated: object.isUpdated, isMalformed, where })
  if (object.isControl) findings.add({ kind: "activex", classId, where })
  if (oleObject !== null && oleObject.linkedTo !== "") addReference(oleObject.linkedTo, where, findings)
  if (compound !== null) {
    findings.addFile({ name: "", bytes: compound, as: "ole object", where })
    const link = file?.find("\x01Ole")
    if (file !== null && link !== undefined) addLinks(file.read(link), false, where, findings, budget)
    addLinks(compound, classId === linkClass || classIdOf(progId) === linkClass, where, findings, budget)
  } else if (oleObject !== null && oleObject.sized.length > 0 && !isOfEquation) {
    addNative(oleObject, where, findings, budget)
  }
}

/**
 * Returns the fault in the data of an equation, or null. Office writes equations as compound files. The loader of
 * Office converts other data into a compound file.
 */
const equationFaultOf = (file: CompoundFile | null, oleObject: OleOneObject | null): string | null => {
  if (file !== null) return findEquationFault(file, "")
  return oleObject === null || oleObject.linkedTo !== "" ? null : findNativeEquationFault(oleObject.sized, false)
}

/**
 * Returns the first well-formed reading of the data. Without a well-formed reading, returns the first reading that is
 * an object, or else the first reading.
 */
const chooseReading = (data: ObjectData): readonly [Uint8Array, OleOneObject | null] => {
  const all = data.readings.map((raw) => [raw, readOleOneObject(raw)] as const)
  return all.find(([, read]) => read !== null && !read.isMalformed) ?? all.find(([, read]) => read !== null) ?? all[0]!
}

const firstByte = 0xd0
const signature = Uint8Array.from([firstByte, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

/**
 * Returns the compound file in the native data. If the OLE 1.0 header is unreadable, searches the raw data for the
 * signature of a compound file.
 */
const findCompoundFile = (raw: Uint8Array, oleObject: OleOneObject | null): Uint8Array | null => {
  const bytes = oleObject === null ? raw : nativeOf(oleObject)
  for (let at = bytes.indexOf(firstByte); at >= 0; at = bytes.indexOf(firstByte, at + 1)) {
    if (signature.every((byte, offset) => bytes[at + offset] === byte)) return bytes.subarray(at)
    if (oleObject !== null) return null
  }
  return null
}

const classIdOf = (progId: string | null): string | null => {
  const name = progId?.toLowerCase() ?? ""
  return classIds.find(([begin]) => name.startsWith(begin))?.[1] ?? null
}

/**
 * Reports whether the data has another class than the RTF declares. Class `OLE2Link` matches any declared class,
 * because Word writes it for all links.
 */
const isOtherClass = (className: string, oleObject: OleOneObject): boolean => {
  const [outer, inner] = [className.toLowerCase(), oleObject.className.toLowerCase()]
  return outer !== "" && inner !== "" && outer !== inner && inner !== "ole2link"
}

/** @param isLink true if the object's class is a link, whose targets can be plain web addresses */
const addLinks = (bytes: Uint8Array, isLink: boolean, where: string, findings: Findings, budget: Budget): void => {
  const facts = monikersIn(bytes, where, budget)
  for (const fact of facts) findings.add(fact)
  if (!isLink || facts.some(({ kind }) => kind === "reference")) return
  for (const address of webAddressesIn(bytes)) addReference(address, where, findings)
}

const addReference = (target: string, where: string, findings: Findings): void =>
  findings.add({ kind: "reference", role: "object", target: truncateFactText(target), where })

const addNative = (oleObject: OleOneObject, where: string, findings: Findings, budget: Budget): void => {
  const packed = classIdOf(oleObject.className) === packageClass ? readOle10Native(oleObject.sized) : null
  if (packed !== null) {
    if (packed.isMalformed) findings.add({ kind: "damaged", detail: "sizes of an OLE package", where })
    return reportPackagedFile(packed, where, findings)
  }
  const bytes = nativeOf(oleObject)
  if (bytes.length === 0) return
  findings.addFile({ name: "", bytes, as: "ole object", where })
  addLinks(bytes, classIdOf(oleObject.className) === linkClass, where, findings, budget)
}

/** Maximum bytes of a name in an object header. Class names have at most 39 characters. */
const nameBytesMax = 4_096

/** Value of `OLEVersion` that all writers set. Readers ignore it (MS-OLEDS 2.2.4). */
const usualVersion = 0x0501
const [linked, embedded] = [1, 2]

/** OLE 1.0 object (MS-OLEDS 2.2.4 to 2.2.6), possibly incomplete. */
interface OleOneObject {
  readonly className: string
  /** Target of a linked object. Empty for an embedded object. */
  readonly linkedTo: string
  /** Native data preceded by its size, as in the stream `\x01Ole10Native`. Empty for a linked object. */
  readonly sized: Uint8Array
  /** True if the encoding differs from the way Office writes objects. */
  readonly isMalformed: boolean
}

const sizeBytes = 4

/** Returns the native data without the preceding size. */
const nativeOf = ({ sized }: OleOneObject): Uint8Array => sized.subarray(sizeBytes)

/** Parses an OLE 1.0 object. Returns null if the bytes do not contain an object. */
const readOleOneObject = (bytes: Uint8Array): OleOneObject | null => {
  const cursor = new Cursor(bytes)
  const isUnusual = cursor.u32() !== usualVersion
  const format = cursor.u32()
  if (format !== linked && format !== embedded) return null
  const names = [nameFrom(cursor), nameFrom(cursor), nameFrom(cursor)]
  const [className, topic] = names
  if (className == null || topic == null || names[2] === null) return null
  if (format === linked) {
    const linkedTo = topic || nameFrom(cursor) || ""
    return { className, linkedTo, sized: bytes.subarray(0, 0), isMalformed: isUnusual }
  }
  const from = cursor.at
  const size = cursor.u32()
  const sized = bytes.subarray(from, from + sizeBytes + Math.min(size, bytes.length))
  return { className, linkedTo: "", sized, isMalformed: isUnusual || sized.length < size + sizeBytes }
}

/**
 * Reads a length-prefixed name up to its first zero byte. Returns null if it is invalid. Returns an empty name at the
 * end of the data, because Word omits trailing empty names of a link.
 */
const nameFrom = (cursor: Cursor): string | null => {
  if (cursor.remaining === 0) return ""
  const length = cursor.u32()
  if (cursor.isOver || length > nameBytesMax || length > cursor.remaining) return null
  return textBeforeNul(decodeAnsi(cursor.readBytes(length))).trim()
}
