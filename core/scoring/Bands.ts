import { BandTable } from "./Band.ts"

export type DocumentRating = "ok" | "warn" | "block"

/** Bands of the document score. Higher scores are safer. */
export const documentRatings = new BandTable<DocumentRating>([
  { name: "block", from: 0 },
  { name: "warn", from: 70 },
  { name: "ok", from: 85 }
])

export type LeadVerdict = "clean" | "review" | "spam"

/** Bands of the lead risk score. Higher scores are riskier. */
export const leadVerdicts = new BandTable<LeadVerdict>([
  { name: "clean", from: 0 },
  { name: "review", from: 25 },
  { name: "spam", from: 80 }
])

export type ShieldBand = "elevated-bot-risk" | "some-risk" | "human"

/** Bands of the Shield token score. Higher scores are more likely human. The bands are only informational. */
export const shieldBands = new BandTable<ShieldBand>([
  { name: "elevated-bot-risk", from: 0 },
  { name: "some-risk", from: 40 },
  { name: "human", from: 70 }
])

export type TriageUrgency = "low" | "raised" | "high"

/**
 * Bands of the triage risk of a reported link. Higher risks are more urgent. The risk only orders the review queue, and
 * is never a verdict.
 */
export const triageUrgencies = new BandTable<TriageUrgency>([
  { name: "low", from: 0 },
  { name: "raised", from: 25 },
  // From a risk of 60 on, a harmless explanation is unlikely.
  { name: "high", from: 60 }
])
