import { leadCatalog } from "../../../../core/leads/signals/LeadCatalog.ts"
import { glossary } from "../../parts/text/Glossary.ts"
import type { Tone } from "../../parts/text/StatusBadge.tsx"
import { categoryLabel, codeLabel } from "./CodeLabels.ts"
import { recordedOperations } from "./Operations.ts"

/** Word of a stored verdict, with its label and tone. */
export interface VerdictLabel {
  readonly word: string
  readonly label: string
  readonly tone: Tone
}

const labeled = (word: string, label: string, tone: Tone): VerdictLabel => ({ word, label, tone })

const categories = [...new Set(Object.values(leadCatalog).map(({ category }) => category))].toSorted()

const categoryVerdictLabel = (category: string): VerdictLabel => labeled(category, categoryLabel(category), "plain")

/** Verdict words of each operation, main verdicts first. */
const labelsByOperation: ReadonlyMap<string, ReadonlyArray<VerdictLabel>> = new Map([
  ["scan", [
    labeled("ok", "Low risk", "good"),
    labeled("warn", "Suspicious", "caution"),
    labeled("block", "Dangerous", "bad")
  ]],
  ["scan/url", [
    labeled("safe", "Not listed", "good"),
    labeled("bad", "Listed", "bad"),
    labeled("allowed", "Allowed", "good"),
    labeled("observed", "Listed (observe only)", "info"),
    labeled("stale", "With outdated data", "caution")
  ]],
  ["scan/email", [
    labeled("nothing found", "No issues", "good"),
    labeled("disposable", glossary.disposable, "caution"),
    labeled("email_blocked", "Blocked by a rule", "bad"),
    labeled("role_account", glossary.role, "plain"),
    labeled("public_domain", glossary.freeProvider, "plain")
  ]],
  ["scan/email/bulk", [labeled("checked", "Checked", "info"), labeled("invalid", "With invalid addresses", "plain")]],
  ["lead/analyze", [
    labeled("clean", "Clean", "good"),
    labeled("review", glossary.review, "caution"),
    labeled("spam", "Spam", "bad"),
    ...categories.map(categoryVerdictLabel)
  ]],
  ["submit-phishing-link", [labeled("submission", "Reported", "info")]]
])

/** Returns the verdict words of an operation, or of all operations if the name is empty. */
export const operationLabels = (operation: string): ReadonlyArray<VerdictLabel> =>
  operation === ""
    ? recordedOperations.flatMap((each) => labelsByOperation.get(each) ?? [])
    : labelsByOperation.get(operation) ?? []

/** Returns the label of a verdict word. The label of an unknown word is derived from the word. */
export const verdictLabel = (operation: string, text: string): VerdictLabel =>
  labelsByOperation.get(operation)?.find(({ word }) => word === text) ?? labeled(text, codeLabel(text), "plain")

/** Returns the labels of counted verdict words: main verdicts first, then the others by frequency. */
export const countedLabels = (
  operation: string,
  counts: Readonly<Record<string, number>>
): ReadonlyArray<VerdictLabel & { readonly count: number }> => {
  const order = operationLabels(operation).filter(({ tone }) => tone !== "plain").map(({ word }) => word)
  const rank = (text: string): number => order.includes(text) ? order.indexOf(text) : order.length
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .toSorted(([one, first], [other, second]) => rank(one) - rank(other) || second - first)
    .map(([text, count]) => ({ ...verdictLabel(operation, text), count }))
}
