import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { authoredSource, heldOutSource } from "./LabeledMessage.ts"
import { readAuthored, readCorpus } from "./ReadMessages.ts"
import { type Split, splitMessages } from "./Split.ts"

export const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url))

/** Reads a folder's data sets and the project's own texts. Splits them into training and test sets. */
export const readSplit = (folder: string): Split =>
  splitMessages([
    ...readCorpus(folder),
    ...readAuthored(join(repositoryRoot, "scripts/spam/texts/messages"), authoredSource),
    ...readAuthored(join(repositoryRoot, "scripts/spam/texts/heldout"), heldOutSource)
  ])

export const splitSentence = (
  { copiesOfLessons, copiesOfTests, lessons, read, tests, testsNearLessons }: Split
): string =>
  `${read} messages: ${lessons.length} to learn from, ${tests.length} to test with. ` +
  `Removed: ${testsNearLessons} tests that are near duplicates of a lesson, ` +
  `${copiesOfTests} tests that are near duplicates of another test, ${copiesOfLessons} lessons that are copies.`
