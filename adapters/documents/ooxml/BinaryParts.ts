import type { EmbeddedFile } from "../../../core/documents/Fact.ts"
import { endingOf, fileKindOf, runnableEndings } from "../../../core/documents/FileKind.ts"
import type { Budget } from "../Budget.ts"
import type { Findings } from "../Findings.ts"
import { type CompoundFile, openCompoundFile } from "../ole/CompoundFile.ts"
import { findVbaProjects, readVbaProject } from "../vba/VbaProject.ts"
import type { Part } from "./OoxmlPackage.ts"

/** Relationships whose parts are files of their own. */
const embedding: ReadonlySet<string> = new Set(["package", "oleobject", "afchunk", "embeddedpackage"])

/** What a part is that is no XML: macros, files within the document, films. */
export const readBinaryPart = (
  part: Part,
  bytes: Uint8Array,
  mayHoldMacros: boolean,
  findings: Findings,
  budget: Budget
): void => {
  if (bytes.length === 0) return
  const { name: where, relations } = part
  if (isFlash(bytes)) findings.add({ kind: "rich media", what: "Flash", where })
  if (latin1.decode(bytes.subarray(0, 4)) === "glTF") findings.add({ kind: "rich media", what: "3D model", where })
  const file = openCompoundFile(bytes, budget)
  const isVba = relations.has("vbaproject") ||
    part.contentType.includes("vbaproject") && !part.contentType.includes("signature")
  if (file !== null && readMacros(file, where, isVba, mayHoldMacros, findings, budget)) return
  if (file === null && isVba) findings.add({ kind: "damaged", what: "VBA project", where })
  const as = embeddedAs(part, bytes, file !== null)
  if (as !== null) findings.addFile({ name: baseName(where), bytes, as, where })
}

/** A film for Flash, packed in any of its ways (SWF 19, "The SWF header"). */
export const isFlash = (bytes: Uint8Array): boolean =>
  // oxlint-disable-next-line no-control-regex -- the version
  /^[FCZ]WS[\x01-\x3c]/.test(latin1.decode(bytes.subarray(0, 4)))

/** Projects at the root of a compound file belong to this document; those of a document within it are found in there. */
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

const embeddedAs = (
  { name, relations, contentType }: Part,
  bytes: Uint8Array,
  isCompound: boolean
): EmbeddedFile["as"] | null => {
  if (relations.has("afchunk")) return "alternative chunk"
  if (isCompound) return "ole object"
  if ([...relations].some((type) => embedding.has(type)) || runnableEndings.has(endingOf(name))) return "package part"
  if (contentType.includes("font")) return null
  const kind = fileKindOf(bytes)
  return kind === "other" || kind === "picture" ? null : "package part"
}

const baseName = (name: string): string => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1)

const latin1 = new TextDecoder("latin1")
