import { type ReferenceRole, textCharsMax } from "../../../core/documents/facts/Fact.ts"
import type { CompoundEntry, CompoundFile } from "../compound/CompoundFile.ts"
import { Cursor, guidText } from "../compound/Cursor.ts"
import { fieldTokens } from "../fields/FieldCode.ts"
import { fieldFacts } from "../fields/FieldFacts.ts"
import { FieldNames } from "../fields/FieldNames.ts"
import type { Budget } from "../reading/Budget.ts"
import { estimatedPages, factText, type Findings } from "../reading/Findings.ts"
import { uint32 } from "../reading/Numbers.ts"
import { type DocFile, fibTables, openDoc, rawText, readDocText, readStrings } from "./DocFile.ts"
import { readTarget } from "./OleMoniker.ts"

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

/** Hyperlinks of one stream. */
const hyperlinksMax = 10_000

const standardLink = "79EAC9D0-BAF9-11CE-8C82-00AA004BA90B"
/** Its first four bytes, as a number. */
const firstWord = 0x79eac9d0

/** Flags of a Hyperlink Object (MS-OSHARED 2.3.7.1): what there is of it, in the order in which it stands. */
const [hasMoniker, hasPlace, hasText, hasFrame, isString] = [0x01, 0x08, 0x10, 0x80, 0x100]

/**
 * Where hyperlinks lead that stand anywhere in these bytes, as Word keeps them beside a field (MS-DOC 2.9.119, HFD) and in the
 * properties of a shape (MS-ODRAW 2.3.4.22): that is where a click goes, whatever else says where.
 */
const hyperlinksIn = (bytes: Uint8Array, budget: Budget): ReadonlySet<string> => {
  const targets = new Set<string>()
  if (!budget.takeLexed(bytes.length)) return targets
  const first = firstWord & 0xff
  for (let at = bytes.indexOf(first); at >= 0 && targets.size < hyperlinksMax; at = bytes.indexOf(first, at + 1)) {
    if (uint32(bytes, at) !== firstWord || guidText(bytes, at) !== standardLink) continue
    const target = readHyperlink(new Cursor(bytes, at + 16))
    if (target !== "") targets.add(target)
  }
  return targets
}

const readHyperlink = (cursor: Cursor): string => {
  if (cursor.u32() !== 2) return ""
  const flags = cursor.u32()
  if ((flags & hasText) !== 0) cursor.utf16OfLength()
  if ((flags & hasFrame) !== 0) cursor.utf16OfLength()
  if ((flags & hasMoniker) === 0) return ""
  const target = (flags & isString) === 0 ? readTarget(cursor) : cursor.utf16OfLength()
  const place = (flags & hasPlace) === 0 ? "" : cursor.utf16OfLength()
  return target !== "" && place !== "" ? `${target}#${place}` : target
}

/** Fields within one another. Those deeper are read as text. */
const fieldNestingMax = 64
/** Characters of one field code. */
const fieldCodeCharsMax = 32_768
/** Characters that fields give to the codes around them, of one document. */
const fieldGivenCharsMax = 1_048_576

/** Characters that mark a field (MS-DOC 2.8.25): where it begins, where its code ends and its result begins, its end. */
const begin = 0x13
const separator = 0x14
const end = 0x15

interface Field {
  code: string
  /** The first piece of its result among all pieces that are shown. */
  readonly from: number
  hasResult: boolean
}

/**
 * Reads the fields of a text, and answers with the text that a person sees, all but the codes, and where links go. A field within the code of
 * another one gives it its text, as Word puts codes together before it acts on them.
 */
const readFields = (
  text: string,
  where: string,
  findings: Findings
): { readonly shown: string; readonly urls: ReadonlySet<string> } => {
  const reader = new FieldReader(where, findings)
  return { shown: reader.read(text), urls: reader.urls }
}

class FieldReader {
  readonly urls = new Set<string>()
  private readonly where: string
  private readonly findings: Findings
  private readonly open: Array<Field> = []
  private readonly names: FieldNames
  private readonly shown: Array<string> = []
  private given = 0

  constructor(where: string, findings: Findings) {
    this.where = where
    this.findings = findings
    this.names = new FieldNames(findings)
  }

  read(text: string): string {
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const character = text.charCodeAt(at)
      if (character < begin || character > end) continue
      this.write(text.slice(from, at))
      from = at + 1
      const top = this.open.at(-1)
      if (character === begin && this.open.length < fieldNestingMax) {
        this.open.push({ code: "", from: this.shown.length, hasResult: false })
      } else if (character === separator && top !== undefined) top.hasResult = true
      else if (character === end && top !== undefined) this.close()
    }
    this.write(text.slice(from))
    // What is never closed is read as if it were.
    while (this.open.length > 0) this.close()
    return this.shown.join("")
  }

  private write(text: string): void {
    const top = this.open.at(-1)
    if (text === "") return
    if (top === undefined || top.hasResult) this.shown.push(text)
    else if (top.code.length < fieldCodeCharsMax) top.code += text
  }

  private close(): void {
    const field = this.open.pop()
    if (field === undefined) return
    // Results may stand within results: they are not put together again for each of them.
    if (this.open.at(-1)?.hasResult !== false) return void this.act(field, this.resultOf(field), false)
    const text = this.act(field, this.resultOf(field), true)
    this.shown.length = field.from
    this.given += text.length
    if (this.given <= fieldGivenCharsMax) return this.write(text)
    this.findings.add({ kind: "cut off", limit: "fields within fields", where: this.where })
  }

  /** As much of it as is looked at. */
  private resultOf({ from }: Field): string {
    let result = ""
    for (let at = from; at < this.shown.length && result.length < fieldCodeCharsMax; at++) result += this.shown[at]!
    return result
  }

  /** What the field stands for in what is around it. */
  private act({ code, hasResult }: Field, result: string, isInCode: boolean): string {
    const shown = () => hasResult ? factText(visibleText(result.slice(0, fieldCodeCharsMax)).trim()) : null
    const tokens = fieldTokens(code)
    for (const fact of fieldFacts(code, tokens, shown, this.where)) {
      if (fact.kind === "link") this.urls.add(fact.url)
      this.findings.add(fact)
    }
    const text = this.names.textOf(tokens)
    return isInCode && text !== null ? text : result
  }
}

/** Without the characters that stand for pictures, notes and the like; ends of cells and paragraphs become ends of lines. */
const visibleText = (text: string): string =>
  text.replaceAll(/[\x07\x0b-\x0d]/g, "\n").replaceAll("\x1e", "-").replaceAll(/[\0-\x08\x0e-\x1f]/g, "")
