import { documentRatings } from "../../rating/DocumentRating.ts"
import type { FileFacts } from "../DocumentFacts.ts"
import { endingOf, hidesItsEnding, runnableEndings } from "../FileKind.ts"
import { type Finding, finding, reasonsOf, scoreOf } from "../Finding.ts"
import { shown } from "../Target.ts"

/** What belongs to the document as much as its text does, and what is but the wrapping of an object. */
const isOwnPart = ({ as, kind, name }: FileFacts): boolean =>
  as === "decrypted" || as === "alternative chunk" || as === "ole object" && kind === "ole2" ||
  as === "package part" && kind === "ole2" && /\.bin$/i.test(name)

/**
 * A file within the document.
 *
 * @param inside findings within it, where it is a document
 */
export const judgeFile = (file: FileFacts, inside: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  const where = file.where
  if (isOwnPart(file)) return inside.map((one) => ({ ...one, where: `${where}, ${one.where}` }))
  const name = file.name === "" ? "without a name" : shown(file.name)
  const findings: Array<Finding> = []
  if (file.as === "attachment") findings.push(finding("EMBEDDED_FILE", 4, `The file ${name} is attached`, where))
  if (file.as === "ole package") {
    findings.push(finding("OLE_PACKAGE", 8, `The file ${name} opens with a double click`, where))
  }
  const danger = dangerOf(file)
  if (danger !== null) {
    findings.push(
      finding("EMBEDDED_EXECUTABLE", danger === "a page for the browser" ? 20 : 65, `${name}: ${danger}`, where)
    )
  }
  // They say how far the whole scan went.
  findings.push(...inside.filter(({ code }) => code === "PARTIAL_SCAN" || code === "RESOURCE_BOMB"))
  const rating = documentRatings.nameOf(scoreOf(inside))
  if (rating !== "ok") {
    const why = reasonsOf(inside)[0]!.message
    const penalty = rating === "block" ? 40 : 20
    findings.push(finding("EMBEDDED_ACTIVE_DOCUMENT", penalty, `In the file ${name}: ${why}`, where))
  }
  return [...findings, ...file.files.flatMap((one) => judgeFile(one, []))]
}

const dangerOf = ({ as, kind, name, otherNames }: FileFacts): string | null => {
  if (kind === "program") return "a program"
  if (kind === "shortcut") return "a shortcut that starts a program"
  // Parts of a package are named by whoever saved it.
  const names = as === "package part" ? [] : [name, ...otherNames]
  if (names.some(hidesItsEnding)) return "a file that hides its ending"
  if (names.some((one) => runnableEndings.has(endingOf(one)))) return "a file that is run when it is opened"
  if (kind === "script") return "a script"
  return kind === "html" && as !== "package part" ? "a page for the browser" : null
}
