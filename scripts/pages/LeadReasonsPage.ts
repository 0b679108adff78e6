import { decisiveWordsMin, fewWordsPointsMax } from "../../core/leads/judge/JudgeText.ts"
import { leadCatalogue, type LeadEntry, reasonPointsMin } from "../../core/leads/signals/LeadCatalogue.ts"
import { decisivePointsMin, strongPointsMin, undecidedRiskMax } from "../../core/leads/signals/LeadRisk.ts"

/** Returns `docs/reference/lead-reasons.md`: the catalog of signals, for users. */
export const leadReasonsPage = (): string =>
  [
    "# Why a lead is clean, to be reviewed or spam",
    "",
    "Every signal that an analysis can find, with the points that it may have. Within a group the weightiest signal counts. Groups " +
    "combine as independent causes do: 100 × (1 − (1 − a/100) × (1 − b/100) × …), rounded. One more signal never lowers the score.",
    "",
    `A score of ${decisivePointsMin} and more, which is \`spam\`, takes a group that has ${decisivePointsMin} points by itself, or two ` +
    `groups that have ${strongPointsMin} each; anything else stays at ${undecidedRiskMax} or below, for a person to look at. ` +
    "0 to 24 is `clean`, 25 to 79 `review`.",
    "",
    "The answer's `categories` name what was found, the weightiest first; several codes can share a category. Its `reasons` hold " +
    `one sentence for each signal of at least ${reasonPointsMin} points. Nothing lowers a score: there are no signals of trust, ` +
    "which spammers would learn to give.",
    "",
    "This page is made from `core/leads/signals/LeadCatalogue.ts` (`npm run docs`). In a message `…` stands for something of the lead.",
    "",
    "| Category | Code | Group | When it applies | Points and message of each case |",
    "|---|---|---|---|---|",
    ...Object.entries<LeadEntry>(leadCatalogue).map(([code, entry]) =>
      `| \`${entry.category}\` | \`${code}\` | ${entry.group} | ${cell(entry.about)}${floor(entry.riskAtLeast)} | ${
        casesOf(entry)
      } |`
    ),
    ""
  ].join("\n")

const casesOf = ({ cases, curve }: LeadEntry): string =>
  curve === undefined
    ? Object.values(cases).map(([points, message]) => `${points}: ${cell(message)}`).join("<br>")
    : `By the probability of spam, linear between: ${
      curve.map(([from, points]) => `${from}: ${points}`).join(", ")
    }; ` +
      `at most ${fewWordsPointsMax} with fewer than ${decisiveWordsMin} words`

const floor = (riskAtLeast: number | undefined): string =>
  riskAtLeast === undefined ? "" : ` The score is at least ${riskAtLeast}, whatever else holds.`

const cell = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("|", "\\|")
