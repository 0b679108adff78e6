import { Effect, Result, type Scope } from "effect"
import { updateTimes } from "../google/ListUpdates.ts"
import type { Vendor } from "../google/Vendor.ts"
import { ListUpdater, type ListUpdaterOptions, startListUpdater } from "../ListUpdater.ts"
import { ThreatThread } from "../thread/ThreatThread.ts"
import { type ListStorage, loadSafeBrowsingListsJob } from "./ListJobs.ts"
import type { ListKind } from "./Lists.ts"
import { type LocalList, replaceList, updateLists } from "./UpdateLists.ts"

/** Locally stored lists that are requested together. */
export interface LocalHashLists {
  /** Reports whether a digest starts with a prefix in one of the lists. */
  readonly matches: (digest: Uint8Array) => boolean
  readonly entries: () => number
  readonly bytes: () => number
  readonly updater: ListUpdater
  /** Reason why a list could not be stored on disk; null if all lists are stored. */
  readonly storageProblem: () => string | null
}

export interface LocalHashListsOptions {
  readonly vendor: Vendor
  readonly kinds: ReadonlyArray<ListKind>
  readonly folder: string
  /** Name of this group of lists in messages to the operator. */
  readonly label: string
  /** Whether the lists are kept up to date; otherwise only the stored lists are used. */
  readonly isUpdated: boolean
}

/** Loads stored lists and keeps them up to date until the scope closes. */
export const loadHashLists = Effect.fnUntraced(function*(
  { folder, isUpdated, kinds, vendor, label }: LocalHashListsOptions
): Effect.fn.Return<LocalHashLists, never, ThreatThread | Scope.Scope> {
  const storage: ListStorage = { folder, vendor: vendor.url }
  const lists = kinds.map((kind): LocalList => ({
    kind,
    index: null,
    state: null,
    suspicions: 0,
    storageProblem: null
  }))
  yield* loadStored(storage, lists)
  const thread = yield* ThreatThread
  const options: ListUpdaterOptions<never> = {
    name: `${vendor.name}, ${label}`,
    update: updateLists({ vendor, storage, thread }, lists),
    updatedAt: oldestConfirmation(lists),
    ...updateTimes
  }
  const updater = isUpdated ? yield* startListUpdater(options) : new ListUpdater(options)
  return {
    matches: (digest) => lists.some(({ index }) => index !== null && index.match(digest).length > 0),
    entries: () => lists.reduce((sum, { index }) => sum + (index?.length ?? 0), 0),
    bytes: () => lists.reduce((sum, { index }) => sum + (index?.bytes ?? 0), 0),
    updater,
    storageProblem: () => lists.find(({ storageProblem }) => storageProblem !== null)?.storageProblem ?? null
  }
})

/** Loads the stored lists. An unusable file is logged and ignored, and its list is fetched again. */
const loadStored = Effect.fnUntraced(function*(storage: ListStorage, lists: ReadonlyArray<LocalList>) {
  const thread = yield* ThreatThread
  const loaded = yield* Effect.result(
    Effect.tryPromise(() => thread.run(loadSafeBrowsingListsJob, { storage, kinds: lists.map(({ kind }) => kind) }))
  )
  if (Result.isFailure(loaded)) return yield* Effect.logWarning(`${storage.folder} could not be read`, loaded.failure)
  for (const { name, problem, state } of loaded.success) {
    const list = lists.find(({ kind }) => kind.name === name)!
    if (state !== null) replaceList(list, state)
    if (problem !== null) yield* Effect.logWarning(`${problem} The file is ignored and the list is fetched again.`)
  }
})

/** Returns the time of the oldest confirmation of a list; null if a list is missing. */
const oldestConfirmation = (lists: ReadonlyArray<LocalList>): number | null =>
  lists.reduce<number | null>(
    (oldest, { state }) => oldest === null || state === null ? null : Math.min(oldest, state.confirmedAt),
    Number.POSITIVE_INFINITY
  )
