import { Clock, Effect, Result, type Scope } from "effect"
import { join } from "node:path"
import { PrefixIndex, prefixIndexFromOwnBuffers } from "../../../core/threats/prefixes/PrefixIndex.ts"
import { base64Url, bytesOf } from "../google/Json.ts"
import {
  notUpdated,
  suspicionsMax,
  updateAnswerMillisMax,
  updateFailed,
  updatePeriodMillis,
  updateTimes
} from "../google/ListUpdates.ts"
import type { WebRiskList } from "../google/ThreatLists.ts"
import { headersFor, isRefusal, methodUrl, type Vendor } from "../google/Vendor.ts"
import { placeOf } from "../http/Http.ts"
import { ThreatThread, type WorkThread } from "../thread/ThreatThread.ts"
import { keepUpdated, type UpdateFailed, Updating } from "../Updating.ts"
import { diffBytesMax } from "./DiffAnswer.ts"
import {
  applyWebRiskDiffJob,
  type DiffApplied,
  type ListPlace,
  type ListState,
  loadWebRiskListJob
} from "./ListJobs.ts"

/** One of the vendor's lists, stored locally. */
export interface ThreatList {
  readonly list: WebRiskList
  /** Current data; empty while there is none, which `updating.state` shows. */
  readonly index: () => PrefixIndex
  readonly updating: Updating
  /** Why the list is not stored on disk; null if it is. */
  readonly unstored: () => string | null
}

/**
 * Loads the stored list and keeps it up to date for the lifetime of the scope.
 *
 * @param isUpdated false for read-only use, with the stored list only
 */
export const threatList = Effect.fnUntraced(
  function*(
    vendor: Vendor,
    list: WebRiskList,
    folder: string,
    isUpdated: boolean
  ): Effect.fn.Return<ThreatList, never, ThreatThread | Scope.Scope> {
    const held = new HeldList(vendor, list, folder, yield* ThreatThread)
    const loadedAt = yield* held.load
    const options = {
      name: `${vendor.name}, ${list}`,
      update: held.update,
      updatedAt: loadedAt,
      ...updateTimes
    }
    const updating = isUpdated ? yield* keepUpdated(options) : new Updating(options)
    return { list, updating, index: () => held.index, unstored: () => held.unstored }
  }
)

class HeldList {
  index = new PrefixIndex([])
  unstored: string | null = null
  private state: ListState | null = null
  private suspicions = 0
  private readonly vendor: Vendor
  private readonly list: WebRiskList
  private readonly place: ListPlace
  private readonly thread: WorkThread

  constructor(vendor: Vendor, list: WebRiskList, folder: string, thread: WorkThread) {
    this.vendor = vendor
    this.list = list
    this.place = { path: join(folder, `web-risk-${list.toLowerCase()}.lists`), list, vendor: vendor.url }
    this.thread = thread
  }

  /** Time at which the stored list was last confirmed; null if there is no usable list. */
  readonly load: Effect.Effect<number | null> = Effect.suspend(() =>
    Effect.tryPromise(() => this.thread.run(loadWebRiskListJob, this.place))
  ).pipe(
    Effect.matchEffect({
      onFailure: (cause) => Effect.as(Effect.logWarning(`${this.place.path} could not be loaded`, cause), null),
      onSuccess: (loaded) => {
        if (loaded.kind === "list") return Effect.sync(() => this.hold(loaded.state).at)
        if (loaded.problem === null) return Effect.succeed(null)
        return Effect.as(Effect.logWarning(`${loaded.problem} It is left alone, and the list fetched anew.`), null)
      }
    })
  )

  /** Requests the changes; if they do not apply to the current list, requests the complete list once. */
  readonly update = Effect.gen({ self: this }, function*() {
    const before = this.state?.token === "" ? null : this.state
    let applied = yield* this.ask(before)
    if (applied.kind === "out of step" && before !== null) {
      yield* Effect.logInfo(`${this.answerer()} ${applied.problem}: the whole list is asked for.`)
      applied = yield* this.ask(null)
    }
    switch (applied.kind) {
      case "applied":
        return { waitMillis: yield* this.take(applied) }
      case "suspicious":
        return yield* this.suspect(applied.entries)
      case "out of step":
      case "unreadable":
        return yield* notUpdated(`${this.answerer()} ${applied.problem}.`)
    }
  })

  private ask(before: ListState | null): Effect.Effect<DiffApplied, UpdateFailed> {
    const { list, place, thread, vendor } = this
    const entriesBefore = this.state === null ? null : this.index.length
    const believesAll = this.suspicions >= suspicionsMax - 1
    return Effect.gen(function*() {
      const { blocks } = yield* vendor.http({
        url: diffUrl(vendor, list, before?.token ?? ""),
        headers: headersFor(vendor, "application/json"),
        millisMax: updateAnswerMillisMax,
        bytesMax: diffBytesMax
      })
      const now = yield* Clock.currentTimeMillis
      const given = { place, before, entriesBefore, blocks, now, believesAll }
      return yield* Effect.promise(() => thread.run(applyWebRiskDiffJob, given, blocks))
    }).pipe(Effect.catch((failure) =>
      // The vendor does not know every version forever.
      before !== null && isRefusal(failure)
        ? Effect.succeed({ kind: "out of step", problem: "refuses the version of the list that is here" } as const)
        : Effect.fail(updateFailed(failure, vendor))
    ))
  }

  private readonly take = Effect.fnUntraced(
    function*(this: HeldList, { nextAt, state, unstored }: DiffApplied & { readonly kind: "applied" }) {
      this.hold(state)
      this.suspicions = 0
      if (unstored !== null && this.unstored === null) yield* Effect.logWarning(unstored)
      this.unstored = unstored
      const wait = (nextAt ?? 0) - (yield* Clock.currentTimeMillis)
      return wait > updatePeriodMillis ? wait : null
    }
  )

  private suspect(entries: number): Effect.Effect<never, UpdateFailed> {
    this.suspicions++
    return notUpdated(
      `${this.answerer()} has ${entries} entries, after ${this.index.length}: that is not believed until it has been said ${suspicionsMax} times.`
    )
  }

  private hold(state: ListState): ListState {
    this.index = Result.getOrThrow(prefixIndexFromOwnBuffers(state.buffers))
    this.state = state
    return state
  }

  private answerer(): string {
    return `What ${placeOf(diffUrl(this.vendor, this.list, ""))} says of ${this.list}`
  }
}

/**
 * `threatLists:computeDiff`: returns the changes of a list since a version. No entry limits are sent, because the published pages disagree
 * on the allowed values.
 *
 * @param token the vendor's version of the stored list; empty to request the complete list
 */
export const diffUrl = (vendor: Vendor, list: WebRiskList, token: string): URL => {
  const version = bytesOf(token)
  return methodUrl(vendor, "v1/threatLists:computeDiff", [
    ["threatType", list],
    ...(version === null || version.length === 0 ? [] : [["versionToken", base64Url(version)]] as const),
    ["constraints.supportedCompressions", "RAW"],
    ["constraints.supportedCompressions", "RICE"]
  ])
}
