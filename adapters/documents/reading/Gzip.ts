import { gunzipSync } from "node:zlib"
import type { Budget } from "./Budget.ts"
import { attempt } from "./Inflating.ts"

/** Inflates gzip data (RFC 1952); null if it is none, is damaged, or exceeds the budget. */
export const gunzip = (bytes: Uint8Array, budget: Budget): Uint8Array | null => {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return null
  const inflated = attempt(gunzipSync, bytes, budget.inflatable)
  const isWhole = inflated instanceof Uint8Array
  budget.spendInflated(bytes.length, isWhole ? inflated.length : 0, inflated === "too large")
  return isWhole && inflated.length > 0 ? inflated : null
}
