import { readOoxml } from "../../../../adapters/documents/ooxml/ReadOoxml.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import type { Fact, ReaderResult } from "../../../../core/documents/facts/Fact.ts"
import { type MadeDocument, makeOoxml } from "./MakeOoxml.ts"

export const read = (document: MadeDocument): ReaderResult => readOoxml(makeOoxml(document), new Budget())

export const factsOf = (document: MadeDocument): ReadonlyArray<Fact> => read(document).facts
