import { Schema } from "effect"
import type { ThreatType } from "../../../core/threats/WebRisk.ts"
import type { PrefixResponse } from "../FullHashCache.ts"
import { decodeBase64, parseTime } from "../google/Json.ts"
import { type WebRiskList, worstType } from "../google/ThreatLists.ts"

/** Maximum response size in bytes. A prefix of four bytes has at most a few listings. */
export const searchBytesMax = 1024 * 1024
export const searchThreatsMax = 1_000

/** Schema of `SearchHashesResponse` (Web Risk API v1). */
const Answer = Schema.Struct({
  threats: Schema.optionalKey(
    Schema.Array(Schema.Struct({
      threatTypes: Schema.optionalKey(Schema.Array(Schema.Unknown)),
      hash: Schema.String,
      expireTime: Schema.optionalKey(Schema.String)
    })).check(Schema.isMaxLength(searchThreatsMax))
  ),
  negativeExpireTime: Schema.optionalKey(Schema.String),
  // Rejects errors that a proxy sends with status 200. Otherwise, they would mean "not listed".
  error: Schema.optionalKey(Schema.Never)
})

const decode = Schema.decodeUnknownOption(Answer)

/**
 * Parses a response. Returns null if it is invalid.
 *
 * Unknown types and digests that were not requested are omitted. A listing without an expiry is used once and not
 * cached.
 */
export const parseSearch = (
  json: unknown,
  prefix: Uint8Array,
  lists: ReadonlyArray<WebRiskList>
): PrefixResponse<ThreatType> | null => {
  const decoded = decode(json)
  if (decoded._tag === "None") return null
  const { negativeExpireTime, threats = [] } = decoded.value
  // A digest can occur several times, once per list.
  const namesOf = new Map<string, ReadonlyArray<unknown>>()
  const listed = new Map<string, PrefixResponse<ThreatType>["listed"][number]>()
  for (const { expireTime, hash, threatTypes = [] } of threats) {
    const digest = decodeBase64(hash)
    if (digest?.length !== 32) return null
    const key = digest.join()
    const names = [...threatTypes, ...namesOf.get(key) ?? []]
    const type = worstType(names, lists)
    if (type === null || !prefix.every((byte, at) => byte === digest[at])) continue
    namesOf.set(key, names)
    listed.set(key, {
      hash: digest,
      data: type,
      expiresAt: Math.max(parseTime(expireTime) ?? 0, listed.get(key)?.expiresAt ?? 0)
    })
  }
  return { listed: [...listed.values()], negativeExpiresAt: parseTime(negativeExpireTime) }
}
