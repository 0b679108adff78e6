import { BandTable } from "./Band.ts"

export type ShieldBand = "elevated-bot-risk" | "some-risk" | "human"

/** Score of a Shield token, higher is more human (contract, section 3); informational. */
export const shieldBands = new BandTable<ShieldBand>([
  { name: "elevated-bot-risk", from: 0 },
  { name: "some-risk", from: 40 },
  { name: "human", from: 70 }
])
