import { Clock, Data, Deferred, Effect, Latch, Random, Result, type Scope } from "effect"
import type { SourceState } from "../../core/threats/WebRisk.ts"

/** Default of the maximum age of a list, in milliseconds. Older lists are not used. */
export const staleMillisMaxDefault = 24 * 60 * 60_000
/**
 * Maximum random delay of the first update after a start, so that many servers do not send requests at the same time.
 */
export const firstDelayMillisMax = 60_000
/** Maximum time by which a timestamp may be in the future, to allow for clock corrections. */
export const clockSkewMillisMax = 10 * 60_000
/** Maximum duration of an update in milliseconds. A longer update fails. */
export const updateMillisMax = 10 * 60_000
/** Minimum delay after a successful update, even if the vendor asks for a shorter delay. */
export const updateIntervalMillisMin = 1_000
/** Maximum delay after a successful update: half of `staleMillisMaxDefault`, even if the vendor asks for more. */
export const updateIntervalMillisMax = staleMillisMaxDefault / 2

/** Failure of an update. The message is a sentence for the operator and never contains keys. */
export class UpdateFailed extends Data.TaggedError("UpdateFailed")<{
  readonly message: string
  /** Whether the request reached the vendor. If not, the vendor had no load, so the retry follows soon. */
  readonly isReached: boolean
  /** Delay in milliseconds from the vendor's `Retry-After` header; null without the header. */
  readonly retryAfterMillis: number | null
}> {}

export interface UpdateResult {
  /** Milliseconds until the vendor allows the next request; null to use the list's own period. */
  readonly waitMillis: number | null
}

export interface ListUpdaterOptions<R> {
  readonly name: string
  /** Fetches and applies the changes. On failure, the previous data remains in use. */
  readonly update: Effect.Effect<UpdateResult, UpdateFailed, R>
  /** Time at which the stored snapshot was last confirmed, in milliseconds since 1970; null without a snapshot. */
  readonly updatedAt: number | null
  readonly periodMillis: number
  /** Maximum random deviation from the period in milliseconds, in both directions. */
  readonly jitterMillis: number
  /** Age in milliseconds up to which data counts as fresh. */
  readonly freshMillis: number
  readonly staleMillisMax?: number
}

export interface UpdateStatus {
  /**
   * Time when the vendor last confirmed the data, in milliseconds since 1970; null without data or if the time is
   * unknown.
   */
  readonly updatedAt: number | null
  /** Time of the last update attempt, in milliseconds since 1970; null before the first attempt. */
  readonly checkedAt: number | null
  /** Reason why the last update failed; null otherwise. */
  readonly problem: string | null
  readonly failures: number
}

/** Updates a list periodically and on request, and retries failed updates. */
export class ListUpdater {
  private readonly options: ListUpdaterOptions<never>
  private readonly wake = Latch.makeUnsafe(false)
  private readonly waiters: Array<Deferred.Deferred<void, UpdateFailed>> = []
  private current: UpdateStatus
  private vendorFailures = 0
  /** Latest end of the next scheduled update. Until then, the data counts as fresh. */
  private freshUntil = 0

  constructor(options: ListUpdaterOptions<never>) {
    this.options = options
    this.current = { updatedAt: options.updatedAt, checkedAt: null, problem: null, failures: 0 }
  }

  get status(): UpdateStatus {
    return this.current
  }

  /**
   * Returns the state of the data. `down` means that the data is missing or too old, or that its age is unknown because
   * the clock went back.
   */
  state(now: number): SourceState {
    const { updatedAt } = this.current
    const { freshMillis, staleMillisMax = staleMillisMaxDefault } = this.options
    if (updatedAt === null || now - updatedAt > staleMillisMax || updatedAt > now + clockSkewMillisMax) return "down"
    return now - updatedAt <= freshMillis || now <= this.freshUntil ? "live" : "stale"
  }

  /** Starts an update, or waits for the update in progress. Fails if the update fails. */
  readonly updateNow: Effect.Effect<void, UpdateFailed> = Effect.suspend(() => {
    const done = Deferred.makeUnsafe<void, UpdateFailed>()
    this.waiters.push(done)
    this.wake.openUnsafe()
    return Deferred.await(done)
  })

  /** Updates the list until interrupted. */
  readonly run: Effect.Effect<never> = Effect.suspend(() => this.firstDelay).pipe(
    Effect.flatMap((millis) => this.repeatAfter(millis)),
    Effect.ensuring(Effect.sync(() => this.resolveWaiters(Result.fail(closed))))
  )

  private readonly firstDelay = Effect.gen({ self: this }, function*() {
    const now = yield* Clock.currentTimeMillis
    const { updatedAt } = this.current
    // A timestamp in the future means that the clock is or was wrong, so the age of the data is unknown.
    if (updatedAt !== null && updatedAt > now) this.current = { ...this.current, updatedAt: null }
    return this.state(now) === "down" ? 0 : (yield* Random.next) * firstDelayMillisMax
  })

  private repeatAfter(millis: number): Effect.Effect<never> {
    return Effect.gen({ self: this }, function*() {
      let wait = millis
      for (;;) {
        yield* Effect.raceFirst(Effect.sleep(wait), this.wake.await)
        const outcome = yield* this.attempt
        wait = Result.isSuccess(outcome)
          ? yield* this.recordSuccess(outcome.success)
          : yield* this.recordFailure(outcome.failure)
        this.resolveWaiters(Result.map(outcome, () => undefined))
      }
    })
  }

