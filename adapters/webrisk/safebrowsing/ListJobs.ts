import { Result, Schema } from "effect"
import { Base64 } from "effect/encoding"
import { join } from "node:path"
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
import { diffOf, type HashListResponse, parseHashLists } from "./HashListResponse.ts"
import type { ListKind } from "./Lists.ts"

/** Version of a list, as transferred between threads and stored in files. */
export interface ListState {
  /** Buffers of the list's `PrefixIndex`. */
  readonly buffers: ReadonlyArray<ArrayBufferLike>
  /** Version token of the vendor in Base64. */
  readonly version: string
  /** SHA-256 of the sorted list in Base64. */
  readonly checksum: string
  /** Time of the vendor's last confirmation in milliseconds since 1970. */
  readonly confirmedAt: number
}

/** Folder and vendor of the stored lists. Lists of other vendors are not loaded. */
export interface ListStorage {
  readonly folder: string
  readonly vendor: string
}

const pathOf = ({ folder }: ListStorage, { name }: ListKind): string => join(folder, `safe-browsing-${name}.lists`)

const About = Schema.Struct({
  list: Schema.String,
  vendor: Schema.String,
  version: Schema.String,
  checksum: Schema.String,
  at: Schema.Finite
})
const decodeAbout = Schema.decodeUnknownOption(About)
const snapshotKind = "safe-browsing"

export interface ListsToLoad {
  readonly storage: ListStorage
  readonly kinds: ReadonlyArray<ListKind>
}

export interface StoredList {
  readonly name: string
  /** Stored list; null if there is none, or if it is unusable. */
  readonly state: ListState | null
  /** Reason why an existing list is unusable, as a sentence; null otherwise. */
  readonly problem: string | null
}

/** Loads the stored lists that are complete and still match the vendor's checksums. */
export const loadSafeBrowsingLists = ({ kinds, storage }: ListsToLoad): JobResult<ReadonlyArray<StoredList>> => ({
  output: kinds.map((kind) => {
    const loaded = loadList(storage, kind)
    return typeof loaded === "string"
      ? { name: kind.name, state: null, problem: loaded }
      : { name: kind.name, state: loaded, problem: null }
  }),
  transfer: []
})

const loadList = (storage: ListStorage, kind: ListKind): ListState | null | string => {
  const path = pathOf(storage, kind)
  const read = readSnapshot(path, snapshotKind)
  if (read.found === "none") return null
  if (read.found === "unusable") return read.problem
  const about = decodeAbout(read.about)
  if (about._tag === "None") return `${path} has no valid metadata.`
  const { at, checksum, list, vendor, version } = about.value
  if (list !== kind.name || vendor !== storage.vendor) return `${path} contains ${list} of ${vendor}.`
  const index = prefixIndexFromBuffers(read.buffers)
  const isVerified = Result.isSuccess(index) && index.success.lists.every(({ size }) => size === kind.size) &&
    Base64.encode(checksumOf(index.success)) === checksum
  return isVerified
    ? { buffers: read.buffers, version, checksum, confirmedAt: at }
    : `${path} contains a list that does not match its checksum.`
}

export interface ListRequest {
  readonly kind: ListKind
  /** List whose version was sent with the request; null if the complete list was requested. */
  readonly before: ListState | null
  /** Number of entries of the list currently in use; null if there is none. */
  readonly entriesInUse: number | null
  /** Whether a list is accepted although `isSuspicious` reports it. */
  readonly acceptsSuspicious: boolean
}

export interface ListsToApply {
  readonly storage: ListStorage
  readonly requests: ReadonlyArray<ListRequest>
  /** The vendor's response, in blocks. */
  readonly blocks: ReadonlyArray<ArrayBuffer>
  readonly now: number
}

/** Outcome of an update for one list. In messages, `problem` follows the list's name. */
export type ListOutcome =
  | {
    /** `whole` is a complete list. `part` must not be used yet, because more data is available immediately. */
    readonly kind: "whole" | "part"
    readonly name: string
    readonly state: ListState
    readonly waitMillis: number
    /** Reason why a complete list could not be stored; null otherwise. */
    readonly storageProblem: string | null
  }
  | { readonly kind: "suspicious"; readonly name: string; readonly state: ListState; readonly entries: number }
  /** The response does not apply to the stored version of the list. */
  | { readonly kind: "out of step"; readonly name: string; readonly problem: string }
  | { readonly kind: "omitted"; readonly name: string }

