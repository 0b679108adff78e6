import { Result } from "effect"
import type { ThreatType } from "../../../core/threats/WebRisk.ts"
import { type InvalidMessage, invalidMessage, parseMessage, type ProtobufMessage, readDuration } from "./Protobuf.ts"

/** Full digest in the vendor's response, with its threat types. */
export interface ListedDigest {
  readonly digest: Uint8Array
  /** Threat types to enforce; empty if no type is enforced. */
  readonly types: ReadonlyArray<ThreatType>
  /** Threat types that are listed only for a trial (CANARY), or only for frames (FRAME_ONLY). */
  readonly notEnforced: ReadonlyArray<ThreatType>
}

/** Parsed `SearchHashesResponse`. */
export interface SearchResponse {
  /** Distinct digests that start with a requested prefix. */
  readonly listed: ReadonlyArray<ListedDigest>
  /** Validity in milliseconds for all requested prefixes, including those without listings. */
  readonly cacheMillis: number
  /** Number of digests that match no requested prefix. A number above zero indicates an error of the vendor. */
  readonly unmatched: number
}

const digestBytes = 32

/**
 * Parses the response to `hashes.search` as the API requires (Safe Browsing API v5, `SearchHashesResponse`).
 *
 * Details with an unknown threat type or attribute are ignored. A response is invalid if it has no duration, or if a
 * digest does not have 32 bytes.
 *
 * @param prefixes the requested prefixes
 */
export const parseSearchResponse = (
  bytes: Uint8Array,
  prefixes: ReadonlyArray<Uint8Array>
): Result.Result<SearchResponse, InvalidMessage> =>
  Result.flatMap(parseMessage(bytes), (message) =>
    Result.flatMap(readDuration(message, 2), (cacheMillis) => {
      if (cacheMillis === null) return invalidMessage("no cache duration")
      return Result.map(parseFullHashes(message.all(1)), (all) => {
        const requested = new Set(prefixes.map(keyOf))
        const lengths = new Set(prefixes.map(({ length }) => length))
        const isRequested = ({ digest }: ListedDigest) =>
          [...lengths].some((length) => requested.has(keyOf(digest.subarray(0, length))))
        const listed = all.filter(isRequested)
        return { listed, cacheMillis, unmatched: all.length - listed.length }
      })
    }))

/** Encodes each byte as one character. */
const keyOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** Returns the digests in the order of the response, with the details of repeated digests merged. */
const parseFullHashes = (
  messages: ReadonlyArray<Uint8Array>
): Result.Result<ReadonlyArray<ListedDigest>, InvalidMessage> => {
  const found = new Map<string, ListedDigest>()
  for (const bytes of messages) {
    const read = Result.flatMap(parseMessage(bytes), parseFullHash)
    if (Result.isFailure(read)) return Result.fail(read.failure)
    const { digest, notEnforced, types } = read.success
    const key = keyOf(digest)
    const before = found.get(key)
    found.set(key, {
      digest,
      types: mergeTypes(before?.types, types),
      notEnforced: mergeTypes(before?.notEnforced, notEnforced)
    })
  }
  return Result.succeed([...found.values()])
}

const mergeTypes = (
  before: ReadonlyArray<ThreatType> = [],
  types: ReadonlyArray<ThreatType>
): ReadonlyArray<ThreatType> => [...new Set([...before, ...types])]

const parseFullHash = (message: ProtobufMessage): Result.Result<ListedDigest, InvalidMessage> => {
  const digest = message.bytes(1)
  if (digest.length !== digestBytes) return invalidMessage("hash length")
  const types: Array<ThreatType> = []
  const notEnforced: Array<ThreatType> = []
  for (const bytes of message.all(2)) {
    const detail = Result.flatMap(parseMessage(bytes), parseDetail)
    if (Result.isFailure(detail)) return Result.fail(detail.failure)
    if (detail.success === null) continue
    const { isEnforced, type } = detail.success
    if (isEnforced) types.push(type)
    else notEnforced.push(type)
  }
  return Result.succeed({ digest: digest.slice(), types, notEnforced })
}

/** Threat types by their number in `ThreatType` of the v5 API. */
const threatTypes: ReadonlyMap<number, ThreatType> = new Map([
  [1, "malware"],
  [2, "phishing"],
  [3, "unwanted-software"],
  [4, "harmful-application"]
])

/**
 * Numbers of the known `ThreatAttribute` values: CANARY and FRAME_ONLY. Details with either attribute are not enforced
 * for pages.
 */
const attributesKnown: ReadonlySet<number> = new Set([1, 2])

/** Parses a `FullHashDetail` message. Returns null if the detail must be ignored. */
const parseDetail = (
  message: ProtobufMessage
): Result.Result<{ readonly type: ThreatType; readonly isEnforced: boolean } | null, InvalidMessage> => {
  const type = threatTypes.get(message.int32(1))
  const attributes = message.int32s(2)
  if (attributes === null) return invalidMessage("malformed")
  if (type === undefined || attributes.some((attribute) => !attributesKnown.has(attribute))) return Result.succeed(null)
  return Result.succeed({ type, isEnforced: attributes.length === 0 })
}
