import { decisiveWordsMin, fewWordsPointsMax } from "../../core/leads/judge/JudgeText.ts"
import { leadCatalog, type LeadEntry, reasonPointsMin } from "../../core/leads/signals/LeadCatalog.ts"
import { decisivePointsMin, strongPointsMin, undecidedRiskMax } from "../../core/leads/signals/LeadRisk.ts"
import { scoreMax } from "../../core/scoring/Band.ts"
import { casesTable, escapeMarkdown } from "./Markdown.ts"

/** Returns `docs/reference/lead-reasons.md`: the catalog of signals, for users. */
export const leadReasonsPage = (): string =>
  [
    "# Lead reasons",
    "",
    "This page lists every signal that `POST /lead/analyze` can find, with its points and messages.",
    "",
    "## How the score is computed",
    "",
    "1. Signals belong to groups. Within a group, the strongest signal counts.",
    "2. Groups combine like independent causes: 100 × (1 − (1 − a/100) × (1 − b/100) × …), rounded. One more signal never lowers the " +
    "score.",
    `3. A score of ${decisivePointsMin} or above, which is \`spam\`, requires one group with ${decisivePointsMin} points, or two groups ` +
    `with ${strongPointsMin} points each. Otherwise the score is at most ${undecidedRiskMax}, so that a person looks at the lead.`,
    "",
    "| Score | `verdict` |",
    "|---|---|",
    "| 0 to 24 | `clean` |",
    "| 25 to 79 | `review` |",
    "| 80 to 100 | `spam` |",
    "",
    "No signal lowers the score: spammers would learn to imitate it.",
    "",
    "`categories` names the categories of the signals, the strongest first. Several codes can share a category. `reasons` has one sentence " +
    `for each signal of at least ${reasonPointsMin} points.`,
    "",
    "In a message, `…` stands for a part of the lead.",
    "",
    "## Signals",
    "",
    ...Object.entries<LeadEntry>(leadCatalog).flatMap(([code, entry]) => [
      `### ${code}`,
      "",
      `${escapeMarkdown(entry.about)}${floor(entry.riskAtLeast)} Category \`${entry.category}\`, group ${entry.group}.`,
      "",
      ...pointsOf(entry),
      ""
    ]),
    "<!-- Generated from core/leads/signals/LeadCatalog.ts by `npm run docs`. -->",
    ""
  ].join("\n")

const pointsOf = ({ cases, curve }: LeadEntry): ReadonlyArray<string> =>
  curve === undefined ? casesTable(cases) : [
    "| Spam probability | Points |",
    "|---|---|",
    ...curve.map(([probability, points]) => `| ${probability} | ${points} |`),
    "",
    `Points between two rows are interpolated. A message of fewer than ${decisiveWordsMin} words gets at most ${fewWordsPointsMax} points.`
  ]

const floor = (riskAtLeast: number | undefined): string =>
  riskAtLeast === undefined
    ? ""
    : riskAtLeast === scoreMax
    ? ` The score is ${scoreMax}.`
    : ` The score is at least ${riskAtLeast}.`
