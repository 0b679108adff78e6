import { type ReferenceRole, textCharsMax } from "../../../core/documents/facts/Fact.ts"
import type { CompoundEntry, CompoundFile } from "../compound/CompoundFile.ts"
import type { Budget } from "../reading/Budget.ts"
import { factText, type Findings } from "../reading/Findings.ts"
import { estimatedPages } from "../reading/PageEstimate.ts"
import { readFields, visibleText } from "./DocFields.ts"
import { type DocFile, fibTables, openDoc, rawText, readDocText, readStrings } from "./DocFile.ts"
import { hyperlinksIn } from "./HyperlinkObjects.ts"

/** Of SttbfAssoc (MS-DOC 2.9.282): the attached template. */
const templateIndex = 1

/** Types of the names in SttbFnm (MS-DOC 2.9.93). */
const nameRoles: ReadonlyMap<number, ReferenceRole> = new Map([[3, "mailmerge"], [5, "subdocument"]])

/** Something that is fetched: an address with a scheme, which may be written with `%` escapes, or a network path. */
export const isElsewhere = (target: string): boolean => /^\s*(?:[a-z%][a-z0-9+.%-]+:|[\\/]{2})/i.test(target)

/**
 * A Word document of the binary format (MS-DOC): its fields, its template and what a person reads.
 *
 * @param stream `WordDocument`
 * @param pages as its properties count them; null: they do not
 */
export const readWordDocument = (
  file: CompoundFile,
  stream: CompoundEntry,
  pages: number | null,
  where: string,
  budget: Budget,
  findings: Findings
): void => {
  const storage = stream.path.slice(0, Math.max(0, stream.path.length - stream.name.length - 1))
  const main = file.read(stream)
  const doc = openDoc(file, main, storage)
  if (doc === null) {
    findings.add({ kind: "damaged", what: "not a Word document", where })
    readFields(rawText(main, budget), where, findings)
    return
  }
  if (doc.isEncrypted) return findings.add({ kind: "encrypted", opened: null, where })
  readReferences(doc, where, findings)
  const { isCutOff, isDamaged, text } = readDocText(doc, budget)
  if (isDamaged) findings.add({ kind: "damaged", what: "the pieces of a Word document's text", where })
  if (isCutOff) findings.add({ kind: "cut off", limit: "text of a Word document", where })
  const { shown, urls } = readFields(text, where, findings)
  for (const url of doc.besides.flatMap((bytes) => [...hyperlinksIn(bytes, budget)]).map(factText)) {
    if (!urls.has(url)) findings.add({ kind: "link", url, text: null, from: "object", where })
  }
  const visible = visibleText(shown).trim().slice(0, textCharsMax)
  findings.add({
    kind: "text",
    text: visible,
    pages: pages ?? estimatedPages(visible.length, pageBreaks(shown)),
    where
  })
}

/** A page ends, or a section (MS-DOC 2.4.1 and 2.8.26). */
const pageBreaks = (text: string): number => text.trim().split("\x0c").length - 1

const readReferences = (doc: DocFile, where: string, findings: Findings): void => {
  const template = readStrings(doc.table(fibTables.sttbfAssoc))[templateIndex]?.text ?? ""
  if (isElsewhere(template)) {
    findings.add({ kind: "reference", role: "template", target: factText(template), where })
  }
  for (const { extra, text } of readStrings(doc.table(fibTables.sttbFnm))) {
    const role = nameRoles.get(extra & 15)
    if (role !== undefined && text !== "") findings.add({ kind: "reference", role, target: factText(text), where })
  }
}
