import { Schema } from "effect"
import type { ThreatType } from "../../../core/threats/WebRisk.ts"
import { timeOf } from "../google/Json.ts"
import { type WebRiskList, worstType } from "../google/ThreatLists.ts"

export const lookupBytesMax = 64 * 1024

/** What a vendor says of a URL. */
export interface LookupAnswer {
  /** Null when it is on none of the lists. */
  readonly type: ThreatType | null
  /** Until when a listing holds, in milliseconds since 1970; 0 when it does not say. */
  readonly until: number
}

/** `SearchUrisResponse` of the Web Risk API v1. */
const Answer = Schema.Struct({
  threat: Schema.optionalKey(Schema.Struct({
    threatTypes: Schema.optionalKey(Schema.Array(Schema.Unknown)),
    expireTime: Schema.optionalKey(Schema.String)
  })),
  // Proxies send errors with the status of an answer, and an answer that names nothing says that nothing is listed.
  error: Schema.optionalKey(Schema.Never)
})

const decode = Schema.decodeUnknownOption(Answer)

/** What the answer means; null when it is none. */
export const readLookup = (json: unknown, lists: ReadonlyArray<WebRiskList>): LookupAnswer | null => {
  const decoded = decode(json)
  if (decoded._tag === "None") return null
  const { threat } = decoded.value
  return { type: worstType(threat?.threatTypes ?? [], lists), until: timeOf(threat?.expireTime) ?? 0 }
}
