import { IconArrowUp, IconArrowUpRight } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { scoreMax } from "../../../../core/scoring/Band.ts"
import { triageUrgencies, type TriageUrgency } from "../../../../core/scoring/Bands.ts"
import type { ApiResponse } from "../../api/Client.ts"
import { StatusBadge, type Tone } from "../../parts/text/StatusBadge.tsx"

export type Submission = ApiResponse<"threats", "submissions">["items"][number]

export const reviewStateLabels: Readonly<Record<Submission["state"], readonly [Tone, string]>> = {
  pending: ["info", "Pending"],
  accepted: ["bad", "Accepted"],
  rejected: ["plain", "Rejected"]
}

export const urgencyLabels: Readonly<Record<TriageUrgency, { readonly title: string; readonly tone: Tone }>> = {
  low: { title: "Low", tone: "plain" },
  raised: { title: "Raised", tone: "caution" },
  high: { title: "High", tone: "bad" }
}

/** Describes the bands of the urgency: `0 to 24 is low, 25 to 59 raised, 60 to 100 high`. */
export const urgencyScale: string = triageUrgencies.bands.map(({ from, name }, at) => {
  const to = (triageUrgencies.bands[at + 1]?.from ?? scoreMax + 1) - 1
  return `${from} to ${to} ${at === 0 ? "is " : ""}${urgencyLabels[name].title.toLowerCase()}`
}).join(", ")

type SignalWeight = Pick<Submission["triageReasons"][number], "points" | "riskAtLeast">

/**
 * Formats the weight of a signal: `+25`, or `at least 90`. A dash means no weight. An empty string means an unknown
 * weight.
 */
export const formatSignalWeight = ({ points, riskAtLeast }: SignalWeight): string =>
  points === null
    ? ""
    : riskAtLeast !== null
    ? `at least ${riskAtLeast}`
    : points === 0
    ? "–"
    : `+${points}`

/** Explains the risk if it is not the sum of the points; otherwise null. */
export const explainRiskTotal = (shares: ReadonlyArray<SignalWeight>, risk: number): string | null => {
  const sum = shares.reduce((all, { points }) => all + (points ?? 0), 0)
  if (shares.every(({ points }) => points !== null)) {
    if (sum === risk) return null
    if (sum > scoreMax && risk === scoreMax) return `The points add up to ${sum}, but the maximum is ${scoreMax}.`
    if (shares.some(({ riskAtLeast }) => riskAtLeast === risk)) {
      return `The points add up to ${sum}, and one signal raises that to ${risk}.`
    }
  }
  return "The rules have changed since the report, so the points of each signal are unknown."
}

/**
 * Icons of the urgencies. They are arrows, because the icon of a verdict would suggest that the link has been judged.
 */
const urgencyIcons: Readonly<Partial<Record<TriageUrgency, ReactNode>>> = {
  raised: <IconArrowUpRight size={12} />,
  high: <IconArrowUp size={12} />
}

/** Badge with the urgency of a review. The urgency sorts the queue and is not a verdict. */
export const UrgencyBadge = ({ risk }: { readonly risk: number }) => {
  const urgency = triageUrgencies.nameOf(risk)
  const { title, tone } = urgencyLabels[urgency]
  return (
    <StatusBadge tone={tone} icon={urgencyIcons[urgency]}>
      {title} <span style={{ fontVariantNumeric: "tabular-nums" }}>{risk}</span>
    </StatusBadge>
  )
}
