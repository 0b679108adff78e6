import { BandTable } from "./Band.ts"

export type DocumentRating = "ok" | "warn" | "block"

/** Score of a document, higher is safer (contract, section 3). */
export const documentRatings = new BandTable<DocumentRating>([
  { name: "block", from: 0 },
  { name: "warn", from: 70 },
  { name: "ok", from: 85 }
])