export type ApplyResult =
  | { readonly kind: "lists"; readonly lists: ReadonlyArray<ListOutcome> }
  /** The response cannot be parsed. */
  | { readonly kind: "unreadable"; readonly problem: string }

/**
 * Parses the vendor's response for several lists, applies the differences and validates the results. Stores the
 * complete lists.
 */
export const applySafeBrowsingLists = ({ requests, blocks, now, storage }: ListsToApply): JobResult<ApplyResult> => {
  const answers = parseHashLists(joinBuffers(blocks))
  if (Result.isFailure(answers)) {
    return { output: { kind: "unreadable", problem: answers.failure.problem }, transfer: [] }
  }
  const lists = requests.map((list): ListOutcome => {
    const answer = answers.success.find(({ name }) => name === list.kind.name)
    return answer === undefined ? { kind: "omitted", name: list.kind.name } : apply(storage, list, answer, now)
  })
  return { output: { kind: "lists", lists }, transfer: [] }
}

const apply = (storage: ListStorage, request: ListRequest, answer: HashListResponse, now: number): ListOutcome => {
  const { acceptsSuspicious, entriesInUse, kind } = request
  const { name } = kind
  const before = request.before === null ? null : toVerified(request.before)
  const applied = applyList(kind, before, answer)
  if (Result.isFailure(applied)) return { kind: "out of step", name, problem: applied.failure }
  const { checksum, index } = applied.success
  const version = answer.version.length === 0 ? request.before?.version ?? "" : Base64.encode(answer.version)
  const state: ListState = {
    buffers: index.buffers.map(toSharedBuffer),
    version,
    checksum: Base64.encode(checksum),
    confirmedAt: now
  }
  const { waitMillis } = answer
  const isChanged = applied.success !== before
  if (isChanged && waitMillis === 0) return { kind: "part", name, state, waitMillis, storageProblem: null }
  if (!acceptsSuspicious && isSuspicious(entriesInUse, index.length)) {
    return { kind: "suspicious", name, state, entries: index.length }
  }
  const about: typeof About.Type = {
    list: name,
    vendor: storage.vendor,
    version,
    checksum: state.checksum,
    at: now
  }
  const storageProblem = writeSnapshot(pathOf(storage, kind), { kind: snapshotKind, about, buffers: state.buffers })
  return { kind: "whole", name, state, waitMillis, storageProblem }
}

const toVerified = ({ buffers, checksum }: ListState): VerifiedList => ({
  index: Result.getOrThrow(prefixIndexFromOwnBuffers(buffers)),
  checksum: Result.getOrThrow(Base64.decode(checksum))
})

export const loadSafeBrowsingListsJob = { name: "loadSafeBrowsingLists", work: loadSafeBrowsingLists } satisfies Job<
  never,
  unknown
>
export const applySafeBrowsingListsJob = { name: "applySafeBrowsingLists", work: applySafeBrowsingLists } satisfies Job<
  never,
  unknown
>

/** List that matches the vendor's checksum. */
export interface VerifiedList {
  readonly index: PrefixIndex
  readonly checksum: Uint8Array
}

const checksumBytes = 32

/**
 * Returns the list after a response (v5, `HashList`), or the reason why the response does not apply.
 *
 * In messages, the reason follows the list's name. A response without a checksum means that nothing has changed.
 *
 * @param before current list; null if there is none, or if the complete list was requested
 */
export const applyList = (
  kind: ListKind,
  before: VerifiedList | null,
  answer: HashListResponse
): Result.Result<VerifiedList, string> => {
  const { additions, checksum, isPartial, removals } = answer
  if (checksum.length === 0) {
    if (additions !== null || removals !== null) return Result.fail("changed without a checksum")
    return before === null ? Result.fail("was confirmed although it is not stored") : Result.succeed(before)
  }
  if (checksum.length !== checksumBytes) return Result.fail("has an invalid checksum")
  if (isPartial && before === null) return Result.fail("changed although it is not stored")
  if (additions !== null && additions.first.length !== kind.size) return Result.fail("has prefixes of another size")
  const diff = diffOf(answer)
  if (Result.isFailure(diff)) return Result.fail(`cannot be decoded (${diff.failure.problem})`)
  const applied = applyDiff(isPartial && before !== null ? before.index : new PrefixIndex([]), diff.success)
  if (Result.isFailure(applied)) {
    return Result.fail(`has a change that does not apply (${applied.failure.problem})`)
  }
  const sum = checksumOf(applied.success)
  return sum.every((byte, at) => byte === checksum[at])
    ? Result.succeed({ index: applied.success, checksum })
    : Result.fail("does not match its checksum")
}
