import { documentRatings } from "../../scoring/Bands.ts"
import type { DocumentFacts, FileFacts } from "../facts/DocumentFacts.ts"
import { extensionOf, hidesExtension, runnableExtensions } from "../facts/FileKind.ts"
import { truncateToLine } from "../facts/Target.ts"
import { type Finding, makeFinding, reasonsOf, scoreOf } from "../reasons/Finding.ts"
import type { CasesOf, ReasonCode } from "../reasons/ReasonCatalog.ts"

/** Reports whether a file is the document's own content (decrypted or imported text), or only wraps an OLE object. */
const isOwnPart = ({ as, kind, name }: FileFacts): boolean =>
  as === "decrypted" || as === "alternative chunk" || as === "ole object" && kind === "ole2" ||
  as === "package part" && kind === "ole2" && /\.bin$/i.test(name)

/**
 * Judges a file embedded in a document.
 *
 * @param findingsIn returns the findings within an embedded document
 */
export const judgeFile = (
  file: FileFacts,
  findingsIn: (document: DocumentFacts) => ReadonlyArray<Finding>
): ReadonlyArray<Finding> => {
  const inside = file.document === null ? [] : findingsIn(file.document)
  const where = file.where
  const name = file.name === "" ? "without a name" : truncateToLine(file.name)
  const findings: Array<Finding> = file.unread === null
    ? []
    : [makeFinding("UNREAD_CONTENT", "file", [name, file.unread], where)]
  if (isOwnPart(file)) return [...findings, ...inside.map((one) => ({ ...one, where: `${where}, ${one.where}` }))]
  if (file.as === "attachment") findings.push(makeFinding("EMBEDDED_FILE", "attached", [name], where))
  if (file.as === "ole package") findings.push(makeFinding("OLE_PACKAGE", "file", [name], where))
  const danger = dangerOf(file)
  if (danger !== null) findings.push(makeFinding("EMBEDDED_EXECUTABLE", danger, [name], where))
  // These findings describe how complete the whole scan is, so they are reported unchanged.
  findings.push(...inside.filter(({ code }) => ofWholeScan.has(code)))
  const unsafe = inside.filter(({ code }) => code !== "UNREAD_CONTENT")
  const rating = documentRatings.nameOf(scoreOf(unsafe))
  if (rating !== "ok") {
    const why = reasonsOf(unsafe)[0]!.message
    findings.push(makeFinding("EMBEDDED_ACTIVE_DOCUMENT", rating, [name, why], where))
  }
  return [...findings, ...file.files.flatMap((one) => judgeFile(one, findingsIn))]
}

const ofWholeScan: ReadonlySet<ReasonCode> = new Set(["PARTIAL_SCAN", "RESOURCE_BOMB", "UNREAD_CONTENT"])

const dangerOf = ({ as, kind, name, otherNames }: FileFacts): keyof CasesOf<"EMBEDDED_EXECUTABLE"> | null => {
  if (kind === "program") return "program"
  if (kind === "shortcut") return "shortcut"
  // The program that saved the file chose the names of package parts, so they are not deceptive.
  const names = as === "package part" ? [] : [name, ...otherNames]
  if (names.some(hidesExtension)) return "hiddenEnding"
  if (names.some((one) => runnableExtensions.has(extensionOf(one)))) return "runnable"
  if (kind === "script") return "script"
  return (kind === "html" || kind === "mht") && as !== "package part" ? "page" : null
}
