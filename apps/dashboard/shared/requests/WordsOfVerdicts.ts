import { leadCatalogue } from "../../../../core/leads/signals/LeadCatalogue.ts"
import { glossary } from "../../parts/text/Glossary.ts"
import type { Tone } from "../../parts/text/StatusBadge.tsx"
import { categoryTitle, codeInWords } from "./CodeInWords.ts"
import { keptOperations } from "./Operations.ts"

/** A word of a verdict, as `verdictLabels` of the core splits it. */
export interface VerdictWord {
  readonly word: string
  readonly label: string
  readonly tone: Tone
}

const word = (word: string, label: string, tone: Tone): VerdictWord => ({ word, label, tone })

const categories = [...new Set(Object.values(leadCatalogue).map(({ category }) => category))].toSorted()

const categoryWord = (category: string): VerdictWord => word(category, categoryTitle(category), "plain")

/** Possible words of each operation, main verdicts first. */
const words: ReadonlyMap<string, ReadonlyArray<VerdictWord>> = new Map([
  ["scan", [
    word("ok", "Low risk", "good"),
    word("warn", "Deserves a look", "caution"),
    word("block", "Do not open", "bad")
  ]],
  ["scan/url", [
    word("safe", "Not listed", "good"),
    word("bad", "Listed", "bad"),
    word("allowed", "Allowed", "good"),
    word("observed", "Listed by an observed source", "info"),
    word("stale", "With old data", "caution")
  ]],
  ["scan/email", [
    word("nothing found", "Nothing found", "good"),
    word("disposable", glossary.throwaway, "caution"),
    word("email_blocked", "Blocked by a rule", "bad"),
    word("role_account", glossary.role, "plain"),
    word("public_domain", glossary.publicProvider, "plain")
  ]],
  ["scan/email/bulk", [word("checked", "Checked", "info"), word("invalid", "With invalid items", "plain")]],
  ["lead/analyze", [
    word("clean", "Clean", "good"),
    word("review", glossary.toReview, "caution"),
    word("spam", "Spam", "bad"),
    ...categories.map(categoryWord)
  ]],
  ["submit-phishing-link", [word("submission", "Reported", "info")]]
])

/** Returns the words of an operation, or of all operations if the name is empty. */
export const wordsOf = (operation: string): ReadonlyArray<VerdictWord> =>
  operation === "" ? keptOperations.flatMap((each) => words.get(each) ?? []) : words.get(operation) ?? []

/** Returns the label of a word. An unknown word is shown as it is. */
export const verdictWord = (operation: string, text: string): VerdictWord =>
  words.get(operation)?.find(({ word }) => word === text) ?? word(text, codeInWords(text), "plain")

/** Counts words: main verdicts first, then by frequency. */
export const countedWords = (
  operation: string,
  counts: Readonly<Record<string, number>>
): ReadonlyArray<VerdictWord & { readonly count: number }> => {
  const order = wordsOf(operation).filter(({ tone }) => tone !== "plain").map(({ word }) => word)
  const rank = (text: string): number => order.includes(text) ? order.indexOf(text) : order.length
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .toSorted(([one, first], [other, second]) => rank(one) - rank(other) || second - first)
    .map(([text, count]) => ({ ...verdictWord(operation, text), count }))
}
