import { type Fact, factCharsMax } from "../../../core/documents/facts/Fact.ts"
import type { FieldToken } from "../fields/FieldCode.ts"
import { fieldFacts } from "../fields/FieldFacts.ts"
import type { Budget } from "../reading/Budget.ts"
import { monikersIn } from "./Monikers.ts"
import { ObjectData } from "./ObjectData.ts"
import type { RtfText } from "./RtfText.ts"

/** Field with its instruction and the destination of its result. */
export class RtfField {
  readonly instruction: RtfText
  /** Content of `\datafield`. For a link, it contains the target. */
  data: ObjectData | null = null
  /**
   * Text that contains the field: the document's text, or the code of another field. Null if the field is in skipped
   * content.
   */
  readonly around: RtfText | null
  readonly depth: number
  /** Position in `around` at which the field's result starts. */
  resultMark: number | null = null

  constructor(instruction: RtfText, around: RtfText | null, depth: number) {
    this.instruction = instruction
    this.around = around
    this.depth = depth
  }

  get result(): string | null {
    if (this.around === null || this.resultMark === null) return null
    return this.around.since(this.resultMark, factCharsMax)
  }
}

/** Returns the facts of a complete field. */
export const rtfFieldFacts = (
  field: RtfField,
  tokens: ReadonlyArray<FieldToken>,
  where: string,
  budget: Budget
): ReadonlyArray<Fact> => {
  const shown = () => field.result?.trim() ?? null
  // Locations within the document are not reported as links.
  const facts = fieldFacts(field.instruction.toString(), tokens, shown, where)
    .filter((fact) => fact.kind !== "link" || !fact.url.startsWith("#"))
  if (field.data === null) return facts
  const seen = new Set(facts.flatMap((fact) => fact.kind === "link" ? [fact.url] : []))
  // Word follows the hidden data of a link and ignores its field code.
  const hidden = [...new Set(targetsIn(field.data, budget))].filter((url) => !seen.has(url))
  return [...hidden.map((url): Fact => ({ kind: "link", url, text: shown(), from: "field", where })), ...facts]
}

const targetsIn = (data: ObjectData, budget: Budget): ReadonlyArray<string> =>
  data.readings.flatMap((bytes) => monikersIn(bytes, "", budget))
    .flatMap((fact) => fact.kind === "reference" ? [fact.target] : [])
