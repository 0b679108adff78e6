import type { LeadAnalysis } from "../../../core/leads/signals/LeadAnalysis.ts"
import type { LeadVerdict } from "../../../core/scoring/Bands.ts"
import type { AnalyzedLead, CheckedLead } from "../checks/CheckLeadsOffline.ts"
import { formatFields, formatInteger, formatTable, printable } from "../terminal/Table.ts"

/** Maximum number of leads that the report shows. The report counts all leads, and `--json` contains all. */
export const leadsShownMax = 50

/** Maximum number of categories shown. The most frequent categories are first. */
const categoriesShownMax = 10

/** Renders one lead with its signals. */
export const formatLead = (
  { categories, language, reasons, riskScore, spamProbability, verdict }: LeadAnalysis
): string =>
  [
    formatFields({
      verdict,
      "risk score": riskScore,
      "spam probability": spamProbability === null ? "-" : spamProbability.toFixed(3),
      language: language ?? "-",
      categories: categories.join(", ") || "-"
    }),
    ...reasons.map((reason) => `  ${printable(reason)}`)
  ].join("\n")

/** Renders the results of a file: the riskiest leads, the malformed lines, and the counts. */
export const formatLeadReport = (checked: ReadonlyArray<CheckedLead>): string => {
  const doubtful = checked.filter((one) => one.analysis !== null)
    .filter(({ analysis }) => analysis.verdict !== "clean")
    .toSorted((one, other) => other.analysis.riskScore - one.analysis.riskScore)
  const malformed = checked.filter((one) => one.analysis === null)
  return [
    ...doubtful.length === 0
      ? []
      : [formatRiskiest(doubtful.slice(0, leadsShownMax)), moreLeadsText(doubtful.length), ""],
    ...malformed.slice(0, leadsShownMax).map(({ line, message }) => `line ${line}: ${printable(message)}`),
    ...malformed.length === 0 ? [] : [moreLeadsText(malformed.length), ""],
    formatCounts(checked, malformed.length)
  ].filter((text) => text !== null).join("\n")
}

const moreLeadsText = (count: number): string | null =>
  count > leadsShownMax ? `… and ${formatInteger(count - leadsShownMax)} more (--json has all)` : null

const formatRiskiest = (rows: ReadonlyArray<AnalyzedLead>): string =>
  formatTable(rows, [
    { title: "line", align: "right", value: ({ line }) => line ?? "" },
    { title: "verdict", value: ({ analysis }) => analysis.verdict },
    { title: "risk", align: "right", value: ({ analysis }) => analysis.riskScore },
    { title: "email", value: ({ email }) => email ?? "-" },
    { title: "why", value: ({ analysis }) => analysis.reasons[0] ?? "" }
  ])

const formatCounts = (checked: ReadonlyArray<CheckedLead>, malformed: number): string => {
  const of = (verdict: LeadVerdict) =>
    formatInteger(checked.filter(({ analysis }) => analysis?.verdict === verdict).length)
  const categories = new Map<string, number>()
  for (const { analysis } of checked) {
    for (const category of analysis?.categories ?? []) categories.set(category, (categories.get(category) ?? 0) + 1)
  }
  const most = [...categories].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  const rest = most.length - categoriesShownMax
  return formatFields({
    leads: formatInteger(checked.length),
    spam: of("spam"),
    review: of("review"),
    clean: of("clean"),
    ...malformed === 0 ? {} : { "not read": formatInteger(malformed) },
    categories: most.length === 0 ? "-" : [
      ...most.slice(0, categoriesShownMax).map(([category, count]) => `${category} ${formatInteger(count)}`),
      ...rest > 0 ? [`${rest} more`] : []
    ].join(", ")
  })
}
