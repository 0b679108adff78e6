import type { PeerFigures } from "./ComparePeers.ts"
import type { DilutedRecall } from "./Dilution.ts"
import type { DisguisedRecall } from "./DisguisedRecall.ts"
import { type Evaluation, type Figures, verdictProbability, verdictWordsMin } from "./Figures.ts"
import type { Evasions } from "./JudgeTests.ts"
import type { Calibration } from "./Metrics.ts"

interface Column<in A> {
  readonly title: string
  readonly of: (row: A) => string
}

const pad = (cell: string, width: number, at: number): string => at === 0 ? cell.padEnd(width) : cell.padStart(width)

/** Formats a table that is readable both as plain text and as Markdown. */
const table = <A>(rows: ReadonlyArray<A>, columns: ReadonlyArray<Column<A>>): string => {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ of }) => of(row)))]
  const widths = columns.map((_, at) => Math.max(3, ...lines.map((line) => line[at]?.length ?? 0)))
  const text = lines.map((line) => `| ${line.map((cell, at) => pad(cell, widths[at] ?? 0, at)).join(" | ")} |`)
  const rule = `|${
    widths.map((width, at) => at === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`).join("|")
  }|`
  return [text[0], rule, ...text.slice(1)].join("\n")
}

const part = (value: number | null, digits = 3): string => value === null ? "" : value.toFixed(digits)
const percent = (value: number | null): string => value === null ? "" : `${(value * 100).toFixed(1)} %`
const fine = (value: number | null): string => value === null ? "" : `${(value * 100).toFixed(2)} %`

const columns: ReadonlyArray<Column<Figures>> = [
  { title: "messages", of: ({ name }) => name },
  { title: "spam", of: ({ spam }) => String(spam) },
  { title: "ordinary", of: ({ ordinary }) => String(ordinary) },
  { title: "AUC", of: ({ auc }) => part(auc, 4) },
  { title: "naive Bayes", of: ({ naiveBayesAuc }) => part(naiveBayesAuc, 4) },
  { title: "recall at 1 %", of: ({ recallAtOnePercent }) => percent(recallAtOnePercent) },
  { title: "naive Bayes", of: ({ naiveBayesRecallAtOnePercent }) => percent(naiveBayesRecallAtOnePercent) },
  { title: "recall", of: ({ recall }) => percent(recall) },
  { title: "precision", of: ({ precision }) => percent(precision) },
  { title: "false alarms", of: ({ falseAlarmShare, falseAlarms }) => `${falseAlarms} = ${fine(falseAlarmShare)}` },
  { title: "at most", of: ({ falseAlarmBound }) => fine(falseAlarmBound) },
  { title: "recall, even", of: ({ evenRecall }) => percent(evenRecall) },
  { title: "false, even", of: ({ evenFalseAlarms }) => String(evenFalseAlarms) },
  { title: "Brier", of: ({ calibration }) => part(calibration?.brier ?? null) },
  { title: "ECE", of: ({ calibration }) => part(calibration?.expectedError ?? null) }
]

const reliabilityTable = ({ table: rows }: Calibration): string =>
  table(rows, [
    { title: "probability", of: ({ from }) => `${from.toFixed(1)} to ${(from + 0.1).toFixed(1)}` },
    { title: "messages", of: ({ messages }) => String(messages) },
    { title: "predicted", of: ({ predicted }) => part(predicted) },
    { title: "observed", of: ({ observed }) => part(observed) }
  ])

const disguiseTable = (rows: ReadonlyArray<DisguisedRecall>): string =>
  table(rows, [
    { title: "disguise", of: ({ worn }) => worn },
    { title: "spam", of: ({ messages }) => String(messages) },
    { title: "recall, even", of: ({ even }) => percent(even) },
    { title: "mean probability", of: ({ mean }) => part(mean) }
  ])

const dilutionTable = (rows: ReadonlyArray<DilutedRecall>): string =>
  table(rows, [
    { title: "filler", of: ({ dilution }) => dilution },
    { title: "language", of: ({ filler }) => filler },
    { title: "spam", of: ({ messages }) => String(messages) },
    { title: "still spam", of: ({ spam }) => percent(spam) },
    { title: "clean", of: ({ clean }) => percent(clean) }
  ])

const peerTable = (rows: ReadonlyArray<PeerFigures>): string =>
  table(rows, [
    { title: "messages", of: ({ set }) => set },
    { title: "filter", of: ({ filter }) => filter },
    { title: "spam", of: ({ spam }) => String(spam) },
    { title: "ordinary", of: ({ ordinary }) => String(ordinary) },
    { title: "AUC", of: ({ auc }) => part(auc, 4) },
    { title: "recall at 1 %", of: ({ recallAtOnePercent }) => percent(recallAtOnePercent) },
    { title: "recall at its limit", of: ({ recall }) => percent(recall) },
    { title: "false alarms", of: ({ falseAlarms }) => String(falseAlarms) },
    { title: "ms a message", of: ({ milliseconds }) => milliseconds.toFixed(2) }
  ])

const legend =
  `\`recall\`, \`precision\` and \`false alarms\`: where the text alone makes spam of a message, at a probability of ${verdictProbability} with ${verdictWordsMin} words or more; \`at most\`: with 95 % confidence (Clopper and Pearson). \`recall at 1 %\`: where 1 % of the ordinary messages pass. \`even\`: at a probability of 0.5. \`Brier\` and \`ECE\`: with 3 of 10 messages spam.`

/** Formats an evaluation as text and tables. */
export const formatEvaluationPage = (
  { contactForms, languages, pooled, sets }: Evaluation,
  { diluted, disguised }: Evasions,
  peers: ReadonlyArray<PeerFigures> | null
): string =>
  [
    "### By data set",
    legend,
    table([...sets, contactForms, pooled], columns),
    "### Contact forms, by language",
    table(languages, columns),
    "### How far the probabilities hold",
    ...(contactForms.calibration === null ? [] : ["Contact forms:", reliabilityTable(contactForms.calibration)]),
    ...(pooled.calibration === null ? [] : ["All:", reliabilityTable(pooled.calibration)]),
    "### Disguises",
    "Held-out spam of contact forms, plain and with three of five longer words in each disguise:",
    disguiseTable(disguised),
    "### Dilution",
    "Held-out spam of contact forms that is spam by its text alone, once more with polite sentences about it or between its sentences:",
    dilutionTable(diluted),
    ...(peers === null ? [] : ["### Beside other filters", peerTable(peers)])
  ].join("\n\n")
