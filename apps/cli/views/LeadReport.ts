import type { LeadAnalysis } from "../../../core/leads/signals/LeadAnalysis.ts"
import type { LeadVerdict } from "../../../core/scoring/Bands.ts"
import type { AnalyzedLead, CheckedLead } from "../checks/CheckLeadsOffline.ts"
import { printable, sheet, table, whole } from "../terminal/Table.ts"

/** Maximum number of leads of a file to show; the report counts all, and `--json` contains all. */
export const leadsShownMax = 50

/** Maximum number of categories to show, the most frequent first. */
const categoriesShownMax = 10

/** Renders one lead with its signals. */
export const leadSheet = (
  { categories, language, reasons, riskScore, spamProbability, verdict }: LeadAnalysis
): string =>
  [
    sheet({
      verdict,
      "risk score": riskScore,
      "spam probability": spamProbability === null ? "-" : spamProbability.toFixed(3),
      language: language ?? "-",
      categories: categories.join(", ") || "-"
    }),
    ...reasons.map((reason) => `  ${printable(reason)}`)
  ].join("\n")

/** Renders the result of a file: the riskiest leads, the unreadable lines, and the counts. */
export const leadReport = (checked: ReadonlyArray<CheckedLead>): string => {
  const doubtful = checked.filter((one) => one.analysis !== null)
    .filter(({ analysis }) => analysis.verdict !== "clean")
    .toSorted((one, other) => other.analysis.riskScore - one.analysis.riskScore)
  const malformed = checked.filter((one) => one.analysis === null)
  return [
    ...doubtful.length === 0 ? [] : [riskiest(doubtful.slice(0, leadsShownMax)), more(doubtful.length), ""],
    ...malformed.slice(0, leadsShownMax).map(({ line, message }) => `line ${line}: ${printable(message)}`),
    ...malformed.length === 0 ? [] : [more(malformed.length), ""],
    counts(checked, malformed.length)
  ].filter((text) => text !== null).join("\n")
}

const more = (count: number): string | null =>
  count > leadsShownMax ? `… and ${whole(count - leadsShownMax)} more (--json has all)` : null

const riskiest = (rows: ReadonlyArray<AnalyzedLead>): string =>
  table(rows, [
    { title: "line", align: "right", of: ({ line }) => line ?? "" },
    { title: "verdict", of: ({ analysis }) => analysis.verdict },
    { title: "risk", align: "right", of: ({ analysis }) => analysis.riskScore },
    { title: "email", of: ({ email }) => email ?? "-" },
    { title: "why", of: ({ analysis }) => analysis.reasons[0] ?? "" }
  ])

const counts = (checked: ReadonlyArray<CheckedLead>, malformed: number): string => {
  const of = (verdict: LeadVerdict) => whole(checked.filter(({ analysis }) => analysis?.verdict === verdict).length)
  const categories = new Map<string, number>()
  for (const { analysis } of checked) {
    for (const category of analysis?.categories ?? []) categories.set(category, (categories.get(category) ?? 0) + 1)
  }
  const most = [...categories].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  const rest = most.length - categoriesShownMax
  return sheet({
    leads: whole(checked.length),
    spam: of("spam"),
    review: of("review"),
    clean: of("clean"),
    ...malformed === 0 ? {} : { "not read": whole(malformed) },
    categories: most.length === 0 ? "-" : [
      ...most.slice(0, categoriesShownMax).map(([category, count]) => `${category} ${whole(count)}`),
      ...rest > 0 ? [`${rest} more`] : []
    ].join(", ")
  })
}
