import { Clock, Effect, Result, type Scope } from "effect"
import { join } from "node:path"
import { PrefixIndex, prefixIndexFromOwnBuffers } from "../../../core/threats/prefixes/PrefixIndex.ts"
import { decodeBase64, encodeBase64Url } from "../google/Json.ts"
import {
  failUpdate,
  suspicionsMax,
  toUpdateFailed,
  updatePeriodMillis,
  updateResponseMillisMax,
  updateTimes
} from "../google/ListUpdates.ts"
import type { WebRiskList } from "../google/ThreatLists.ts"
import { headersFor, isRefusal, methodUrl, type Vendor } from "../google/Vendor.ts"
import { hostAndPath } from "../http/Http.ts"
import { ListUpdater, startListUpdater, type UpdateFailed } from "../ListUpdater.ts"
import { type JobThread, ThreatThread } from "../thread/ThreatThread.ts"
import { diffBytesMax } from "./DiffResponse.ts"
import {
  applyWebRiskDiffJob,
  type DiffOutcome,
  type ListState,
  type ListStorage,
  loadWebRiskListJob
} from "./ListJobs.ts"

/** Locally stored copy of one of the vendor's lists. */
export interface LocalThreatList {
  readonly list: WebRiskList
  /** Current list; empty while no data is available, as `updater.state` reports. */
  readonly index: () => PrefixIndex
  readonly updater: ListUpdater
  /** Reason why the list could not be stored on disk; null otherwise. */
  readonly storageProblem: () => string | null
}

/**
 * Loads the stored list and keeps it up to date until the scope closes.
 *
 * @param isUpdated whether the list is fetched; if false, only the stored list is used
 */
export const loadThreatList = Effect.fnUntraced(
  function*(
    vendor: Vendor,
    list: WebRiskList,
    folder: string,
    isUpdated: boolean
  ): Effect.fn.Return<LocalThreatList, never, ThreatThread | Scope.Scope> {
    const stored = new StoredThreatList(vendor, list, folder, yield* ThreatThread)
    const loadedAt = yield* stored.load
    const options = {
      name: `${vendor.name}, ${list}`,
      update: stored.update,
      updatedAt: loadedAt,
      ...updateTimes
    }
    const updater = isUpdated ? yield* startListUpdater(options) : new ListUpdater(options)
    return { list, updater, index: () => stored.index, storageProblem: () => stored.storageProblem }
  }
)

class StoredThreatList {
  index = new PrefixIndex([])
  storageProblem: string | null = null
  private state: ListState | null = null
  private suspicions = 0
  private readonly vendor: Vendor
  private readonly list: WebRiskList
  private readonly storage: ListStorage
  private readonly thread: JobThread

  constructor(vendor: Vendor, list: WebRiskList, folder: string, thread: JobThread) {
    this.vendor = vendor
    this.list = list
    this.storage = { path: join(folder, `web-risk-${list.toLowerCase()}.lists`), list, vendor: vendor.url }
    this.thread = thread
  }

  /** Loads the stored list. Returns the time of its last confirmation; null if no stored list is usable. */
  readonly load: Effect.Effect<number | null> = Effect.suspend(() =>
    Effect.tryPromise(() => this.thread.run(loadWebRiskListJob, this.storage))
  ).pipe(
    Effect.matchEffect({
      onFailure: (cause) => Effect.as(Effect.logWarning(`${this.storage.path} could not be loaded`, cause), null),
      onSuccess: (loaded) => {
        if (loaded.kind === "list") return Effect.sync(() => this.replace(loaded.state).confirmedAt)
        if (loaded.problem === null) return Effect.succeed(null)
        return Effect.as(
          Effect.logWarning(`${loaded.problem} The file is ignored and the list is fetched again.`),
          null
        )
      }
    })
  )

  /** Requests the changes since the stored version. If they do not apply, requests the complete list once. */
  readonly update = Effect.gen({ self: this }, function*() {
    const before = this.state?.token === "" ? null : this.state
    let applied = yield* this.requestDiff(before)
    if (applied.kind === "out of step" && before !== null) {
      yield* Effect.logInfo(`${this.responseLabel()} ${applied.problem}: requesting the complete list.`)
      applied = yield* this.requestDiff(null)
    }
    switch (applied.kind) {
      case "applied":
        return { waitMillis: yield* this.accept(applied) }
      case "suspicious":
        return yield* this.rejectSuspicious(applied.entries)
      case "out of step":
      case "unreadable":
        return yield* failUpdate(`${this.responseLabel()} ${applied.problem}.`)
    }
  })

  private requestDiff(before: ListState | null): Effect.Effect<DiffOutcome, UpdateFailed> {
    const { list, storage, thread, vendor } = this
    const entriesBefore = this.state === null ? null : this.index.length
    const acceptsSuspicious = this.suspicions >= suspicionsMax - 1
    return Effect.gen(function*() {
      const { blocks } = yield* vendor.http({
        url: diffUrl(vendor, list, before?.token ?? ""),
        headers: headersFor(vendor, "application/json"),
        millisMax: updateResponseMillisMax,
        bytesMax: diffBytesMax
      })
      const now = yield* Clock.currentTimeMillis
      const job = { storage, before, entriesBefore, blocks, now, acceptsSuspicious }
      return yield* Effect.promise(() => thread.run(applyWebRiskDiffJob, job, blocks))
    }).pipe(Effect.catch((failure) =>
      // The vendor rejects versions that are too old.
      before !== null && isRefusal(failure)
        ? Effect.succeed({ kind: "out of step", problem: "refused the stored version of the list" } as const)
        : Effect.fail(toUpdateFailed(failure, vendor))
    ))
  }

  private readonly accept = Effect.fnUntraced(
    function*(
      this: StoredThreatList,
      { nextRequestAt, state, storageProblem }: DiffOutcome & { readonly kind: "applied" }
    ) {
      this.replace(state)
      this.suspicions = 0
      if (storageProblem !== null && this.storageProblem === null) yield* Effect.logWarning(storageProblem)
      this.storageProblem = storageProblem
      const wait = (nextRequestAt ?? 0) - (yield* Clock.currentTimeMillis)
      return wait > updatePeriodMillis ? wait : null
    }
  )

  private rejectSuspicious(entries: number): Effect.Effect<never, UpdateFailed> {
    this.suspicions++
    return failUpdate(
      `${this.responseLabel()} has ${entries} entries, after ${this.index.length}; a drop this large is accepted after ${suspicionsMax} identical responses.`
    )
  }

  private replace(state: ListState): ListState {
    this.index = Result.getOrThrow(prefixIndexFromOwnBuffers(state.buffers))
    this.state = state
    return state
  }

  private responseLabel(): string {
    return `The response of ${hostAndPath(diffUrl(this.vendor, this.list, ""))} for ${this.list}`
  }
}

/**
 * Returns the URL of a `threatLists:computeDiff` request for the changes of a list since a version. No entry limits are
 * sent, because the published pages disagree on the allowed values.
 *
 * @param token the vendor's version of the stored list; empty to request the complete list
 */
export const diffUrl = (vendor: Vendor, list: WebRiskList, token: string): URL => {
  const version = decodeBase64(token)
  return methodUrl(vendor, "v1/threatLists:computeDiff", [
    ["threatType", list],
    ...(version === null || version.length === 0 ? [] : [["versionToken", encodeBase64Url(version)]] as const),
    ["constraints.supportedCompressions", "RAW"],
    ["constraints.supportedCompressions", "RICE"]
  ])
}
