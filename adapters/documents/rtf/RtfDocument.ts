import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { textBeforeNul } from "../compound/Cursor.ts"
import { FieldEvaluator } from "../fields/FieldEvaluator.ts"
import { FieldQuotas } from "../fields/FieldQuotas.ts"
import type { Budget } from "../reading/Budget.ts"
import { estimatePages, type Findings, truncateFactText } from "../reading/Findings.ts"
import { ObjectData } from "./ObjectData.ts"
import { RtfFonts } from "./RtfCodePages.ts"
import {
  addShapeProperty,
  characterWords,
  type CollectedDestination,
  destinationOf,
  reportDestination
} from "./RtfDestinations.ts"
import { RtfField, rtfFieldFacts } from "./RtfFields.ts"
import { discardSink, type RtfGroup, RtfGroups, type Sink } from "./RtfGroup.ts"
import { RtfHtml } from "./RtfHtml.ts"
import type { RtfLexer } from "./RtfLexer.ts"
import { addObject, RtfObject } from "./RtfObjects.ts"
import { RtfText, TextPool } from "./RtfText.ts"

/** Maximum blocks of object data that are read per document. */
export const objectDataMax = 1_024
/** Maximum nesting depth of fields whose results are read. */
export const fieldDepthMax = 32
/** Maximum nesting depth of fields. Word's limit is far lower. */
export const fieldNestingMax = 1_024

interface ObjectBlock {
  readonly object: RtfObject
  readonly data: ObjectData
}

/** State of a document while it is read: its groups, and the data collected from them. */
export class RtfDocument {
  readonly fonts = new RtfFonts()
  readonly body = new RtfText(textCharsMax)
  /** Text that is formatted as hidden. */
  readonly hidden = new RtfText(textCharsMax)
  /** Text in letters that are too small to read. */
  readonly tiny = new RtfText(textCharsMax)
  /** Innermost open group. */
  group: RtfGroup
  /** True if the document declares that it was converted from HTML. */
  isHtml = false
  /** Page count stored by the program that wrote the document. */
  pages: number | null = null
  pageBreaks = 0
  private readonly findings: Findings
  private readonly budget: Budget
  private readonly html: RtfHtml
  private readonly groups: RtfGroups
  private readonly texts = new TextPool()
  private fields = 0
  private readonly names: FieldEvaluator
  private readonly quotas: FieldQuotas
  private readonly blocks: Array<ObjectBlock> = []
  /** Offset of the end of the document's outermost group. Null while that group is open. */
  private endedAt: number | null = null
  private readonly reported = new Set<string>()

  constructor(findings: Findings, budget: Budget) {
    this.findings = findings
    this.names = new FieldEvaluator(findings)
    this.quotas = new FieldQuotas(findings)
    this.budget = budget
    this.html = new RtfHtml(this.body, findings, budget)
    this.groups = new RtfGroups(this.body.sink, this.fonts.codePage)
    this.group = this.groups.innermost
  }

  get end(): number | null {
    return this.endedAt
  }

  open(): void {
    if (this.group.sink.kind === "data") this.group.sink.data.addGroupDisguise()
    if (this.groups.open()) this.group = this.groups.innermost
    else this.budget.markExhausted("nesting")
  }

  close(lexer: RtfLexer): void {
    if (!this.groups.isClosing()) return
    this.closeGroup()
    if (this.groups.isAnyOpen || this.endedAt !== null) return
    // Text after the end is not document text, but Word may still load objects there.
    this.endedAt = lexer.at
    this.group.sink = discardSink
    this.group.object = null
  }

  /** Sets the destination of the following content in this group. Completes the previous destination. */
  setSink(sink: Sink): void {
    this.finishCollecting()
    this.group.sink = sink
  }

  /** Starts a destination whose text is evaluated when complete. */
  startCollecting(word: CollectedDestination): void {
    this.setSink(this.texts.take().sink)
    this.group.collected = word
  }

  beginObject(): void {
    const { group } = this
    group.object = new RtfObject(group.sink, group.object)
    this.setSink(discardSink)
  }

  beginObjectData(): void {
    const object = this.group.object ??= new RtfObject(discardSink, null)
    if (this.blocks.length >= objectDataMax || !this.budget.takeObject()) {
      this.findings.add({ kind: "cut off", limit: "objects", where: "document" })
      return this.setSink(discardSink)
    }
    const data = new ObjectData()
    this.blocks.push({ object, data })
    this.setSink({ kind: "data", data, isDoubtful: false })
  }

  beginField(): void {
    const { group } = this
    this.setSink(group.sink)
    const depth = group.ownField?.depth ?? (group.field?.depth ?? 0) + 1
    if (depth > fieldNestingMax) return this.budget.markExhausted("nesting")
    if (group.ownField !== null) this.finishField(group.ownField)
    const around = group.sink.kind === "text" ? group.sink.text : null
    group.ownField = group.field = new RtfField(this.texts.take(), around, depth)
  }

