import { actionKinds } from "../../../core/documents/facts/DocumentAction.ts"
import type { Findings } from "../reading/Findings.ts"
import type { PdfFile } from "./objects/PdfFile.ts"
import type { PdfObject } from "./objects/PdfObjects.ts"
import { locationOf } from "./objects/PdfTrailers.ts"
import {
  nameOf,
  PdfDictionary,
  PdfName,
  PdfReference,
  PdfString,
  type PdfValue,
  visitDictionaries
} from "./objects/PdfValue.ts"
import { WordSearch } from "./objects/WordSearch.ts"

/** Names of active content and of features that hide it. Escaped letters in these names indicate a disguise. */
const watchedNames: ReadonlySet<string> = new Set([
  ...actionKinds,
  "JS",
  "S",
  "OpenAction",
  "AA",
  "A",
  "Next",
  "Names",
  "EmbeddedFile",
  "EmbeddedFiles",
  "EF",
  "F",
  "FS",
  "UF",
  "RichMedia",
  "Flash",
  "XFA",
  "AcroForm",
  "ObjStm",
  "Filter",
  "FlateDecode",
  "ASCIIHexDecode",
  "ASCII85Decode",
  "LZWDecode",
  "RunLengthDecode",
  "JBIG2Decode",
  "Encrypt",
  "Type",
  "Subtype"
])

/** A color sample has at most 32 components (ISO 32000-2, table 8); exploits that overflow a reader use far more. */
export const colorsMax = 2 ** 24
/** Maximum number of hidden objects that are reported. */
export const hiddenObjectsMax = 16

/** Finds signs of an attack in dictionaries other than actions: disguised names, external parts, media, exploits. */
export const findAttackSigns = (file: PdfFile, findings: Findings): void => {
  const disguised = new Set<string>()
  /** Values examined already, because many objects can refer to one value. */
  const visited = new Set<unknown>()
  const actionTargets = new Set<PdfValue>()
  for (const at of file.objects.keys()) {
    file.eachDictionary(at, (one) => {
      if (one.get("S") === undefined) return
      for (const key of ["F", "Win"]) {
        const target = file.resolve(one.get(key))
        if (target !== null) actionTargets.add(target)
      }
    })
  }
  for (const [at, object] of file.objects.entries()) {
    const where = locationOf(object.number)
    const { stream, value } = object
    const outside = stream !== null && value instanceof PdfDictionary ? pathOf(file, value.get("F")) : null
    if (outside !== null) findings.add({ kind: "reference", role: "stream", target: outside, where })
    file.eachDictionary(at, (one) => {
      findDisguises(one, disguised, where, findings)
      if (!actionTargets.has(one)) findExternal(file, one, visited, where, findings)
      findMedia(file, one, where, findings)
      findExploits(file, one, visited, where, findings)
      findImageFilteredScript(file, one, where, findings)
    })
    findImageFilteredObjects(file, object, where, findings)
  }
  findSuperseded(file, findings)
}

const findDisguises = (one: PdfDictionary, found: Set<string>, where: string, findings: Findings): void => {
  for (const key of one.disguisedKeys) addDisguise(key, found, where, findings)
  for (let at = 0; at < one.size; at++) {
    const value = one.valueAt(at)
    if (value instanceof PdfName && value.isDisguised) addDisguise(value.text, found, where, findings)
  }
}

const addDisguise = (name: string, found: Set<string>, where: string, findings: Findings): void => {
  if (!watchedNames.has(name) || found.has(name)) return
  found.add(name)
  findings.add({ kind: "disguise", what: `/${name}`, where })
}

/** Finds reference XObjects (section 8.10.4), pictures of a prepress server (OPI), and file specifications that are URLs. */
const findExternal = (
  file: PdfFile,
  one: PdfDictionary,
  visited: Set<unknown>,
  where: string,
  findings: Findings
): void => {
  const addTarget = (reference: PdfValue): void => {
    const target = reference instanceof PdfDictionary ? pathOf(file, reference.get("F")) : null
    if (target !== null) findings.add({ kind: "reference", role: "stream", target, where })
  }
  addTarget(file.resolve(one.get("Ref")))
  for (const reference of opiOf(file, one, visited)) addTarget(reference)
  const target = nameOf(file.resolve(one.get("FS"))) === "URL" ? pathOf(file, one.get("F")) : null
  if (target !== null) findings.add({ kind: "reference", role: "stream", target, where })
}

const opiOf = (file: PdfFile, one: PdfDictionary, visited: Set<unknown>): ReadonlyArray<PdfValue> => {
  const versions = file.resolve(one.get("OPI"))
  if (!(versions instanceof PdfDictionary) || visited.has(versions)) return nothing
  visited.add(versions)
  return [...versions.keys()].map((version) => file.resolve(versions.get(version)))
}

const nothing: ReadonlyArray<never> = []

/** Returns the path of a file specification (section 7.11), which is a string or a dictionary; null for other values. */
const pathOf = (file: PdfFile, value: PdfValue | undefined): string | null => {
  const specification = file.resolve(value)
  if (specification instanceof PdfString) return specification.beginning
  if (!(specification instanceof PdfDictionary) || specification.get("EF") !== undefined) return null
  for (const key of ["UF", "F", "DOS", "Unix", "Mac"]) {
    const path = file.resolve(specification.get(key))
    if (path instanceof PdfString) return path.beginning
  }
  return null
}

