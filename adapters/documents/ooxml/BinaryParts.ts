import { extensionOf, fileKindOf, runnableExtensions } from "../../../core/documents/facts/FileKind.ts"
import { type CompoundFile, openCompoundFile } from "../compound/CompoundFile.ts"
import { hasCompoundSignature } from "../compound/CompoundSectors.ts"
import { findEquationFault } from "../ole/Equation.ts"
import { readObjectClass } from "../ole/OleObject.ts"
import type { Budget } from "../reading/Budget.ts"
import type { Findings } from "../reading/Findings.ts"
import { addVbaProjects, findVbaProjects } from "../vba/VbaProject.ts"
import { normalizeZipName } from "../zip/ZipRecords.ts"
import type { OoxmlPackage, Part } from "./package/OoxmlPackage.ts"
import { isFlash } from "./package/PartKinds.ts"

/** Relationship types whose target part is an embedded file. */
const embeddingTypes: ReadonlySet<string> = new Set(["package", "oleobject", "afchunk", "embeddedpackage"])

/**
 * Adds the macros, media and embedded files of a part that is not XML. Embedded files are recognized by their bytes.
 */
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
  const placed = { isMisplaced: !mayHoldMacros, where }
  if (file !== null && addVbaProjects(file, projectsOf(file, isVba), placed, budget, findings)) return
  if (file === null && isVba) findings.add({ kind: "damaged", detail: "VBA project", where })
  if (isDeclaredFile(part)) return
  if (file !== null) return findings.addFile({ name: baseName(where), bytes, as: "ole object", where })
  const kind = fileKindOf(bytes)
  if (part.contentType.includes("font") || kind === "other" || kind === "picture") return
  findings.addFile({ name: baseName(where), bytes, as: "package part", where })
}

/** Adds a part whose relationships or name declare an embedded file, regardless of its bytes. */
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

/**
 * Returns the storages of the VBA projects of a compound file. If the part is not declared as a VBA project, only a
 * project at the root counts. Embedded documents are read separately, with their projects.
 */
const projectsOf = (file: CompoundFile, isVba: boolean): ReadonlyArray<string> => {
  const projects = findVbaProjects(file).filter((prefix) => isVba || prefix === "")
  return isVba && projects.length === 0 ? [""] : projects
}

const baseName = (name: string): string => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1)

const latin1 = new TextDecoder("latin1")

/** Object that a part declares as an equation: the part, and the ID of its relationship to the object. */
export interface DeclaredEquation {
  readonly owner: string
  readonly id: string
}

/**
 * Adds the faults of objects that a part declares as equations and whose data has no class. Objects with a class are
 * read as embedded files.
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
  for (const { entry, name: where } of ooxml.parts.filter(({ name }) => keys.has(normalizeZipName(name)))) {
    const file = openCompoundFile(ooxml.archive.read(entry).bytes, budget)
    const root = file?.entries[0]
    if (file !== null && root !== undefined && readObjectClass(file, root).classId !== null) continue
    const fault = file === null ? "an equation that is not an OLE object (CVE-2017-11882)" : findEquationFault(file, "")
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
