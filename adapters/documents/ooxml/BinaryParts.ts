import { extensionOf, fileKindOf, runnableExtensions } from "../../../core/documents/facts/FileKind.ts"
import { type CompoundFile, openCompoundFile } from "../compound/CompoundFile.ts"
import { hasCompoundSignature } from "../compound/CompoundSectors.ts"
import { equationFault } from "../ole/Equation.ts"
import { classOf } from "../ole/OleObject.ts"
import type { Budget } from "../reading/Budget.ts"
import type { Findings } from "../reading/Findings.ts"
import { findVbaProjects, readVbaProject } from "../vba/VbaProject.ts"
import { zipKey } from "../zip/ZipRecords.ts"
import type { OoxmlPackage, Part } from "./package/OoxmlPackage.ts"
import { isFlash } from "./package/PartKinds.ts"

/** Relationship types whose target part is an embedded file. */
const embeddingTypes: ReadonlySet<string> = new Set(["package", "oleobject", "afchunk", "embeddedpackage"])

/** Reads a part that is not XML: macros, media, and embedded files, which are recognized by their bytes. */
export const readBinaryPart = (
  part: Part,
  bytes: Uint8Array,
  mayHoldMacros: boolean,
  findings: Findings,
  budget: Budget
): void => {
  if (bytes.length === 0) return
  const { name: where, relations } = part
  if (isFlash(bytes)) findings.add({ kind: "rich media", detail: "Flash", where })
  if (latin1.decode(bytes.subarray(0, 4)) === "glTF") findings.add({ kind: "rich media", detail: "3D model", where })
  const file = openCompoundFile(bytes, budget)
  const isVba = relations.has("vbaproject") ||
    part.contentType.includes("vbaproject") && !part.contentType.includes("signature")
  if (file !== null && readMacros(file, where, isVba, mayHoldMacros, findings, budget)) return
  if (file === null && isVba) findings.add({ kind: "damaged", detail: "VBA project", where })
  if (isDeclaredFile(part)) return
  if (file !== null) return findings.addFile({ name: baseName(where), bytes, as: "ole object", where })
  const kind = fileKindOf(bytes)
  if (part.contentType.includes("font") || kind === "other" || kind === "picture") return
  findings.addFile({ name: baseName(where), bytes, as: "package part", where })
}

/** Adds a part whose relationships or name declare it an embedded file, whatever its bytes contain. */
export const addDeclaredFile = (part: Part, bytes: Uint8Array, findings: Findings): void => {
  if (bytes.length === 0 || !isDeclaredFile(part)) return
  const as = part.relations.has("afchunk")
    ? "alternative chunk"
    : hasCompoundSignature(bytes)
    ? "ole object"
    : "package part"
  findings.addFile({ name: baseName(part.name), bytes, as, where: part.name })
}

const isDeclaredFile = ({ name, relations }: Part): boolean =>
  [...relations].some((type) => embeddingTypes.has(type)) || runnableExtensions.has(extensionOf(name))

/** Adds the VBA project at the root of a compound file. Projects of embedded documents are found when those documents are read. */
const readMacros = (
  file: CompoundFile,
  where: string,
  isVba: boolean,
  mayHoldMacros: boolean,
  findings: Findings,
  budget: Budget
): boolean => {
  const projects = findVbaProjects(file).filter((prefix) => isVba || prefix === "")
  let isFound = false
  for (const prefix of isVba && projects.length === 0 ? [""] : projects) {
    const fact = readVbaProject(file, prefix, budget)
    if (fact === null) continue
    isFound = true
    findings.add({ ...fact, isMisplaced: !mayHoldMacros, where })
  }
  return isFound
}

const baseName = (name: string): string => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1)

const latin1 = new TextDecoder("latin1")

/** An object that a part declares as an equation, by the relationship that leads to the object's part. */
export interface DeclaredEquation {
  readonly owner: string
  readonly id: string
}

/**
 * Adds the objects that a part declares as equations, if their own data has no class. Objects with a class are read as embedded files.
 *
 * Source: ECMA-376 part 1, 17.3.3.19 and 18.3.1.59 (`progId`).
 */
export const addDeclaredEquations = (
  ooxml: OoxmlPackage,
  equations: ReadonlyArray<DeclaredEquation>,
  budget: Budget,
  findings: Findings
): void => {
  const keys = new Set<string>()
  for (const [owner, named] of Map.groupBy(equations, (one) => one.owner)) {
    const ids = new Set(named.map(({ id }) => id))
    for (const { id, part } of ooxml.relationshipsOf(owner)) if (part !== "" && ids.has(id)) keys.add(part)
  }
  for (const { entry, name: where } of ooxml.parts.filter(({ name }) => keys.has(zipKey(name)))) {
    const file = openCompoundFile(ooxml.archive.read(entry).bytes, budget)
    const root = file?.entries[0]
    if (file !== null && root !== undefined && classOf(file, root).classId !== null) continue
    const fault = file === null ? "an equation that is not an OLE object (CVE-2017-11882)" : equationFault(file, "")
    if (fault === null) continue
    findings.add({
      kind: "ole object",
      classId: null,
      progId: "Equation.3",
      isUpdated: false,
      isMalformed: true,
      where
    })
    findings.add({ kind: "exploit", detail: fault, where })
  }
}
