import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { readRtf } from "../../../../adapters/documents/rtf/ReadRtf.ts"
import type { Fact } from "../../../../core/documents/facts/Fact.ts"
import { rtf } from "./MakeRtf.ts"

export const read = (content: string) => readRtf(rtf(content), new Budget())

export const factsIn = (bytes: Uint8Array) => readRtf(bytes, new Budget()).facts

/** Returns the facts of one kind in a document with the given content. */
export const factsOf = <Kind extends Fact["kind"]>(
  content: string,
  kind: Kind
): ReadonlyArray<Extract<Fact, { kind: Kind }>> =>
  read(content).facts.filter((fact): fact is Extract<Fact, { kind: Kind }> => fact.kind === kind)

export const field = (instruction: string, result = "") => `{\\field{\\*\\fldinst ${instruction}}{\\fldrslt ${result}}}`
