import { type ReferenceRole, textCharsMax } from "../../../core/documents/facts/Fact.ts"
import type { CompoundEntry, CompoundFile } from "../compound/CompoundFile.ts"
import { Cursor, formatGuid } from "../compound/Cursor.ts"
import { tokenizeField } from "../fields/FieldCode.ts"
import { FieldEvaluator } from "../fields/FieldEvaluator.ts"
import { fieldFacts } from "../fields/FieldFacts.ts"
import type { Budget } from "../reading/Budget.ts"
import { estimatePages, type Findings, truncateFactText } from "../reading/Findings.ts"
import { uint32 } from "../reading/Numbers.ts"
import { type DocFile, extractRawText, fibTables, openDoc, readDocText, readStrings } from "./DocFile.ts"
import { readTarget } from "./OleMoniker.ts"

/** Index of the attached template in SttbfAssoc (MS-DOC 2.9.282). */
const templateIndex = 1

/** Types of the file names in SttbFnm (MS-DOC 2.9.93), with the role of the file. */
const nameRoles: ReadonlyMap<number, ReferenceRole> = new Map([[3, "mailmerge"], [5, "subdocument"]])

/** Reports whether a target is remote: an address with a scheme, possibly percent-encoded, or a network path. */
export const isRemoteTarget = (target: string): boolean => /^\s*(?:[a-z%][a-z0-9+.%-]+:|[\\/]{2})/i.test(target)

/**
 * Reads a Word document of the binary format (MS-DOC): its fields, template and visible text.
 *
 * @param stream entry of the `WordDocument` stream
 * @param pages page count from the document's properties; null if unknown
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
    findings.add({ kind: "damaged", detail: "not a Word document", where })
    readFields(extractRawText(main, budget), where, findings)
    return
  }
  if (doc.isEncrypted) return findings.add({ kind: "encrypted", opened: null, where })
  readReferences(doc, where, findings)
  const { isCutOff, isDamaged, text } = readDocText(doc, budget)
  if (isDamaged) findings.add({ kind: "damaged", detail: "the piece table of a Word document", where })
  if (isCutOff) findings.add({ kind: "cut off", limit: "text of a Word document", where })
  const { shown, urls } = readFields(text, where, findings)
  for (const url of doc.others.flatMap((bytes) => [...hyperlinksIn(bytes, budget)]).map(truncateFactText)) {
    if (!urls.has(url)) findings.add({ kind: "link", url, text: null, from: "object", where })
  }
  const visible = toVisibleText(shown).trim().slice(0, textCharsMax)
  findings.add({
    kind: "text",
    text: visible,
    pages: pages ?? estimatePages(visible.length, countPageBreaks(shown)),
    where
  })
}

/** Counts the page and section breaks (MS-DOC 2.4.1 and 2.8.26). */
const countPageBreaks = (text: string): number => text.trim().split("\x0c").length - 1

const readReferences = (doc: DocFile, where: string, findings: Findings): void => {
  const template = readStrings(doc.table(fibTables.sttbfAssoc))[templateIndex]?.text ?? ""
  if (isRemoteTarget(template)) {
    findings.add({ kind: "reference", role: "template", target: truncateFactText(template), where })
  }
  for (const { extra, text } of readStrings(doc.table(fibTables.sttbFnm))) {
    const role = nameRoles.get(extra & 15)
    if (role !== undefined && text !== "") {
      findings.add({ kind: "reference", role, target: truncateFactText(text), where })
    }
  }
}

/** Maximum hyperlinks per stream. */
const hyperlinksMax = 10_000

const standardLink = "79EAC9D0-BAF9-11CE-8C82-00AA004BA90B"
/** First four bytes of the class ID `standardLink`, as a number. */
const firstWord = 0x79eac9d0

/** Flags of a Hyperlink Object that state its parts (MS-OSHARED 2.3.7.1). */
const [hasMoniker, hasPlace, hasText, hasFrame, isString] = [0x01, 0x08, 0x10, 0x80, 0x100]

/**
 * Returns the targets of hyperlinks anywhere in these bytes. Word stores them with fields (MS-DOC 2.9.119, HFD) and in
 * the properties of shapes (MS-ODRAW 2.3.4.22). A click follows these targets, whatever the field code contains.
 */
const hyperlinksIn = (bytes: Uint8Array, budget: Budget): ReadonlySet<string> => {
  const targets = new Set<string>()
  if (!budget.takeLexed(bytes.length)) return targets
  const first = firstWord & 0xff
  for (let at = bytes.indexOf(first); at >= 0 && targets.size < hyperlinksMax; at = bytes.indexOf(first, at + 1)) {
    if (uint32(bytes, at) !== firstWord || formatGuid(bytes, at) !== standardLink) continue
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

/** Maximum nesting of fields. The content of deeper fields is read as text. */
const fieldNestingMax = 64
const fieldCodeCharsMax = 32_768
/** Maximum characters per document that nested fields add to the codes of the fields around them. */
const fieldInsertedCharsMax = 1_048_576

/** Characters that delimit a field (MS-DOC 2.8.25): start, separator between code and result, end. */
const begin = 0x13
const separator = 0x14
const end = 0x15

interface Field {
  code: string
  /** Index in `FieldReader.shown` of the first piece of the field's result. */
  readonly from: number
  hasResult: boolean
}

/**
 * Reads the fields of a document's text. Returns the displayed text, which excludes field codes, and the link targets.
 * The text of a field that is nested in a code becomes part of the code, because Word assembles codes before it
 * evaluates them.
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
  private readonly names: FieldEvaluator
  private readonly shown: Array<string> = []
  private insertedChars = 0

  constructor(where: string, findings: Findings) {
    this.where = where
    this.findings = findings
    this.names = new FieldEvaluator(findings)
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
    // Treats fields without an end as closed.
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
    // Leaves the result in `shown`. Writing it again for each outer result would take quadratic time.
    if (this.open.at(-1)?.hasResult !== false) return void this.finishField(field, this.resultOf(field), false)
    const text = this.finishField(field, this.resultOf(field), true)
    this.shown.length = field.from
    this.insertedChars += text.length
    if (this.insertedChars <= fieldInsertedCharsMax) return this.write(text)
    this.findings.add({ kind: "cut off", limit: "nested fields", where: this.where })
  }

  /** Returns the start of a field's result, about `fieldCodeCharsMax` characters at most. */
  private resultOf({ from }: Field): string {
    let result = ""
    for (let at = from; at < this.shown.length && result.length < fieldCodeCharsMax; at++) result += this.shown[at]!
    return result
  }

  /** Reports the facts of a field and returns its text for the surrounding content. */
  private finishField({ code, hasResult }: Field, result: string, isInCode: boolean): string {
    const shown = () => hasResult ? truncateFactText(toVisibleText(result.slice(0, fieldCodeCharsMax)).trim()) : null
    const tokens = tokenizeField(code)
    for (const fact of fieldFacts(code, tokens, shown, this.where)) {
      if (fact.kind === "link") this.urls.add(fact.url)
      this.findings.add(fact)
    }
    const text = this.names.evaluate(tokens)
    return isInCode && text !== null ? text : result
  }
}

/** Removes the placeholder characters of pictures and notes. Converts cell and paragraph ends to line ends. */
const toVisibleText = (text: string): string =>
  text.replaceAll(/[\x07\x0b-\x0d]/g, "\n").replaceAll("\x1e", "-").replaceAll(/[\0-\x08\x0e-\x1f]/g, "")
