import { Result, Schema } from "effect"
import type { PrefixDiff } from "../../../core/threats/prefixes/ApplyDiff.ts"
import { prefixBytesMax } from "../../../core/threats/prefixes/PrefixBytes.ts"
import { decodeBase64, parseTime, toNumber, WholeNumber } from "../google/Json.ts"
import { decodeWebRiskHashes, decodeWebRiskNumbers, type WebRiskRice } from "../rice/RiceWebRisk.ts"

/**
 * Maximum response size in bytes. A complete list of four million entries takes 8 MB compressed and 22 MB uncompressed.
 *
 * Much larger hostile JSON would exhaust the memory and terminate the process, even if V8 parses it in a thread with
 * its own heap limit.
 */
export const diffBytesMax = 24 * 1024 * 1024
/** Maximum characters of a version token. Real tokens have a few dozen bytes. */
export const tokenCharsMax = 8_192

/** Changes of a list, as parsed from the vendor's response. */
export interface DiffResponse {
  /** Whether the response replaces the previous list. */
  readonly isReset: boolean
  readonly diff: PrefixDiff
  /** Resulting version of the list, for the next request. */
  readonly token: string
  /** SHA-256 of all prefixes in order. */
  readonly checksum: Uint8Array
  /** Earliest time of the next request in milliseconds since 1970; null if not stated. */
  readonly nextRequestAt: number | null
}

const Rice = Schema.Struct({
  firstValue: Schema.optionalKey(WholeNumber),
  riceParameter: Schema.optionalKey(WholeNumber),
  entryCount: Schema.optionalKey(WholeNumber),
  encodedData: Schema.optionalKey(Schema.String)
})

/**
 * Schema of `ComputeThreatListDiffResponse` (Web Risk API v1). As in all JSON of the API, zero and empty fields are
 * omitted.
 */
const Answer = Schema.fromJsonString(Schema.Struct({
  responseType: Schema.Literals(["RESET", "DIFF"]),
  recommendedNextDiff: Schema.optionalKey(Schema.String),
  newVersionToken: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(tokenCharsMax))),
  checksum: Schema.Struct({ sha256: Schema.String }),
  additions: Schema.optionalKey(Schema.Struct({
    rawHashes: Schema.optionalKey(
      Schema.Array(Schema.Struct({
        prefixSize: Schema.optionalKey(WholeNumber),
        rawHashes: Schema.optionalKey(Schema.String)
      })).check(Schema.isMaxLength(prefixBytesMax))
    ),
    riceHashes: Schema.optionalKey(Rice)
  })),
  removals: Schema.optionalKey(Schema.Struct({
    rawIndices: Schema.optionalKey(Schema.Struct({ indices: Schema.optionalKey(Schema.Array(Schema.Number)) })),
    riceIndices: Schema.optionalKey(Rice)
  }))
}))
type Answer = typeof Answer.Type

const decode = Schema.decodeUnknownResult(Answer)

/** Parses a response, or returns the problem, which completes a sentence about the response. */
export const parseDiff = (text: string): Result.Result<DiffResponse, string> => {
  const decoded = decode(text)
  if (Result.isFailure(decoded)) return Result.fail("is not a computeDiff response")
  const { additions, checksum, newVersionToken, recommendedNextDiff, removals, responseType } = decoded.success
  const sum = decodeBase64(checksum.sha256)
  if (sum?.length !== 32) return Result.fail("has no checksum")
  const added = parseAdditions(additions)
  if (added === null) return Result.fail("has invalid hash prefixes as additions")
  const removed = parseRemovals(removals)
  if (removed === null) return Result.fail("has invalid indices as removals")
  if (responseType === "RESET" && removed.length > 0) return Result.fail("has removals in a complete list")
  return Result.succeed({
    isReset: responseType === "RESET",
    diff: { additions: added, removals: removed },
    token: newVersionToken ?? "",
    checksum: sum,
    nextRequestAt: parseTime(recommendedNextDiff)
  })
}

const parseAdditions = (additions: Answer["additions"]): PrefixDiff["additions"] | null => {
  const added: Array<PrefixDiff["additions"][number]> = []
  for (const { prefixSize, rawHashes = "" } of additions?.rawHashes ?? []) {
    const bytes = decodeBase64(rawHashes)
    if (bytes === null) return null
    added.push({ size: toNumber(prefixSize), bytes })
  }
  if (additions?.riceHashes !== undefined) {
    const rice = parseRice(additions.riceHashes)
    const hashes = rice === null ? null : Result.getOrNull(decodeWebRiskHashes(rice))
    if (hashes === null) return null
    added.push({ size: 4, bytes: hashes })
  }
  return added
}

/**
 * Returns the distinct indices of removals in ascending order. The documentation does not guarantee an order, and the
 * checksum verifies the result.
 */
const parseRemovals = (removals: Answer["removals"]): Uint32Array | null => {
  const raw = removals?.rawIndices?.indices ?? []
  if (!raw.every((index) => Number.isInteger(index) && index >= 0 && index <= 0xffff_ffff)) return null
  const rice = removals?.riceIndices === undefined ? undefined : parseRice(removals.riceIndices)
  const coded = rice === undefined
    ? new Uint32Array(0)
    : rice === null
    ? null
    : Result.getOrNull(decodeWebRiskNumbers(rice))
  if (coded === null) return null
  const all = new Uint32Array(raw.length + coded.length)
  all.set(raw)
  all.set(coded, raw.length)
  all.sort()
  return all.filter((index, at) => at === 0 || index !== all[at - 1])
}

const parseRice = (
  { encodedData = "", entryCount, firstValue, riceParameter }: typeof Rice.Type
): WebRiskRice | null => {
  const data = decodeBase64(encodedData)
  return data === null ? null : {
    firstValue: toNumber(firstValue),
    riceParameter: toNumber(riceParameter),
    entryCount: toNumber(entryCount),
    encodedData: data
  }
}
