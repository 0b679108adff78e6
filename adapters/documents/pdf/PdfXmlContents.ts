import type { Findings } from "../reading/Findings.ts"
import type { PdfFile } from "./objects/PdfFile.ts"
import { locationOf } from "./objects/PdfTrailers.ts"
import { nameOf, PdfDictionary, PdfString, type PdfValue } from "./objects/PdfValue.ts"
import { readXfa } from "./Xfa.ts"

/** Maximum bytes of form XML read per file. */
export const xfaBytesMax = 8 * 1024 * 1024
/** Maximum bytes of the rich text of one field. */
export const richTextBytesMax = 64 * 1024
/** Maximum bytes that are read of one metadata stream. Entity declarations are at its start. */
export const metadataBytesMax = 64 * 1024
/** Maximum total bytes of the rich text and metadata of a file. */
export const textBytesMax = 8 * 1024 * 1024

/** Examines the XML in a PDF: forms (XFA), rich text and metadata (XMP). */
export const findXmlContents = (file: PdfFile, findings: Findings): void => {
  const limits: XmlLimits = { seen: new Set(), formBytesLeft: xfaBytesMax, otherBytesLeft: textBytesMax }
  for (const [at, object] of file.objects.entries()) {
    const where = locationOf(object.number)
    file.eachDictionary(at, (one) => {
      findForm(file, one.get("XFA"), limits, where, findings)
      findRichText(file, one, limits, where, findings)
    })
    const { stream, value } = object
    if (stream === null || !(value instanceof PdfDictionary)) continue
    if (nameOf(file.resolve(value.get("Type"))) !== "Metadata") continue
    const bytes = takeUnread(file.streamOf(object)?.bytes, metadataBytesMax, limits)
    if (bytes !== null) findEntities(latin1OrUtf8(bytes), where, findings)
  }
}

/** Content that was already read, and the number of bytes that may still be read. */
interface XmlLimits {
  readonly seen: Set<unknown>
  formBytesLeft: number
  otherBytesLeft: number
}

/** Returns the start of data that was not read before, else null. Overlapping streams count separately. */
const takeUnread = (bytes: Uint8Array | undefined, bytesMax: number, limits: XmlLimits): Uint8Array | null => {
  if (bytes === undefined || limits.seen.has(bytes)) return null
  limits.seen.add(bytes)
  const part = bytes.subarray(0, Math.min(bytesMax, limits.otherBytesLeft))
  limits.otherBytesLeft -= part.length
  return part
}

const findForm = (
  file: PdfFile,
  form: PdfValue | undefined,
  rooms: XmlLimits,
  where: string,
  findings: Findings
): void => {
  const resolved = file.resolve(form)
  if (form === undefined || resolved !== null && rooms.seen.has(resolved)) return
  if (resolved !== null) rooms.seen.add(resolved)
  let isCut = false
  const bytes = xfaOf(file, form, rooms.formBytesLeft, () => {
    isCut = true
  })
  rooms.formBytesLeft -= bytes.length
  const xml = latin1OrUtf8(bytes)
  const { isCutOff, scripts, submits } = readXfa(xml)
  findings.add({ kind: "xfa form", scripts, submits, where })
  if (isCutOff || isCut) findings.add({ kind: "cut off", limit: "XML forms", where })
  findEntities(xml, where, findings)
}

/**
 * Finds entities and pictures in the rich text of fields and annotations (ISO 32000-1, section 12.7.3.4). Rich text is
 * XHTML, which some viewers render in a browser engine.
 */
const findRichText = (
  file: PdfFile,
  one: PdfDictionary,
  limits: XmlLimits,
  where: string,
  findings: Findings
): void => {
  for (const key of ["RV", "RC"]) {
    const reference = one.get(key)
    if (reference === undefined) continue
    const value = file.resolve(reference)
    const whole = value instanceof PdfString ? value.bytes : file.streamReferredTo(reference)?.bytes
    const bytes = takeUnread(whole, richTextBytesMax, limits)
    if (bytes === null) continue
    const text = latin1OrUtf8(bytes)
    findEntities(text, where, findings)
    for (const [, target = ""] of text.matchAll(/\bsrc\s{0,9}=\s{0,9}["']([a-z]+:[^"'\s]{1,2000})/gi)) {
      findings.add({ kind: "reference", role: "image", target, where })
    }
  }
}

/** Returns the form XML: one stream, or an array of alternating names and streams (ISO 32000-1, section 12.7.8). */
const xfaOf = (file: PdfFile, form: PdfValue, bytesMax: number, cut: () => void): Uint8Array => {
  const resolved = file.resolve(form)
  const parts = Array.isArray(resolved) ? resolved : [form]
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  for (const part of parts) {
    const value = file.resolve(part)
    const chunk = value instanceof PdfString && !Array.isArray(resolved)
      ? value.bytes
      : value instanceof PdfDictionary
      ? file.streamReferredTo(part)?.bytes
      : undefined
    if (chunk === undefined) continue
    if (bytes + chunk.length > bytesMax) {
      cut()
      continue
    }
    bytes += chunk.length
    chunks.push(chunk)
  }
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

const findEntities = (xml: string, where: string, findings: Findings): void => {
  const at = xml.indexOf("<!DOCTYPE")
  if (at < 0) return
  const doctype = xml.slice(at, at + metadataBytesMax)
  if (
    /<!ENTITY\s[^<>]{0,1000}\b(?:SYSTEM|PUBLIC)\b/.test(doctype) ||
    /<!DOCTYPE\s[^<>[]{0,1000}\bSYSTEM\b/.test(doctype)
  ) {
    findings.add({ kind: "xml entity", entity: "external", where })
  } else if (doctype.includes("<!ENTITY")) findings.add({ kind: "xml entity", entity: "internal", where })
}

const latin1OrUtf8 = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  return new TextDecoder().decode(bytes)
}
