import { actionKinds } from "../../../core/documents/facts/DocumentAction.ts"
import { filtersMax } from "../reading/Budget.ts"
import type { Findings } from "../reading/Findings.ts"
import { formDataOf } from "./FormData.ts"
import { WordSearch } from "./objects/bytes/WordSearch.ts"
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
  "BrotliDecode",
  "RunLengthDecode",
  "JBIG2Decode",
  "Encrypt",
  "Type",
  "Subtype"
])

/**
 * Value of `Colors` (ISO 32000-2, table 8) above which an exploit is reported. Images have a few components. Exploits
 * that overflow a reader declare far more.
 */
export const colorsMax = 2 ** 24
/** Maximum number of hidden objects that are reported. */
export const hiddenObjectsMax = 16

/** Finds signs of an attack besides the actions: disguised names, external content, media and exploits. */
export const findAttackSigns = (file: PdfFile, findings: Findings): void => {
  const disguised = new Set<string>()
  /** Values that were already examined. Many objects can refer to the same value. */
  const visited = new Set<unknown>()
  const actionTargets = new Set<PdfValue>()
  /** Numbers of the object streams in which objects were found. */
  const holders = new Set(file.objects.map(({ container }) => container))
  for (const at of file.objects.keys()) {
    file.eachDictionary(at, (dictionary) => {
      const owner = dictionary.get("S") === undefined ? formDataOf(file, dictionary) : dictionary
      if (owner === null) return
      for (const key of ["F", "Win"]) {
        const target = file.resolve(owner.get(key))
        if (target !== null) actionTargets.add(target)
      }
    })
  }
  for (const [at, object] of file.objects.entries()) {
    const where = locationOf(object.number)
    const { stream, value } = object
    const outside = stream !== null && value instanceof PdfDictionary ? pathOf(file, value.get("F")) : null
    if (outside !== null) findings.add({ kind: "reference", role: "stream", target: outside, where })
    file.eachDictionary(at, (dictionary) => {
      findDisguises(dictionary, disguised, where, findings)
      if (!actionTargets.has(dictionary)) findExternal(file, dictionary, visited, where, findings)
      findMedia(file, dictionary, where, findings)
      findExploits(file, dictionary, visited, where, findings)
      findImageFilteredScript(file, dictionary, where, findings)
    })
    findFilterChain(file, object, where, findings)
    findUnreadObjects(file, object, holders, findings)
  }
}

const findDisguises = (dictionary: PdfDictionary, found: Set<string>, where: string, findings: Findings): void => {
  for (const key of dictionary.disguisedKeys) addDisguise(key, found, where, findings)
  for (let at = 0; at < dictionary.size; at++) {
    const value = dictionary.valueAt(at)
    if (value instanceof PdfName && value.isDisguised) addDisguise(value.text, found, where, findings)
  }
}

const addDisguise = (name: string, found: Set<string>, where: string, findings: Findings): void => {
  if (!watchedNames.has(name) || found.has(name)) return
  found.add(name)
  findings.add({ kind: "disguise", detail: `/${name}`, where })
}

/**
 * Finds content outside the file: reference XObjects, OPI pictures, and file specifications that are URLs.
 *
 * ISO 32000-2, section 8.10.4, defines reference XObjects. OPI pictures are stored on a prepress server.
 */
const findExternal = (
  file: PdfFile,
  dictionary: PdfDictionary,
  visited: Set<unknown>,
  where: string,
  findings: Findings
): void => {
  const addTarget = (owner: PdfValue): void => {
    const target = owner instanceof PdfDictionary ? pathOf(file, owner.get("F")) : null
    if (target !== null) findings.add({ kind: "reference", role: "stream", target, where })
  }
  addTarget(file.resolve(dictionary.get("Ref")))
  for (const version of opiOf(file, dictionary, visited)) addTarget(version)
  const target = nameOf(file.resolve(dictionary.get("FS"))) === "URL" ? pathOf(file, dictionary.get("F")) : null
  if (target !== null) findings.add({ kind: "reference", role: "stream", target, where })
}

const opiOf = (file: PdfFile, dictionary: PdfDictionary, visited: Set<unknown>): ReadonlyArray<PdfValue> => {
  const versions = file.resolve(dictionary.get("OPI"))
  if (!(versions instanceof PdfDictionary) || visited.has(versions)) return nothing
  visited.add(versions)
  return [...versions.keys()].map((version) => file.resolve(versions.get(version)))
}

const nothing: ReadonlyArray<never> = []

/**
 * Returns the path of a file specification (ISO 32000-2, section 7.11), which is a string or a dictionary. Returns null
 * for other values.
 */
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

/**
 * Finds scripts encoded with an image filter. Viewers decode image filters in scripts like any other filter (D. Óvári,
 * VB 2015).
 */
const findImageFilteredScript = (file: PdfFile, dictionary: PdfDictionary, where: string, findings: Findings): void => {
  const script = dictionary.get("JS")
  const object = script instanceof PdfReference ? file.latestOf(script.number) : undefined
  if (object !== undefined && hasImageFilter(file, object)) {
    findings.add({ kind: "disguise", detail: "a script stored as an image", where })
  }
}

