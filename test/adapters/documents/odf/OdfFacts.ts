import { readOdf } from "../../../../adapters/documents/odf/ReadOdf.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import type { Fact } from "../../../../core/documents/facts/Fact.ts"
import { contentOf, makeOdf } from "./MakeOdf.ts"

export const read = (bytes: Uint8Array, budget = new Budget()) => readOdf(bytes, budget)

type Found<Kind extends Fact["kind"]> = ReadonlyArray<Extract<Fact, { kind: Kind }>>

export const only = <Kind extends Fact["kind"]>(facts: ReadonlyArray<Fact>, kind: Kind): Found<Kind> =>
  facts.filter((fact): fact is Extract<Fact, { kind: Kind }> => fact.kind === kind)

export const factsOf = <Kind extends Fact["kind"]>(body: string, kind: Kind): Found<Kind> =>
  only(read(makeOdf({ "content.xml": contentOf(body) })).facts, kind)

export const referencesOf = (body: string) => factsOf(body, "reference").map(({ role, target }) => [role, target])