/** A script or object stream can be encoded with an image filter, which viewers decode like any other filter (D. Óvári, VB 2015). */
const findImageFilteredScript = (file: PdfFile, one: PdfDictionary, where: string, findings: Findings): void => {
  const script = one.get("JS")
  const object = script instanceof PdfReference ? file.latestOf(script.number) : undefined
  if (object !== undefined && hasImageFilter(file, object)) {
    findings.add({ kind: "disguise", what: "a script that is stored as a picture", where })
  }
}

const findImageFilteredObjects = (file: PdfFile, object: PdfObject, where: string, findings: Findings): void => {
  const { value } = object
  const isHolder = value instanceof PdfDictionary && nameOf(file.resolve(value.get("Type"))) === "ObjStm"
  if (isHolder && hasImageFilter(file, object)) {
    findings.add({ kind: "disguise", what: "objects that are stored as a picture", where })
  }
}

const hasImageFilter = (file: PdfFile, object: PdfObject): boolean =>
  object.stream !== null && object.stream.length > 0 && file.encryption !== "locked" && file.streamOf(object) === null

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ["RichMedia", "rich media annotation"],
  ["Movie", "movie annotation"],
  ["3D", "3D annotation"],
  ["Sound", "sound annotation"],
  ["Flash", "Flash"]
])

const findMedia = (file: PdfFile, one: PdfDictionary, where: string, findings: Findings): void => {
  const subtype = nameOf(file.resolve(one.get("Subtype")))
  const what = subtype === null ? undefined : mediaTypes.get(subtype)
  if (what !== undefined) findings.add({ kind: "rich media", what, where })
}

/** CVE-2024-4367: a string in a font matrix is run as code. CVE-2009-3459: an excessive number of color components. */
const findExploits = (
  file: PdfFile,
  one: PdfDictionary,
  visited: Set<unknown>,
  where: string,
  findings: Findings
): void => {
  const matrix = file.resolve(one.get("FontMatrix"))
  if (
    Array.isArray(matrix) && matrix.slice(0, matrixEntriesMax).some((entry) => file.resolve(entry) instanceof PdfString)
  ) {
    findings.add({ kind: "exploit", what: "a font matrix that holds text (CVE-2024-4367)", where })
  }
  const colours = file.resolve(one.get("Colors"))
  if (typeof colours === "number" && colours > colorsMax) {
    findings.add({ kind: "exploit", what: "a predictor with too many colors (CVE-2009-3459)", where })
  }
  const program = file.resolve(one.get("FontFile"))
  if (!(program instanceof PdfDictionary) || visited.has(program)) return
  visited.add(program)
  findFontProgram(file, one, where, findings)
}

/** A font matrix has six entries; viewers ignore the rest. */
const matrixEntriesMax = 64

const findFontProgram = (file: PdfFile, one: PdfDictionary, where: string, findings: Findings): void => {
  const reference = one.get("FontFile")
  const stream = file.streamReferredTo(reference)
  if (stream === null) return
  const end = Math.min(stream.bytes.length, fontHeadBytesMax)
  const at = fontMatrixWords.find(stream.bytes, 0, end)
  if (at < 0) return
  const matrix = /\/FontMatrix\s{0,20}[[{]([^\]}]{0,1000})/.exec(latin1.decode(stream.bytes.subarray(at, end)))
  if (matrix?.[1]?.includes("(") === true) {
    findings.add({ kind: "exploit", what: "a font matrix that holds text (CVE-2024-4367)", where })
  }
}

const fontMatrixWords = new WordSearch("/FontMatrix")

/** Maximum bytes of the cleartext portion of a Type 1 font. */
const fontHeadBytesMax = 16 * 1024

const latin1 = new TextDecoder("latin1")

/** Finds actions of earlier revisions that the current revision no longer has. */
const findSuperseded = (file: PdfFile, findings: Findings): void => {
  let left = hiddenObjectsMax
  const isLatestActive = new Map<PdfObject, boolean>()
  const isActive = (object: PdfObject): boolean => {
    const is = isLatestActive.get(object) ?? activeKind(file, object) !== null
    isLatestActive.set(object, is)
    return is
  }
  for (const object of file.objects) {
    const latest = file.latestOf(object.number)
    if (latest === undefined || latest === object || object.isInStream || left === 0) continue
    const before = activeKind(file, object)
    if (before === null || isActive(latest)) continue
    left--
    findings.add({ kind: "hidden object", what: `/${before} in a former version`, where: locationOf(object.number) })
  }
}

const dangerousKinds: ReadonlySet<string> = new Set(["JavaScript", "Launch", "SubmitForm", "ImportData"])

const activeKind = (file: PdfFile, { value }: PdfObject): string | null => {
  let found: string | null = null
  visitDictionaries(value, (one) => {
    const kind = nameOf(file.resolve(one.get("S")))
    if (kind !== null && dangerousKinds.has(kind)) found = kind
  })
  return found
}
