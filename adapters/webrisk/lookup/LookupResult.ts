import { Schema } from "effect"
import type { ThreatType } from "../../../core/threats/WebRisk.ts"
import { parseTime } from "../google/Json.ts"
import { type WebRiskList, worstType } from "../google/ThreatLists.ts"

export const lookupBytesMax = 64 * 1024

/** A vendor's verdict on a URL. */
export interface LookupResult {
  /** Type of the threat; null if no list contains the URL. */
  readonly type: ThreatType | null
  /** Expiry of the listing in milliseconds since 1970; 0 if not stated. */
  readonly expiresAt: number
}

/** Schema of `SearchUrisResponse` (Web Risk API v1). */
const Answer = Schema.Struct({
  threat: Schema.optionalKey(Schema.Struct({
    threatTypes: Schema.optionalKey(Schema.Array(Schema.Unknown)),
    expireTime: Schema.optionalKey(Schema.String)
  })),
  // Rejects errors that a proxy sends with status 200. Otherwise, they would mean "not listed".
  error: Schema.optionalKey(Schema.Never)
})

const decode = Schema.decodeUnknownOption(Answer)

/** Parses a response. Returns null if it is invalid. */
export const parseLookup = (json: unknown, lists: ReadonlyArray<WebRiskList>): LookupResult | null => {
  const decoded = decode(json)
  if (decoded._tag === "None") return null
  const { threat } = decoded.value
  return { type: worstType(threat?.threatTypes ?? [], lists), expiresAt: parseTime(threat?.expireTime) ?? 0 }
}
