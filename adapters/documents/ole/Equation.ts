import type { CompoundEntry, CompoundFile } from "../compound/CompoundFile.ts"
import { Cursor } from "../compound/Cursor.ts"
import { findMtefFault } from "./Mtef.ts"

/** Class IDs of Equation Editor 3, 2 and 1. Windows assigns the third ID to the OLE 1 class of version 1. */
const equationClasses: ReadonlySet<string> = new Set([
  "0002CE02-0000-0000-C000-000000000046",
  "00021700-0000-0000-C000-000000000046",
  "0003000B-0000-0000-C000-000000000046"
])

/**
 * Reports whether Equation Editor opens objects of a class, or of a program if the class is null. Excludes objects of
 * MathType (`Equation.DSMT4`), which is another program.
 */
export const isEquation = (classId: string | null, progId: string | null): boolean =>
  classId === null ? /^\s{0,9}equation(?:\.[23]|\s{0,9}$)/i.test(progId ?? "") : equationClasses.has(classId)

/** Streams that Equation Editor loads, as Office spells their names. Attacks use different capitalization. */
const [equationStream, nativeStream] = ["Equation Native", "\x01Ole10Native"]

/**
 * Describes content of an equation object that Equation Editor never writes; null if there is none. Only reads the data
 * and never runs it.
 *
 * Sources: MS-OLEDS 2.3.6; CVE-2017-11882, CVE-2018-0798, CVE-2018-0802.
 */
export const findEquationFault = (file: CompoundFile, storage: string): string | null => {
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
  return stream.name === nativeStream ? findNativeEquationFault(bytes, isCutOff) : equationStreamFault(bytes, isCutOff)
}

/**
 * Size in bytes and version of the header of `Equation Native` (EQNOLEFILEHDR). The header contains these two values, a
 * clipboard format, the size of the data, and zeros.
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
 * Checks OLE 1 data, which consists of its size and an equation without a header. Such data remains after conversions
 * between versions. Returns a description of the fault; null if there is none.
 */
export const findNativeEquationFault = (bytes: Uint8Array, isCutOff: boolean): string | null =>
  dataFault(bytes.subarray(4), isCutOff)

const dataFault = (bytes: Uint8Array, isCutOff: boolean): string | null =>
  commandFault(bytes) ?? findMtefFault(bytes, isCutOff)

/**
 * Detects command lines in the readable text of an equation. Such text consists only of font names, because the other
 * characters have a typeface byte between them.
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
