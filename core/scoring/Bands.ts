import { BandTable } from "./Band.ts"

export type DocumentRating = "ok" | "warn" | "block"

/** Document score, higher is safer (contract, section 3). */
export const documentRatings = new BandTable<DocumentRating>([
  { name: "block", from: 0 },
  { name: "warn", from: 70 },
  { name: "ok", from: 85 }
])

export type LeadVerdict = "clean" | "review" | "spam"

/** Lead risk score, higher is riskier (contract, section 3). */
export const leadVerdicts = new BandTable<LeadVerdict>([
  { name: "clean", from: 0 },
  { name: "review", from: 25 },
  { name: "spam", from: 80 }
])

export type ShieldBand = "elevated-bot-risk" | "some-risk" | "human"

/** Shield token score, higher is more human (contract, section 3); informational. */
export const shieldBands = new BandTable<ShieldBand>([
  { name: "elevated-bot-risk", from: 0 },
  { name: "some-risk", from: 40 },
  { name: "human", from: 70 }
])

export type TriageUrgency = "low" | "raised" | "high"

/** Triage risk of a reported link, higher is more urgent. Only orders the review queue; never a verdict. */
export const triageUrgencies = new BandTable<TriageUrgency>([
  { name: "low", from: 0 },
  { name: "raised", from: 25 },
  // From here on, a harmless explanation is unlikely.
  { name: "high", from: 60 }
])
