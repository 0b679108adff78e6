import { Result, Schema } from "effect"
import { Base64 } from "effect/encoding"
import { applyDiff } from "../../../core/threats/prefixes/ApplyDiff.ts"
import {
  PrefixIndex,
  prefixIndexFromBuffers,
  prefixIndexFromOwnBuffers
} from "../../../core/threats/prefixes/PrefixIndex.ts"
import { checksumOf, isSuspicious } from "../google/ListChecks.ts"
import { joinBuffers } from "../http/Blocks.ts"
import { readSnapshot, toSharedBuffer } from "../snapshots/ReadSnapshot.ts"
import { writeSnapshot } from "../snapshots/WriteSnapshot.ts"
import type { Job, JobResult } from "../thread/Jobs.ts"
import { type DiffResponse, parseDiff } from "./DiffResponse.ts"

/** Version of a list, as transferred between threads and stored in files. */
export interface ListState {
  /** Buffers of the list's `PrefixIndex`. */
  readonly buffers: ReadonlyArray<ArrayBufferLike>
  readonly token: string
  /** Time of the vendor's last confirmation in milliseconds since 1970. */
  readonly confirmedAt: number
}

/** File and vendor of a stored list. */
export interface ListStorage {
  readonly path: string
  readonly list: string
  /** Base URL of the vendor's API. Lists of other vendors are not loaded. */
  readonly vendor: string
}

const About = Schema.Struct({
  list: Schema.String,
  vendor: Schema.String,
  token: Schema.String,
  checksum: Schema.String,
  at: Schema.Finite
})
const decodeAbout = Schema.decodeUnknownOption(About)
const kind = "web-risk"

export type StoredListResult =
  | { readonly kind: "none"; readonly problem: string | null }
  | { readonly kind: "list"; readonly state: ListState }

/** Loads the stored list if it is complete and still matches the vendor's checksum. */
export const loadWebRiskList = (storage: ListStorage): JobResult<StoredListResult> => {
  const none = (problem: string | null): JobResult<StoredListResult> => ({
    output: { kind: "none", problem },
    transfer: []
  })
  const read = readSnapshot(storage.path, kind)
  if (read.found === "none") return none(null)
  if (read.found === "unusable") return none(read.problem)
  const about = decodeAbout(read.about)
  if (about._tag === "None") return none(`${storage.path} has no valid metadata.`)
  const { at, checksum, list, token, vendor } = about.value
  if (list !== storage.list || vendor !== storage.vendor) return none(`${storage.path} contains ${list} of ${vendor}.`)
  const index = prefixIndexFromBuffers(read.buffers)
  if (Result.isFailure(index) || Base64.encode(checksumOf(index.success)) !== checksum) {
    return none(`${storage.path} contains a list that does not match its checksum.`)
  }
  return { output: { kind: "list", state: { buffers: read.buffers, token, confirmedAt: at } }, transfer: [] }
}

export interface DiffToApply {
  readonly storage: ListStorage
  /** List whose version was sent with the request; null if the complete list was requested. */
  readonly before: ListState | null
  /** Number of entries of the list currently in use; null if there is none. */
  readonly entriesBefore: number | null
  /** The vendor's response, in blocks. */
  readonly blocks: ReadonlyArray<ArrayBuffer>
  readonly now: number
  /** Whether a list is accepted although `isSuspicious` reports it. */
  readonly acceptsSuspicious: boolean
}

export type DiffOutcome =
  | {
    readonly kind: "applied"
    readonly state: ListState
    readonly nextRequestAt: number | null
    /** Reason why the list could not be stored; null otherwise. */
    readonly storageProblem: string | null
  }
  /** The response cannot be parsed. `problem` completes a sentence about the response. */
  | { readonly kind: "unreadable"; readonly problem: string }
  /** The response does not apply to the stored version of the list. */
  | { readonly kind: "out of step"; readonly problem: string }
  | { readonly kind: "suspicious"; readonly entries: number }

/** Parses the vendor's changes, applies them, validates the result and stores it. */
export const applyWebRiskDiff = (given: DiffToApply): JobResult<DiffOutcome> => ({ output: apply(given), transfer: [] })

const apply = ({ before, acceptsSuspicious, blocks, entriesBefore, now, storage }: DiffToApply): DiffOutcome => {
  const text = decodeText(blocks)
  const answer = text === null ? Result.fail("is not text") : parseDiff(text)
  if (Result.isFailure(answer)) return { kind: "unreadable", problem: answer.failure }
  const { checksum, nextRequestAt, token } = answer.success
  const current = before === null ? new PrefixIndex([]) : Result.getOrThrow(prefixIndexFromOwnBuffers(before.buffers))
  const applied = applyResponse(current, answer.success)
  if (Result.isFailure(applied)) return { kind: "out of step", problem: applied.failure }
  const index = applied.success
  if (!acceptsSuspicious && isSuspicious(entriesBefore, index.length)) {
    return { kind: "suspicious", entries: index.length }
  }
  const state: ListState = { buffers: index.buffers.map(toSharedBuffer), token, confirmedAt: now }
  const about: typeof About.Type = {
    list: storage.list,
    vendor: storage.vendor,
    token,
    checksum: Base64.encode(checksum),
    at: now
  }
  const storageProblem = writeSnapshot(storage.path, { kind, about, buffers: state.buffers })
  return { kind: "applied", state, nextRequestAt, storageProblem }
}

const decodeText = (blocks: ReadonlyArray<ArrayBuffer>): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(joinBuffers(blocks))
  } catch {
    return null
  }
}

export const loadWebRiskListJob = { name: "loadWebRiskList", work: loadWebRiskList } satisfies Job<never, unknown>
export const applyWebRiskDiffJob = { name: "applyWebRiskDiff", work: applyWebRiskDiff } satisfies Job<never, unknown>

/** Returns the list after a response, or the reason why the response does not apply to the current list. */
export const applyResponse = (before: PrefixIndex, answer: DiffResponse): Result.Result<PrefixIndex, string> => {
  const applied = applyDiff(answer.isReset ? new PrefixIndex([]) : before, answer.diff)
  if (Result.isFailure(applied)) return Result.fail(`does not apply to the stored list (${applied.failure.problem})`)
  const sum = checksumOf(applied.success)
  return sum.every((byte, at) => byte === answer.checksum[at])
    ? Result.succeed(applied.success)
    : Result.fail("produces a list that does not match the checksum")
}
