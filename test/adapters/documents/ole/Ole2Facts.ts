import { readOle2 } from "../../../../adapters/documents/mail/ReadOle2.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import type { Fact, ReaderResult } from "../../../../core/documents/facts/Fact.ts"
import { type CompoundFileOptions, makeCompoundFile, type Streams } from "./MakeCompoundFile.ts"

export const readStreams = (streams: Streams, options?: CompoundFileOptions): ReaderResult =>
  readOle2(makeCompoundFile(streams, options), new Budget())

/** Returns the facts of the given kinds. */
export const factsOf = (reading: ReaderResult, ...kinds: ReadonlyArray<Fact["kind"]>): ReadonlyArray<Fact> =>
  reading.facts.filter(({ kind }) => kinds.includes(kind))
