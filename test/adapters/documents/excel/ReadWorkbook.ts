import { readWorkbookStream } from "../../../../adapters/documents/excel/WorkbookStream.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { Findings } from "../../../../adapters/documents/reading/Findings.ts"
import type { Fact } from "../../../../core/documents/facts/Fact.ts"

export const factsOf = (stream: Uint8Array, factsMax?: number): ReadonlyArray<Fact> => {
  const findings = new Findings(factsMax)
  readWorkbookStream(stream, "Workbook", new Budget(), findings)
  return findings.reading().facts
}

export const factsOfKind = <Kind extends Fact["kind"]>(
  facts: ReadonlyArray<Fact>,
  kind: Kind
): ReadonlyArray<Extract<Fact, { readonly kind: Kind }>> =>
  facts.filter((fact): fact is Extract<Fact, { readonly kind: Kind }> => fact.kind === kind)
