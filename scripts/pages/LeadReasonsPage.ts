import { decisiveWordsMin, fewWordsPointsMax } from "../../core/leads/judge/JudgeText.ts"
import { leadCatalogue, type LeadEntry, reasonPointsMin } from "../../core/leads/signals/LeadCatalogue.ts"
import { decisivePointsMin, strongPointsMin, undecidedRiskMax } from "../../core/leads/signals/LeadRisk.ts"

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
    "| Category | Code | Group | When it applies | Points and message of each case |",
    "|---|---|---|---|---|",
    ...Object.entries<LeadEntry>(leadCatalogue).map(([code, entry]) =>
      `| \`${entry.category}\` | \`${code}\` | ${entry.group} | ${cell(entry.about)}${floor(entry.riskAtLeast)} | ${
        casesOf(entry)
      } |`
    ),
    "",
    "<!-- Generated from core/leads/signals/LeadCatalogue.ts by `npm run docs`. -->",
    ""
  ].join("\n")

const casesOf = ({ cases, curve }: LeadEntry): string =>
  curve === undefined
    ? Object.values(cases).map(([points, message]) => `${points}: ${cell(message)}`).join("<br>")
    : `Interpolated by spam probability: ${curve.map(([from, points]) => `${from}: ${points}`).join(", ")}; ` +
      `at most ${fewWordsPointsMax} points with fewer than ${decisiveWordsMin} words`

const floor = (riskAtLeast: number | undefined): string =>
  riskAtLeast === undefined ? "" : ` The score is at least ${riskAtLeast}.`

const cell = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("|", "\\|")
