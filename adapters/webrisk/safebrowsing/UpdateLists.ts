import { Clock, Effect, Result } from "effect"
import { Base64 } from "effect/encoding"
import { type PrefixIndex, prefixIndexFromOwnBuffers } from "../../../core/threats/prefixes/PrefixIndex.ts"
import { notUpdated, suspicionsMax, updateAnswerMillisMax, updateFailed } from "../google/ListUpdates.ts"
import { headersFor, isRefusal, type Vendor } from "../google/Vendor.ts"
import { placeOf } from "../http/Http.ts"
import type { WorkThread } from "../thread/ThreatThread.ts"
import type { UpdateDone, UpdateFailed } from "../Updating.ts"
import {
  applySafeBrowsingListsJob,
  type ListApplied,
  type ListPlace,
  type ListsApplied,
  type ListState
} from "./ListJobs.ts"
import type { ListKind } from "./Lists.ts"
import { updateUrl } from "./Requests.ts"

/** Maximum response size: `updateEntriesMax` entries of 32 bytes, and as many of 4 bytes for each other list, encoded, with a margin. */
export const updateBytesMax = 128 * 1024 * 1024
/** Maximum number of consecutive responses for one list. */
export const partsMax = 32

export interface UpdateWorld {
  readonly vendor: Vendor
  readonly place: ListPlace
  readonly thread: WorkThread
}

/**
 * Requests the changes of all lists. Each list is replaced as soon as it is complete and valid; any other list stays unchanged and makes
 * the update fail.
 */
export const updateLists = (
  world: UpdateWorld,
  lists: ReadonlyArray<HeldList>
): Effect.Effect<UpdateDone, UpdateFailed> => Effect.suspend(() => new Update(world, lists).run)

/** One update, which takes several requests if lists come in parts or must be fetched completely. */
class Update {
  private readonly world: UpdateWorld
  private open: ReadonlyArray<HeldList>
  private readonly begun = new Set<HeldList>()
  private readonly problems: Array<string> = []
  private waitMillis = 0

  constructor(world: UpdateWorld, lists: ReadonlyArray<HeldList>) {
    this.world = world
    this.open = lists
  }

  readonly run = Effect.gen({ self: this }, function*() {
    for (let part = 0; this.open.length > 0; part++) {
      if (part === partsMax) return yield* notUpdated(`${this.answerer()} comes to no end.`)
      const asked = this.open
      const answer = yield* this.ask(asked)
      if (answer.kind === "unreadable") {
        return yield* notUpdated(`${this.answerer()} cannot be read (${answer.problem}).`)
      }
      this.open = []
      for (const applied of answer.lists) yield* this.take(applied, asked)
    }
    if (this.problems.length > 0) return yield* notUpdated(`${this.answerer()}: ${this.problems.join(", ")}.`)
    return { waitMillis: this.waitMillis === 0 ? null : this.waitMillis }
  })

  private readonly ask = Effect.fnUntraced(function*(this: Update, lists: ReadonlyArray<HeldList>) {
    const { place, thread, vendor } = this.world
    const url = updateUrl(
      vendor,
      lists.map(({ kind, state }) => ({ name: kind.name, version: versionOf(state?.version) }))
    )
    const answer = yield* Effect.result(vendor.http({
      url,
      headers: headersFor(vendor, "application/x-protobuf"),
      millisMax: updateAnswerMillisMax,
      bytesMax: updateBytesMax
    }))
    if (Result.isFailure(answer)) {
      // The vendor does not know every version forever.
      if (isRefusal(answer.failure) && lists.some(({ state }) => state !== null)) return outOfStep(lists)
      return yield* updateFailed(answer.failure, vendor)
    }
    const { blocks } = answer.success
    const asked = lists.map(({ index, kind, state, suspicions }) => ({
      kind,
      before: state,
      entriesInUse: index?.length ?? null,
      believesAll: suspicions >= suspicionsMax - 1
    }))
    const now = yield* Clock.currentTimeMillis
    return yield* Effect.promise(() => thread.run(applySafeBrowsingListsJob, { place, asked, blocks, now }, blocks))
  })

  private readonly take = Effect.fnUntraced(
    function*(this: Update, applied: ListApplied, asked: ReadonlyArray<HeldList>) {
      const list = asked.find(({ kind }) => kind.name === applied.name)!
      switch (applied.kind) {
        case "whole":
          useList(list, applied.state)
          list.suspicions = 0
          this.waitMillis = Math.max(this.waitMillis, applied.waitMillis)
          if (applied.unstored !== null && list.unstored === null) yield* Effect.logWarning(applied.unstored)
          list.unstored = applied.unstored
          return
        case "part":
          list.state = applied.state
          this.open = [...this.open, list]
          return
        case "suspicious":
          list.suspicions++
          list.state = applied.state
          this.problems.push(suspicion(applied, list))
          return
        case "out of step":
          return yield* this.beginAnew(list, applied.problem)
        case "left out":
          this.problems.push(`${applied.name} is left out`)
      }
    }
  )

  /** Requests the complete list immediately, but at most once per update. */
  private beginAnew(list: HeldList, problem: string): Effect.Effect<void> {
    const told = `${list.kind.name} ${problem}`
    list.state = null
    if (this.begun.has(list)) return Effect.sync(() => void this.problems.push(told))
    this.begun.add(list)
    this.open = [...this.open, list]
    return Effect.logInfo(`${this.answerer()}: ${told}. All of it is asked for.`)
  }

  private answerer(): string {
    return `What ${placeOf(updateUrl(this.world.vendor, []))} answers`
  }
}

const versionOf = (version = ""): Uint8Array => Result.getOrElse(Base64.decode(version), () => new Uint8Array(0))

const outOfStep = (lists: ReadonlyArray<HeldList>): ListsApplied => ({
  kind: "lists",
  lists: lists.map(({ kind }) => ({ kind: "out of step", name: kind.name, problem: "is refused in the version here" }))
})

const suspicion = ({ entries, name }: ListApplied & { readonly kind: "suspicious" }, { index }: HeldList): string =>
  `${name} has ${entries} entries, after ${
    index?.length ?? 0
  }, which is not believed until it has been said ${suspicionsMax} times`

export interface HeldList {
  readonly kind: ListKind
  /** Index for lookups; null while the list is missing or incomplete. */
  index: PrefixIndex | null
  /** Base of the next difference; null to request the complete list. */
  state: ListState | null
  /** Number of consecutive suspicious responses. */
  suspicions: number
  /** Why the list is not stored on disk; null if it is. */
  unstored: string | null
}

/** Replaces the index for lookups with the new complete list. */
export const useList = (list: HeldList, state: ListState): void => {
  list.index = Result.getOrThrow(prefixIndexFromOwnBuffers(state.buffers))
  list.state = state
}
