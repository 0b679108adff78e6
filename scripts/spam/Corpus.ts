import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { authoredSource, heldOutSource } from "./LabelledMessage.ts"
import { readAuthored, readCorpus } from "./ReadMessages.ts"
import { type Split, split } from "./Split.ts"

export const root = fileURLToPath(new URL("../..", import.meta.url))

/** Reads the data of a folder and the project's own texts, split into training and test sets. */
export const readSplit = (folder: string): Split =>
  split([
    ...readCorpus(folder),
    ...readAuthored(join(root, "scripts/spam/texts/messages"), authoredSource),
    ...readAuthored(join(root, "scripts/spam/texts/heldout"), heldOutSource)
  ])

export const splitSentence = (
  { copiesOfLessons, copiesOfTests, lessons, read, tests, testsNearLessons }: Split
): string =>
  `${read} messages: ${lessons.length} to learn from, ${tests.length} to test with. ` +
  `Removed: ${testsNearLessons} tests that are near duplicates of a lesson, ` +
  `${copiesOfTests} tests that are near duplicates of another test, ${copiesOfLessons} lessons that are copies.`
