import { Clock, Effect, Random } from "effect"
import { WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { ThreatThread } from "../thread/ThreatThread.ts"
import type { SourcePolicy, ThreatSource } from "../ThreatSource.ts"
import { keepUpdated, type UpdateDone, type Updating } from "../Updating.ts"
import { FeedFiles } from "./FeedFiles.ts"
import { readStoredFeedJob } from "./FeedJobs.ts"
import { addressOf, type UrlFeed } from "./FeedSpec.ts"
import { entriesText, feedState, type HeldList, heldList, noStanding } from "./HeldFeed.ts"
import { findInFeed } from "./reading/FeedIndex.ts"
import { type FeedTools, renewFeed } from "./RenewFeed.ts"

/** Interval of checks whether another process (the command line, another server) has updated a stored list. */
export const storeLookMillis = 5_000
/** Maximum random deviation from a period, as a share of it. */
export const feedJitterPart = 0.05

export interface UrlSourceOptions extends Omit<FeedTools, "thread"> {
  /** False for read-only use, which fetches nothing. */
  readonly isUpdated: boolean
  /** What the operator can do if there is no usable list; follows a colon and has no full stop. */
  readonly remedy: string
}

/**
 * A list from a URL. The stored list is used immediately and then kept up to date. Without a stored list, the source is down until an
 * update succeeds.
 */
export const urlSource = Effect.fnUntraced(function*(feed: UrlFeed, options: UrlSourceOptions, policy: SourcePolicy) {
  const thread = yield* ThreatThread
  const held = new StoredFeed(feed, { ...options, thread }, options.remedy)
  yield* held.look
  if (options.isUpdated) {
    if (feed.url.protocol === "http:") {
      yield* Effect.logWarning(`${feed.name} comes by http: anybody on the way can change what it lists.`)
    }
    held.updating = yield* keepUpdated({
      name: `Threat list ${feed.name}`,
      update: held.renewWhenDue,
      updatedAt: held.checkedAt,
      periodMillis: feed.periodMillis,
      jitterMillis: feed.periodMillis * feedJitterPart,
      freshMillis: feed.periodMillis,
      staleMillisMax: feed.staleMillisMax
    })
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(storeLookMillis), held.look)))
  }
  return { ...policy, source: held.source }
})

class StoredFeed {
  /** Null if nothing is fetched. */
  updating: Updating | null = null
  private readonly feed: UrlFeed
  private readonly tools: FeedTools
  private readonly files: FeedFiles
  private readonly remedy: string
  private held: HeldList | null = null
  private standing
  /** Modification time of the last status read; null before the first read. */
  private writtenAt: number | null = null
  /** Why the stored list is unusable, separate from update failures. */
  private unusable: string | null = null

  constructor(feed: UrlFeed, tools: FeedTools, remedy: string) {
    this.feed = feed
    this.tools = tools
    this.remedy = remedy
    this.files = new FeedFiles(tools.folder, feed.name)
    this.standing = noStanding(feed.name)
  }

  get checkedAt(): number | null {
    return this.held === null ? null : this.standing.checkedAt ?? this.held.about.fetchedAt
  }

  /** Loads a list that another process has stored in the meantime. */
  readonly look = Effect.gen({ self: this }, function*() {
    const writtenAt = yield* Effect.promise(() => this.files.writtenAt())
    if (writtenAt === this.writtenAt) return
    const stored = yield* Effect.promise(() => this.files.readStanding())
    yield* this.load(stored?.about?.fetchedAt ?? null)
    if (stored !== null && stored.about?.sha256 === this.held?.about.sha256) this.standing = stored
    this.writtenAt = writtenAt
  })

  /** Updates the list unless another process has just done so. */
  readonly renewWhenDue = Effect.gen({ self: this }, function*() {
    yield* this.look
    const now = yield* Clock.currentTimeMillis
    const age = this.checkedAt === null ? Infinity : now - this.checkedAt
    const left = this.feed.periodMillis * (1 - feedJitterPart * (yield* Random.next)) - age
    if (left > 0 && age >= 0) return { waitMillis: left } satisfies UpdateDone
    const { replaced, standing } = yield* renewFeed(this.feed, this.files, this.standingNow, this.tools, false)
    this.standing = standing
    this.unusable = null
    this.writtenAt = yield* Effect.promise(() => this.files.writtenAt())
    if (replaced !== null) {
      this.held = replaced
      yield* Effect.logInfo(`Threat list ${this.feed.name} was renewed: ${entriesText(replaced.about.counts.entries)}`)
    }
    return { waitMillis: null } satisfies UpdateDone
  })

  get source(): ThreatSource {
    const { name } = this.feed
    return {
      name,
      check: (keys) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const state = feedState(this.checkedAt, now, this.feed)
          if (this.held === null || state === "down") {
            return Effect.fail(new WebRiskUnavailable({ source: name, message: this.down }))
          }
          return Effect.succeed({ threat: findInFeed(this.held.list, name, keys), isStale: state === "stale" })
        }),
      status: Effect.map(Clock.currentTimeMillis, (now) => {
        const state = feedState(this.checkedAt, now, this.feed)
        return {
          name,
          kind: "feed",
          state,
          entries: this.held?.list.length ?? 0,
          bytes: this.held?.list.bytes ?? 0,
          updatedAt: this.checkedAt === null ? null : new Date(this.checkedAt),
          problem: state === "down" ? this.whyDown : this.problem
        }
      })
    }
  }

  /** Message for the caller who screens a URL; the details are for the operator. */
  private get down(): string {
    return this.held === null ? `${this.feed.name} has no list yet.` : `The list of ${this.feed.name} is too old.`
  }

  /** The stored problem, unless a later update failed without recording one, for example by a timeout. */
  private get problem(): string | null {
    const own = this.updating?.standing ?? null
    const isNewer = own !== null && own.checkedAt !== null && own.checkedAt >= (this.standing.triedAt ?? 0)
    return isNewer ? own.problem ?? this.standing.problem : this.standing.problem
  }

  private get whyDown(): string {
    const why = this.problem ?? this.unusable
    const told = `${this.down.slice(0, -1)}: ${this.remedy}.`
    return why === null ? told : `${told} ${why}`
  }

  private get standingNow() {
    return { ...this.standing, about: this.held?.about ?? null, checkedAt: this.checkedAt }
  }

  /** @param fetchedAt time of the stored list; a list already in memory is not read again */
  private load(fetchedAt: number | null) {
    return Effect.gen({ self: this }, function*() {
      if (this.held !== null && this.held.about.fetchedAt === fetchedAt) return
      const { format, type } = this.feed
      const { knowledge, thread } = this.tools
      const stored = yield* Effect.promise(() =>
        thread.run(readStoredFeedJob, { address: addressOf(this.feed), format, type, knowledge, path: this.files.list })
          .catch((cause: unknown) => ({ refused: `It could not be read: ${String(cause)}.` }))
      )
      if ("refused" in stored) {
        this.unusable = stored.refused === "" ? null : stored.refused
        if (this.unusable !== null) yield* Effect.logWarning(`Threat list ${this.feed.name}: ${this.unusable}`)
        return
      }
      const isNews = this.held !== null || this.writtenAt !== null
      this.held = heldList(stored.buffer, stored.about)
      this.unusable = null
      const told = `Threat list ${this.feed.name} was stored by somebody else: ${
        entriesText(stored.about.counts.entries)
      }`
      if (isNews) yield* Effect.logInfo(told)
    })
  }
}
