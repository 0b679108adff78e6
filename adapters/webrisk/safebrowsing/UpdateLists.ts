import { Clock, Effect, Result } from "effect"
import { Base64 } from "effect/encoding"
import { type PrefixIndex, prefixIndexFromOwnBuffers } from "../../../core/threats/prefixes/PrefixIndex.ts"
import { failUpdate, suspicionsMax, toUpdateFailed, updateResponseMillisMax } from "../google/ListUpdates.ts"
import { headersFor, isRefusal, type Vendor } from "../google/Vendor.ts"
import { hostAndPath } from "../http/Http.ts"
import type { UpdateFailed, UpdateResult } from "../ListUpdater.ts"
import type { JobThread } from "../thread/ThreatThread.ts"
import {
  type ApplyResult,
  applySafeBrowsingListsJob,
  type ListOutcome,
  type ListState,
  type ListStorage
} from "./ListJobs.ts"
import type { ListKind } from "./Lists.ts"
import { updateUrl } from "./Requests.ts"

/**
 * Maximum response size in bytes. It covers `updateEntriesMax` encoded entries of 32 bytes, as many entries of 4 bytes
 * for each other list, and a margin.
 */
export const updateBytesMax = 128 * 1024 * 1024
/** Maximum number of responses in one update. */
export const responsesMax = 32

export interface UpdateContext {
  readonly vendor: Vendor
  readonly storage: ListStorage
  readonly thread: JobThread
}

/**
 * Requests the changes of all lists. Each list is replaced as soon as it is complete and valid. Other lists stay
 * unchanged and make the update fail.
 */
export const updateLists = (
  world: UpdateContext,
  lists: ReadonlyArray<LocalList>
): Effect.Effect<UpdateResult, UpdateFailed> => Effect.suspend(() => new Update(world, lists).run)

/** One update. It takes several requests if lists come in parts, or if complete lists must be fetched. */
class Update {
  private readonly context: UpdateContext
  private pending: ReadonlyArray<LocalList>
  private readonly restarted = new Set<LocalList>()
  private readonly problems: Array<string> = []
  private waitMillis = 0

  constructor(world: UpdateContext, lists: ReadonlyArray<LocalList>) {
    this.context = world
    this.pending = lists
  }

  readonly run = Effect.gen({ self: this }, function*() {
    for (let part = 0; this.pending.length > 0; part++) {
      if (part === responsesMax) return yield* failUpdate(`${this.responseLabel()} never ends.`)
      const requested = this.pending
      const answer = yield* this.request(requested)
      if (answer.kind === "unreadable") {
        return yield* failUpdate(`${this.responseLabel()} cannot be read (${answer.problem}).`)
      }
      this.pending = []
      for (const applied of answer.lists) yield* this.handleOutcome(applied, requested)
    }
    if (this.problems.length > 0) return yield* failUpdate(`${this.responseLabel()}: ${this.problems.join(", ")}.`)
    return { waitMillis: this.waitMillis === 0 ? null : this.waitMillis }
  })

  private readonly request = Effect.fnUntraced(function*(this: Update, lists: ReadonlyArray<LocalList>) {
    const { storage, thread, vendor } = this.context
    const url = updateUrl(
      vendor,
      lists.map(({ kind, state }) => ({ name: kind.name, version: versionOf(state?.version) }))
    )
    const answer = yield* Effect.result(vendor.http({
      url,
      headers: headersFor(vendor, "application/x-protobuf"),
      millisMax: updateResponseMillisMax,
      bytesMax: updateBytesMax
    }))
    if (Result.isFailure(answer)) {
      // The vendor rejects versions that are too old. In that case, the complete lists are requested.
      if (isRefusal(answer.failure) && lists.some(({ state }) => state !== null)) return allOutOfStep(lists)
      return yield* toUpdateFailed(answer.failure, vendor)
    }
    const { blocks } = answer.success
    const requests = lists.map(({ index, kind, state, suspicions }) => ({
      kind,
      before: state,
      entriesInUse: index?.length ?? null,
      acceptsSuspicious: suspicions >= suspicionsMax - 1
    }))
    const now = yield* Clock.currentTimeMillis
    return yield* Effect.promise(() =>
      thread.run(applySafeBrowsingListsJob, { storage, requests, blocks, now }, blocks)
    )
  })

  private readonly handleOutcome = Effect.fnUntraced(
    function*(this: Update, applied: ListOutcome, requested: ReadonlyArray<LocalList>) {
      const list = requested.find(({ kind }) => kind.name === applied.name)!
      switch (applied.kind) {
        case "whole":
          replaceList(list, applied.state)
          list.suspicions = 0
          this.waitMillis = Math.max(this.waitMillis, applied.waitMillis)
          if (applied.storageProblem !== null && list.storageProblem === null) {
            yield* Effect.logWarning(applied.storageProblem)
          }
          list.storageProblem = applied.storageProblem
          return
        case "part":
          list.state = applied.state
          this.pending = [...this.pending, list]
          return
        case "suspicious":
          list.suspicions++
          list.state = applied.state
          this.problems.push(describeSuspicion(applied, list))
          return
        case "out of step":
          return yield* this.restart(list, applied.problem)
        case "omitted":
          this.problems.push(`${applied.name} is missing`)
      }
    }
  )

  /** Requests the complete list immediately, but at most once per update. */
  private restart(list: LocalList, problem: string): Effect.Effect<void> {
    const message = `${list.kind.name} ${problem}`
    list.state = null
    if (this.restarted.has(list)) return Effect.sync(() => void this.problems.push(message))
    this.restarted.add(list)
    this.pending = [...this.pending, list]
    return Effect.logInfo(`${this.responseLabel()}: ${message}. Requesting the complete list.`)
  }

  private responseLabel(): string {
    return `The response of ${hostAndPath(updateUrl(this.context.vendor, []))}`
  }
}

const versionOf = (version = ""): Uint8Array => Result.getOrElse(Base64.decode(version), () => new Uint8Array(0))

const allOutOfStep = (lists: ReadonlyArray<LocalList>): ApplyResult => ({
  kind: "lists",
  lists: lists.map(({ kind }) => ({
    kind: "out of step",
    name: kind.name,
    problem: "was refused in the stored version"
  }))
})

const describeSuspicion = (
  { entries, name }: ListOutcome & { readonly kind: "suspicious" },
  { index }: LocalList
): string =>
  `${name} has ${entries} entries, after ${
    index?.length ?? 0
  }; a drop this large is accepted after ${suspicionsMax} identical responses`

export interface LocalList {
  readonly kind: ListKind
  /** Index for lookups; null while the list is missing or incomplete. */
  index: PrefixIndex | null
  /** Version to which the next difference applies; null to request the complete list. */
  state: ListState | null
  /** Number of consecutive suspicious responses. */
  suspicions: number
  /** Reason why the list could not be stored on disk; null otherwise. */
  storageProblem: string | null
}

/** Replaces the index for lookups with the new complete list. */
export const replaceList = (list: LocalList, state: ListState): void => {
  list.index = Result.getOrThrow(prefixIndexFromOwnBuffers(state.buffers))
  list.state = state
}