  private readonly attempt = Effect.suspend(() => this.options.update).pipe(
    Effect.timeoutOrElse({ duration: updateMillisMax, orElse: () => Effect.fail(timedOut) }),
    Effect.catchDefect((defect) =>
      Effect.andThen(
        Effect.logError(`${this.options.name}: an update failed with an internal error`, defect),
        Effect.fail(internalError)
      )
    ),
    Effect.result
  )

  private readonly recordSuccess = Effect.fnUntraced(function*(this: ListUpdater, { waitMillis }: UpdateResult) {
    const { jitterMillis, name, periodMillis } = this.options
    const now = yield* Clock.currentTimeMillis
    const wait = clamp(waitMillis ?? periodMillis + ((yield* Random.next) * 2 - 1) * jitterMillis)
    const { failures, updatedAt } = this.current
    this.current = { updatedAt: now, checkedAt: now, problem: null, failures: 0 }
    this.vendorFailures = 0
    this.freshUntil = now + wait + updateMillisMax
    if (failures > 0) {
      yield* Effect.logInfo(
        `${name} is up to date again, after ${failures} failed ${failures === 1 ? "update" : "updates"}`
      )
    } else if (updatedAt === null) yield* Effect.logInfo(`${name} was downloaded and is up to date`)
    return wait
  })

  private readonly recordFailure = Effect.fnUntraced(function*(this: ListUpdater, failure: UpdateFailed) {
    const now = yield* Clock.currentTimeMillis
    const random = yield* Random.next
    const failures = this.current.failures + 1
    const before = this.state(this.current.checkedAt ?? now)
    this.current = { ...this.current, checkedAt: now, problem: failure.message, failures }
    if (failure.isReached) this.vendorFailures++
    const state = this.state(now)
    const message = `${this.options.name} could not be updated: ${failure.message} It is ${state}.`
    yield* failures === 1 || state !== before ? Effect.logWarning(message) : Effect.logDebug(message)
    return failure.isReached
      ? backOffMillis(this.vendorFailures, random, failure.retryAfterMillis)
      : unreachedMillis(failures - this.vendorFailures, random)
  })

  /** Resolves all pending update requests with the outcome of the finished update. */
  private resolveWaiters(outcome: Result.Result<void, UpdateFailed>): void {
    this.wake.closeUnsafe()
    for (const done of this.waiters.splice(0)) Deferred.doneUnsafe(done, Effect.fromResult(outcome))
  }
}

/** Starts an updater that keeps a list up to date until the scope closes. */
export const startListUpdater = Effect.fnUntraced(
  function*<R>(options: ListUpdaterOptions<R>): Effect.fn.Return<ListUpdater, never, R | Scope.Scope> {
    const context = yield* Effect.context<R>()
    const updater = new ListUpdater({ ...options, update: Effect.provideContext(options.update, context) })
    yield* Effect.forkScoped(updater.run)
    return updater
  }
)

const clamp = (millis: number): number => Math.min(Math.max(millis, updateIntervalMillisMin), updateIntervalMillisMax)

const failure = (message: string) => new UpdateFailed({ message, isReached: true, retryAfterMillis: null })
const timedOut = failure(`It took longer than ${updateMillisMax / 60_000} minutes.`)
const internalError = failure("An internal error occurred; see the log.")
const closed = failure("Gatehouse is stopping.")

/**
 * Minimum delay after the first failure. A random factor extends it to at most 30 minutes (Web Risk, "Request
 * Frequency").
 */
export const backOffMillisMin = 15 * 60_000
/** Maximum delay between requests after failures, even if `Retry-After` is longer. */
export const backOffMillisMax = 24 * 60 * 60_000
/**
 * Minimum and maximum delay after requests that did not reach the vendor. A short network failure must not delay
 * updates by half an hour.
 */
const unreachedMillisMin = 15_000
const unreachedMillisMax = 15 * 60_000

/**
 * Returns the delay in milliseconds after failures: the longer of the back-off and `retryAfterMillis`, at most 24
 * hours.
 *
 * The back-off is `2^(N-1) * 15 minutes * (RAND + 1)` (Web Risk, "Request Frequency").
 *
 * @param failures consecutive failures (N), at least 1
 * @param random number (RAND) from 0 (inclusive) to 1 (exclusive)
 */
export const backOffMillis = (failures: number, random: number, retryAfterMillis: number | null = null): number =>
  Math.min(
    Math.max(doubleMillis(failures, backOffMillisMin) * (random + 1), retryAfterMillis ?? 0),
    backOffMillisMax
  )

/**
 * Returns the delay in milliseconds after requests that did not reach the vendor. The formula is that of the back-off
 * in `backOffMillis`, with 15 seconds instead of 15 minutes. The delay is at most 15 minutes.
 */
export const unreachedMillis = (failures: number, random: number): number =>
  Math.min(doubleMillis(failures, unreachedMillisMin) * (random + 1), unreachedMillisMax)

/** Doubles the time for each failure after the first. Stops after 29 doublings, which exceed every limit. */
const doubleMillis = (failures: number, millis: number): number => 2 ** (Math.min(failures, 30) - 1) * millis
