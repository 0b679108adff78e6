import type { CompoundEntry, CompoundFile } from "../compound/CompoundFile.ts"
import { Cursor } from "../compound/Cursor.ts"
import { equationDataFault } from "./Mtef.ts"

/** Equation Editor 3, its version 2, and version 1 by the class ID that Windows assigns to its OLE 1 class. */
const equationClasses: ReadonlySet<string> = new Set([
  "0002CE02-0000-0000-C000-000000000046",
  "00021700-0000-0000-C000-000000000046",
  "0003000B-0000-0000-C000-000000000046"
])

/**
 * Reports whether Equation Editor opens objects of this class, or of this program if no class is given. MathType's own
 * objects (`Equation.DSMT4`) belong to another program.
 */
export const isEquation = (classId: string | null, progId: string | null): boolean =>
  classId === null ? /^\s{0,9}equation(?:\.[23]|\s{0,9}$)/i.test(progId ?? "") : equationClasses.has(classId)

/** Streams that Equation Editor loads, spelled as Office writes them; attacks use different capitalization. */
const [equationStream, nativeStream] = ["Equation Native", "\x01Ole10Native"]

/**
 * Finds content that Equation Editor never writes in its objects; null if there is none. Only reads the data and runs
 * nothing.
 *
 * Sources: MS-OLEDS 2.3.6; CVE-2017-11882, CVE-2018-0798, CVE-2018-0802.
 */
export const equationFault = (file: CompoundFile, storage: string): string | null => {
  const streams = file.childrenOf(storage).filter(({ name, type }) =>
    type === "stream" && natives.has(name.toLowerCase())
  )
  if (streams.length === 0) return "an equation without its data (CVE-2017-11882)"
  for (const stream of streams) {
    const fault = streamFault(file, stream)
    if (fault !== null) return fault
  }
  return null
}

const natives: ReadonlySet<string> = new Set([equationStream.toLowerCase(), nativeStream.toLowerCase()])

const streamFault = (file: CompoundFile, stream: CompoundEntry): string | null => {
  if (stream.name !== equationStream && stream.name !== nativeStream) {
    return "data of an equation under a disguised name (CVE-2017-11882)"
  }
  const bytes = file.read(stream)
  const isCutOff = bytes.length < stream.size
  return stream.name === nativeStream ? nativeEquationFault(bytes, isCutOff) : equationStreamFault(bytes, isCutOff)
}

/**
 * Header of `Equation Native` (EQNOLEFILEHDR): its own size, a version, a clipboard format, the size of the data, and
 * zeros.
 */
const [headerBytes, headerVersion] = [28, 0x20000]

const equationStreamFault = (bytes: Uint8Array, isCutOff: boolean): string | null => {
  const cursor = new Cursor(bytes)
  const [size, version] = [cursor.u16(), cursor.u32()]
  cursor.skip(2)
  const dataBytes = cursor.u32()
  const isWhole = isCutOff || dataBytes <= bytes.length - headerBytes
  if (size !== headerBytes || version !== headerVersion || !isWhole) {
    return "an equation without its header (CVE-2017-11882)"
  }
  return dataFault(bytes.subarray(headerBytes), isCutOff)
}

/**
 * Checks OLE 1 data: its size, followed by the equation without a header. Conversions between versions leave it
 * behind.
 */
export const nativeEquationFault = (bytes: Uint8Array, isCutOff: boolean): string | null =>
  dataFault(bytes.subarray(4), isCutOff)

const dataFault = (bytes: Uint8Array, isCutOff: boolean): string | null =>
  commandFault(bytes) ?? equationDataFault(bytes, isCutOff)

/**
 * Detects command lines. Characters of an equation have a typeface byte between them, so only font names form readable
 * text.
 */
const commandFault = (bytes: Uint8Array): string | null => {
  const text = latin1.decode(bytes)
  return commands.test(text) || commands.test(text.replaceAll("\0", ""))
    ? "an equation with a command line (CVE-2017-11882)"
    : null
}

const commands =
  /\b(?:regsvr32|rundll32|mshta|powershell|wscript|cscript|certutil|bitsadmin|msiexec|winexec|urldownloadtofile)|\bcmd(?:\.exe)?\s{1,8}\/[a-z]|\.exe\b|\b(?:https?|ftp):\/\/|\\\\[\w.-]{1,255}\\/i

const latin1 = new TextDecoder("latin1")