  beginInstruction(): void {
    if (this.group.field === null) this.beginField()
    const { field } = this.group
    if (field !== null) this.setSink(field.instruction.sink)
  }

  beginFieldResult(): void {
    const { field } = this.group
    if (field === null) return this.setSink(this.group.sink)
    if (field.around === null) return this.setSink(discardSink)
    if (field.depth <= fieldDepthMax) field.resultMark ??= field.around.mark()
    this.setSink(field.around.sink)
  }

  beginFieldData(): void {
    const { field } = this.group
    this.setSink(
      field === null ? discardSink : { kind: "data", data: field.data ??= new ObjectData(), isDoubtful: false }
    )
  }

  /** Starts an ignorable destination with an unknown keyword. */
  ignore(): void {
    const { sink } = this.group
    this.setSink(sink.kind === "data" ? { ...sink, isDoubtful: true } : discardSink)
  }

  /** Reports a sign of disguise or exploit. Repeated signs are reported once. */
  report(kind: "disguise" | "exploit", detail: string): void {
    if (this.reported.has(detail)) return
    this.reported.add(detail)
    this.findings.add({ kind, detail, where: "document" })
  }

  /** Completes all open groups at the end of the input. */
  finish(): void {
    if (this.groups.isAnyOpen) this.findings.add({ kind: "damaged", detail: "unclosed groups", where: "document" })
    while (this.groups.isAnyOpen) this.closeGroup()
    this.finishGroup()
    this.html.finish()
    for (const [at, { data, object }] of this.blocks.entries()) {
      addObject(object, data, `object ${at + 1}`, this.findings, this.budget)
    }
    if (this.fonts.isOverfull) this.report("exploit", "more fonts than fit into a table")
    for (const [how, unseen] of [["text formatted as hidden", this.hidden], ["tiny text", this.tiny]] as const) {
      const text = unseen.toString().trim()
      if (text !== "") this.findings.add({ kind: "hidden text", how, text, where: "document" })
    }
    const text = this.body.toString().trim()
    const pages = this.pages ?? estimatePages(text.length, this.pageBreaks)
    if (text !== "") this.findings.add({ kind: "text", text, pages, where: "document" })
    if (this.body.isCutOff) this.findings.add({ kind: "cut off", limit: "text", where: "document" })
  }

  private closeGroup(): void {
    this.finishGroup()
    this.groups.close()
    this.group = this.groups.innermost
  }

  private finishGroup(): void {
    const { collected, ownField, sink } = this.group
    this.finishCollecting()
    if (ownField !== null) this.finishField(ownField)
    // Return the texts to the pool: nothing refers to them anymore.
    if (collected !== null && sink.kind === "text") this.texts.release(sink.text)
    if (ownField !== null) this.texts.release(ownField.instruction)
  }

  private finishCollecting(): void {
    const { collected, sink } = this.group
    this.group.collected = null
    if (collected !== null && sink.kind === "text") this.reportCollected(collected, sink.text, this.group)
  }

  private finishField(field: RtfField): void {
    const tokens = this.quotas.tokensOf(field.instruction.toString())
    if (tokens === null) return
    for (const fact of rtfFieldFacts(field, tokens, `field ${++this.fields}`, this.budget)) this.findings.add(fact)
    const value = this.names.evaluate(tokens)
    if (value === null || field.around === null || field.around === this.body) return
    if (field.resultMark !== null) field.around.truncate(field.resultMark)
    field.around.add(value)
  }

  private reportCollected(word: CollectedDestination, text: RtfText, { object, property }: RtfGroup): void {
    const content = text.toString()
    switch (word) {
      case "objclass":
        if (object === null) return
        object.className = truncateFactText(textBeforeNul(content).trim())
        object.isClassEscaped ||= text.hasEscapedLetters
        return
      case "oleclsid":
        if (object !== null) {
          object.classId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(content)?.[0].toUpperCase() ?? null
        }
        return
      case "sn":
        if (property !== null) property.name = content.trim()
        return
      case "sv":
        if (property !== null) addShapeProperty(property.name, content, this.findings)
        return
      case "htmltag":
        if (this.isHtml) this.html.addMarkup(content)
        return
      default:
        reportDestination(word, content, text.hasEscapedLetters, this.findings)
    }
  }
}

/** Starts the destination that a control word names, or adds the character that the word represents. */
export const beginDestination = (document: RtfDocument, word: string, isIgnorable: boolean): void => {
  const { group } = document
  const destination = destinationOf(word)
  if (destination === undefined) {
    if (isIgnorable) document.ignore()
    else if (group.sink.kind === "text" && !group.isHidden) group.sink.text.add(characterWords.get(word) ?? "")
  } else if (destination === "shown") document.setSink(document.body.sink)
  else if (destination === "passed over") document.setSink(discardSink)
  // Word does not treat `htmltag` and `nextfile` as destinations here, so it continues to read object data.
  else if (group.sink.kind === "data" && (destination === "htmltag" || destination === "nextfile")) document.ignore()
  else document.startCollecting(destination)
}