/** Finds object streams from which no object can be read. */
const findUnreadObjects = (
  file: PdfFile,
  object: PdfObject,
  holders: ReadonlySet<number | null>,
  findings: Findings
): void => {
  const { number, stream, value } = object
  if (stream === null || !(value instanceof PdfDictionary) || file.encryption === "locked") return
  if (nameOf(file.resolve(value.get("Type"))) !== "ObjStm") return
  const where = locationOf(number)
  if (hasImageFilter(file, object)) {
    findings.add({ kind: "disguise", detail: "objects stored as an image", where })
  } else if (stream.length > 0 && file.resolve(value.get("N")) !== 0 && !holders.has(number)) {
    findings.add({ kind: "unread", detail: "a stream of objects that cannot be decoded", isDocument: false, where })
  }
}

/** Finds streams with more filters than are decoded. Genuine streams have one or two. */
const findFilterChain = (file: PdfFile, { stream, value }: PdfObject, where: string, findings: Findings): void => {
  const filters = stream !== null && value instanceof PdfDictionary ? file.resolve(value.get("Filter")) : null
  if (Array.isArray(filters) && filters.length > filtersMax) {
    findings.add({ kind: "disguise", detail: `data encoded with ${filters.length} filters`, where })
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

const findMedia = (file: PdfFile, dictionary: PdfDictionary, where: string, findings: Findings): void => {
  const subtype = nameOf(file.resolve(dictionary.get("Subtype")))
  const detail = subtype === null ? undefined : mediaTypes.get(subtype)
  if (detail !== undefined) findings.add({ kind: "rich media", detail, where })
}

/**
 * Finds dictionaries that exploit a viewer. CVE-2024-4367: a string in a font matrix is run as code. CVE-2009-3459: the
 * number of color components is excessive.
 */
const findExploits = (
  file: PdfFile,
  dictionary: PdfDictionary,
  visited: Set<unknown>,
  where: string,
  findings: Findings
): void => {
  const matrix = file.resolve(dictionary.get("FontMatrix"))
  if (
    Array.isArray(matrix) && matrix.slice(0, matrixEntriesMax).some((entry) => file.resolve(entry) instanceof PdfString)
  ) {
    findings.add({ kind: "exploit", detail: "a font matrix that contains text (CVE-2024-4367)", where })
  }
  const colors = file.resolve(dictionary.get("Colors"))
  if (typeof colors === "number" && colors > colorsMax) {
    findings.add({ kind: "exploit", detail: "a predictor with too many colors (CVE-2009-3459)", where })
  }
  const program = file.resolve(dictionary.get("FontFile"))
  if (!(program instanceof PdfDictionary) || visited.has(program)) return
  visited.add(program)
  findFontProgram(file, dictionary, where, findings)
}

/** Maximum entries of a font matrix that are examined. A valid matrix has six entries. */
const matrixEntriesMax = 64

const findFontProgram = (file: PdfFile, dictionary: PdfDictionary, where: string, findings: Findings): void => {
  const reference = dictionary.get("FontFile")
  const stream = file.streamReferredTo(reference)
  if (stream === null) return
  const end = Math.min(stream.bytes.length, fontHeadBytesMax)
  const at = fontMatrixWords.find(stream.bytes, 0, end)
  if (at < 0) return
  const matrix = /\/FontMatrix\s{0,20}[[{]([^\]}]{0,1000})/.exec(latin1.decode(stream.bytes.subarray(at, end)))
  if (matrix?.[1]?.includes("(") === true) {
    findings.add({ kind: "exploit", detail: "a font matrix that contains text (CVE-2024-4367)", where })
  }
}

const fontMatrixWords = new WordSearch("/FontMatrix")

/** Maximum bytes that are examined of the cleartext portion of a Type 1 font. */
const fontHeadBytesMax = 16 * 1024

const latin1 = new TextDecoder("latin1")

/** Finds objects with a dangerous action in an earlier revision and without one in the current revision. */
export const findSuperseded = (file: PdfFile, findings: Findings): void => {
  let left = hiddenObjectsMax
  const isLatestActive = new Map<PdfObject, boolean>()
  const isActive = (object: PdfObject): boolean => {
    const is = isLatestActive.get(object) ?? activeKind(file, object) !== null
    isLatestActive.set(object, is)
    return is
  }
  for (const object of file.objects) {
    const latest = file.latestOf(object.number)
    if (latest === undefined || latest === object || object.isEnclosed || left === 0) continue
    const before = activeKind(file, object)
    if (before === null || isActive(latest)) continue
    left--
    findings.add({
      kind: "hidden object",
      detail: `/${before} in an earlier version`,
      where: locationOf(object.number)
    })
  }
}

const dangerousKinds: ReadonlySet<string> = new Set(["JavaScript", "Launch", "SubmitForm", "ImportData"])

const activeKind = (file: PdfFile, { value }: PdfObject): string | null => {
  let found: string | null = null
  visitDictionaries(value, (dictionary) => {
    const kind = nameOf(file.resolve(dictionary.get("S")))
    if (kind !== null && dangerousKinds.has(kind)) found = kind
  })
  return found
}
