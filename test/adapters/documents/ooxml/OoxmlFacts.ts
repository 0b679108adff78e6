import { readOoxml } from "../../../../adapters/documents/ooxml/ReadOoxml.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import type { Fact, Reading } from "../../../../core/documents/facts/Fact.ts"
import { type MadeDocument, makeOoxml } from "./MakeOoxml.ts"

export const read = (document: MadeDocument): Reading => readOoxml(makeOoxml(document), new Budget())

export const factsOf = (document: MadeDocument): ReadonlyArray<Fact> => read(document).facts
