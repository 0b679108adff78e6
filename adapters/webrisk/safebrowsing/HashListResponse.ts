import { Result } from "effect"
import type { PrefixDiff } from "../../../core/threats/prefixes/ApplyDiff.ts"
import type { InvalidRice } from "../rice/RiceDeltas.ts"
import { decodeSafeBrowsingHashes, decodeSafeBrowsingNumbers, type SafeBrowsingRice } from "../rice/RiceSafeBrowsing.ts"
import { type InvalidMessage, invalidMessage, parseMessage, type ProtobufMessage, readDuration } from "./Protobuf.ts"

/** Parsed `HashList` of the v5 API: a complete list, or a difference from the previous version. */
export interface HashListResponse {
  readonly name: string
  /** Version to send with the next request. */
  readonly version: Uint8Array
  /** Whether the response is a difference; otherwise, it is the complete list. */
  readonly isPartial: boolean
  readonly additions: SafeBrowsingRice | null
  /** Indices of removed entries in the previous sorted list. */
  readonly removals: SafeBrowsingRice | null
  /** Minimum milliseconds until the next request; zero if more data is available immediately. */
  readonly waitMillis: number
  /** SHA-256 of the sorted list; empty if nothing has changed. The length is not validated here. */
  readonly checksum: Uint8Array
}

/** Parses a `BatchGetHashListsResponse` or a `ListHashListsResponse`. Both contain lists in field 1. */
export const parseHashLists = (bytes: Uint8Array): Result.Result<ReadonlyArray<HashListResponse>, InvalidMessage> =>
  Result.flatMap(parseMessage(bytes), (message) => Result.all(message.all(1).map(parseHashList)))

/** Parses a `HashList`, as returned by `hashList.get`. */
export const parseHashList = (bytes: Uint8Array): Result.Result<HashListResponse, InvalidMessage> =>
  Result.flatMap(parseMessage(bytes), (message) =>
    Result.gen(function*() {
      const name = message.text(1)
      if (name === null) return yield* invalidMessage("text")
      const additions = yield* parseAdditions(message)
      const removals = yield* message.message(5)
      const waitMillis = yield* readDuration(message, 6)
      return {
        name,
        version: message.bytes(2).slice(),
        isPartial: message.uint64(3) !== 0n,
        additions,
        removals: removals === null ? null : parseRice(removals, [4]),
        waitMillis: waitMillis ?? 0,
        checksum: message.bytes(7).slice()
      }
    }))

/** Returns the difference in the response, or the complete list as a difference from an empty list. */
export const diffOf = (
  { additions, isPartial, removals }: HashListResponse
): Result.Result<PrefixDiff, InvalidMessage | InvalidRice> => {
  if (!isPartial && removals !== null) return invalidMessage("removals of a whole list")
  return Result.gen(function*() {
    return {
      removals: removals === null ? [] : yield* decodeSafeBrowsingNumbers(removals),
      additions: additions === null
        ? []
        : [{ size: additions.first.length, bytes: yield* decodeSafeBrowsingHashes(additions) }]
    }
  })
}

/** Byte lengths of the parts of the first value, by the field number of the additions. */
const additionParts: ReadonlyMap<number, ReadonlyArray<number>> = new Map([
  [4, [4]],
  [9, [8]],
  [10, [8, 8]],
  [11, [8, 8, 8, 8]]
])

/**
 * Parses the additions, whose prefixes all have one length. If several kinds of additions are present, the last kind
 * counts.
 */
const parseAdditions = (message: ProtobufMessage): Result.Result<SafeBrowsingRice | null, InvalidMessage> => {
  const field = message.lastOf([...additionParts.keys()])
  const partBytes = field === null ? undefined : additionParts.get(field)
  if (field === null || partBytes === undefined) return Result.succeed(null)
  return Result.map(message.message(field), (rice) => rice === null ? null : parseRice(rice, partBytes))
}

/**
 * Parses `RiceDeltaEncoded32Bit` to `RiceDeltaEncoded256Bit`. The parts of the first value precede the common fields.
 */
const parseRice = (message: ProtobufMessage, partBytes: ReadonlyArray<number>): SafeBrowsingRice => {
  const first = new Uint8Array(partBytes.reduce((sum, bytes) => sum + bytes, 0))
  const view = new DataView(first.buffer)
  partBytes.forEach((bytes, part) => {
    const value = message.uint64(part + 1)
    if (bytes === 8) view.setBigUint64(part * 8, value)
    else view.setUint32(0, Number(BigInt.asUintN(32, value)))
  })
  const after = partBytes.length
  return {
    first,
    riceParameter: message.int32(after + 1),
    entriesCount: message.int32(after + 2),
    encodedData: message.bytes(after + 3)
  }
}
