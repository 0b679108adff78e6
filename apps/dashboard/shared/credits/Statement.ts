import type { Bucket, MovementKind } from "../../../../core/credits/Movement.ts"
import { daysLeftText } from "../../../../core/requests/Attention.ts"
import type { CreditPace } from "../../../../core/requests/CreditPace.ts"
import { countText } from "../../parts/text/Formats.ts"
import { glossary } from "../../parts/text/Glossary.ts"
import type { StatementGroup } from "./GroupByRequest.ts"

export const movementKinds = ["grant", "adjust", "reserve", "settle", "refund"] as const satisfies ReadonlyArray<
  MovementKind
>

const movementKindLabels: Readonly<Record<MovementKind, string>> = {
  grant: "Added",
  adjust: "Adjusted",
  reserve: glossary.reserved,
  settle: glossary.spent,
  refund: "Refunded"
}

const labelByKind: ReadonlyMap<string, string> = new Map(Object.entries(movementKindLabels))

const bucketLabels: Readonly<Record<Bucket, string>> = {
  issued: "This server",
  available: "Available",
  held: glossary.reserved,
  revenue: glossary.spent
}

const spendingStateLabels: Readonly<Record<StatementGroup["state"], string>> = {
  "spent": "",
  "set-aside": "reserved while in progress",
  "given-back": "refunded",
  "added": "Added",
  "corrected": "Adjusted"
}

/** Returns the state shown after the operation; "" for spent credits, the common case. */
export const spendingStateLabel = (state: StatementGroup["state"]): string => spendingStateLabels[state]

export const movementKindLabel = (kind: string): string => labelByKind.get(kind) ?? kind

export const bucketLabel = (bucket: Bucket): string => bucketLabels[bucket]

/** Side of a movement: a bucket and its change. */
export interface MovementEntry {
  readonly bucket: Bucket
  /** Change in credits, negative if they leave the bucket. */
  readonly amount: number
}

/** Returns the two sides of a movement, which add up to zero. */
export const movementEntries = ({ amount, from, to }: {
  readonly from: Bucket
  readonly to: Bucket
  readonly amount: number
}): { readonly out: MovementEntry; readonly into: MovementEntry } => ({
  out: { bucket: from, amount: -amount },
  into: { bucket: to, amount }
})

/** Reports whether a movement belongs to a request. Grants and corrections have their own ids. */
export const belongsToRequest = (kind: MovementKind): boolean => kind !== "grant" && kind !== "adjust"

/** Formats how long the credits last at the current rate, rounded down. */
export const formatDaysLeft = (available: number, pace: CreditPace | null): string => {
  if (available <= 0) return "No credits left"
  if (pace === null || pace.creditsPerDay <= 0) return "None spent in the last 7 days"
  const days = available / pace.creditsPerDay

  if (days > daysLeftShownMax) return `Over ${countText(daysLeftShownMax)} days left at the current rate`
  if (days < 1) return "Less than a day left at the current rate"
  // Uses one decimal for fewer than ten days, like the notice of a low balance.
  return `${days < 10 ? daysLeftText(available, pace.creditsPerDay) : Math.floor(days)} days left at the current rate`
}

/** Maximum number of days to show, about three years. Longer estimates are meaningless. */
export const daysLeftShownMax = 1_000
