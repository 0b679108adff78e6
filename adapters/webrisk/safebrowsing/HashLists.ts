import { Effect, Result, type Scope } from "effect"
import { updateTimes } from "../google/ListUpdates.ts"
import type { Vendor } from "../google/Vendor.ts"
import { ThreatThread } from "../thread/ThreatThread.ts"
import { keepUpdated, Updating, type UpdatingOptions } from "../Updating.ts"
import { type ListPlace, loadSafeBrowsingListsJob } from "./ListJobs.ts"
import type { ListKind } from "./Lists.ts"
import { type HeldList, updateLists, useList } from "./UpdateLists.ts"

/** Locally stored lists that are requested together. */
export interface HashLists {
  /** Reports whether a digest starts with a prefix in one of the lists. */
  readonly holds: (digest: Uint8Array) => boolean
  readonly entries: () => number
  readonly bytes: () => number
  readonly updating: Updating
  /** Reason why a list is not stored on disk; null if all are. */
  readonly unstored: () => string | null
}

export interface HashListsOptions {
  readonly vendor: Vendor
  readonly kinds: ReadonlyArray<ListKind>
  readonly folder: string
  /** Common name of the lists for operators. */
  readonly what: string
  /** Whether the lists are kept up to date; otherwise only the stored lists are used. */
  readonly isUpdated: boolean
}

/** Loads stored lists and keeps them up to date for the lifetime of the scope. */
export const hashLists = Effect.fnUntraced(function*(
  { folder, isUpdated, kinds, vendor, what }: HashListsOptions
): Effect.fn.Return<HashLists, never, ThreatThread | Scope.Scope> {
  const place: ListPlace = { folder, vendor: vendor.url }
  const held = kinds.map((kind): HeldList => ({ kind, index: null, state: null, suspicions: 0, unstored: null }))
  yield* load(place, held)
  const thread = yield* ThreatThread
  const options: UpdatingOptions<never> = {
    name: `${vendor.name}, ${what}`,
    update: updateLists({ vendor, place, thread }, held),
    updatedAt: confirmedAt(held),
    ...updateTimes
  }
  const updating = isUpdated ? yield* keepUpdated(options) : new Updating(options)
  return {
    holds: (digest) => held.some(({ index }) => index !== null && index.match(digest).length > 0),
    entries: () => held.reduce((sum, { index }) => sum + (index?.length ?? 0), 0),
    bytes: () => held.reduce((sum, { index }) => sum + (index?.bytes ?? 0), 0),
    updating,
    unstored: () => held.find(({ unstored }) => unstored !== null)?.unstored ?? null
  }
})

/** An unusable file is logged and ignored: the list is fetched again. */
const load = Effect.fnUntraced(function*(place: ListPlace, held: ReadonlyArray<HeldList>) {
  const thread = yield* ThreatThread
  const loaded = yield* Effect.result(
    Effect.tryPromise(() => thread.run(loadSafeBrowsingListsJob, { place, kinds: held.map(({ kind }) => kind) }))
  )
  if (Result.isFailure(loaded)) return yield* Effect.logWarning(`${place.folder} could not be read`, loaded.failure)
  for (const { name, problem, state } of loaded.success) {
    const list = held.find(({ kind }) => kind.name === name)!
    if (state !== null) useList(list, state)
    if (problem !== null) yield* Effect.logWarning(`${problem} It is left alone, and the list fetched anew.`)
  }
})

/** Returns the time of the oldest confirmation; null if a list is missing. */
const confirmedAt = (held: ReadonlyArray<HeldList>): number | null =>
  held.reduce<number | null>(
    (oldest, { state }) => oldest === null || state === null ? null : Math.min(oldest, state.at),
    Number.POSITIVE_INFINITY
  )
