import { type Fact, factCharsMax } from "../../../core/documents/facts/Fact.ts"
import type { FieldToken } from "../fields/FieldCode.ts"
import { fieldFacts } from "../fields/FieldFacts.ts"
import type { Budget } from "../reading/Budget.ts"
import { monikersIn } from "./Monikers.ts"
import { ObjectData } from "./ObjectData.ts"
import type { RtfText } from "./RtfText.ts"

/** A field: what it does, and where its result goes. */
export class RtfField {
  readonly instruction: RtfText
  /** What `\datafield` holds: of a link its target. */
  data: ObjectData | null = null
  /** What the field stands in: the document's text, the code of another field, or nothing that is read. */
  readonly around: RtfText | null
  /** Fields around it. */
  readonly depth: number
  /** Where its result begins in what is around. */
  resultMark: number | null = null

  constructor(instruction: RtfText, around: RtfText | null, depth: number) {
    this.instruction = instruction
    this.around = around
    this.depth = depth
  }

  /** What is shown in its place. */
  get result(): string | null {
    if (this.around === null || this.resultMark === null) return null
    return this.around.since(this.resultMark, factCharsMax)
  }
}

/** What a field does, once it is read whole. */
export const rtfFieldFacts = (
  field: RtfField,
  tokens: ReadonlyArray<FieldToken>,
  where: string,
  budget: Budget
): ReadonlyArray<Fact> => {
  const shown = () => field.result?.trim() ?? null
  // Places within the document are no links.
  const facts = fieldFacts(field.instruction.toString(), tokens, shown, where)
    .filter((fact) => fact.kind !== "link" || !fact.url.startsWith("#"))
  if (field.data === null) return facts
  const seen = new Set(facts.flatMap((fact) => fact.kind === "link" ? [fact.url] : []))
  // Word goes where the hidden data of a link lead, whatever its code says.
  const hidden = [...new Set(targetsIn(field.data, budget))].filter((url) => !seen.has(url))
  return [...hidden.map((url): Fact => ({ kind: "link", url, text: shown(), from: "field", where })), ...facts]
}

const targetsIn = (data: ObjectData, budget: Budget): ReadonlyArray<string> =>
  data.readings.flatMap((bytes) => monikersIn(bytes, "", budget))
    .flatMap((fact) => fact.kind === "reference" ? [fact.target] : [])
