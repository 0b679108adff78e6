import type { Bucket, MovementKind } from "../../../../core/credits/Movement.ts"

export const movementKinds = ["grant", "adjust", "reserve", "settle", "refund"] as const satisfies ReadonlyArray<
  MovementKind
>

const kindNames: Readonly<Record<MovementKind, string>> = {
  grant: "Granted",
  adjust: "Corrected",
  reserve: "Set aside",
  settle: "Charged",
  refund: "Given back"
}

const bucketNames: Readonly<Record<Bucket, string>> = {
  issued: "Issued",
  available: "Available",
  held: "Held",
  revenue: "Spent"
}

export const kindName = (kind: string): string =>
  Object.hasOwn(kindNames, kind) ? kindNames[kind as MovementKind] : kind

export const bucketName = (bucket: Bucket): string => bucketNames[bucket]

/** One side of a movement: an account, and what it does to it. */
export interface Entry {
  readonly bucket: Bucket
  /** Below zero: out of the account. */
  readonly amount: number
}

/** The two sides of a movement; together they are nothing. */
export const entriesSaid = ({ amount, from, to }: {
  readonly from: Bucket
  readonly to: Bucket
  readonly amount: number
}): { readonly out: Entry; readonly into: Entry } => ({
  out: { bucket: from, amount: -amount },
  into: { bucket: to, amount }
})

/** Whether a movement belongs to a request of the history; grants and corrections have ids of their own. */
export const isOfRequest = (kind: MovementKind): boolean => kind !== "grant" && kind !== "adjust"

/** How long credits last, in a sentence. */
export const daysLeftSaid = (available: number, creditsPerDay: number | null): string => {
  if (available <= 0) return "No credits are left."
  if (creditsPerDay === null || creditsPerDay <= 0) return "Nothing was spent in the last seven days."
  const days = Math.floor(available / creditsPerDay)
  if (days > daysToldMax) return `Enough for over ${daysToldMax} days at the present pace.`
  if (days < 1) return "Enough for less than a day at the present pace."
  return days === 1
    ? "Enough for about a day at the present pace."
    : `Enough for about ${days} days at the present pace.`
}

/** Beyond three years the pace says nothing. */
export const daysToldMax = 1_000
