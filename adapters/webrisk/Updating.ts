import { Clock, Data, Deferred, Effect, Latch, Random, Result, type Scope } from "effect"
import type { SourceState } from "../../core/threats/WebRisk.ts"

/** Maximum age of a list in milliseconds; older lists no longer answer. */
export const staleMillisMaxDefault = 24 * 60 * 60_000
/** Maximum random delay of the first update after a start, so that a fleet does not send its requests at once. */
export const firstWaitMillisMax = 60_000
/** Maximum distance of a timestamp in the future, to allow for clock corrections; timestamps beyond it are invalid. */
export const clockBackMillisMax = 10 * 60_000
/** Maximum duration of an update; longer updates fail. */
export const updateMillisMax = 10 * 60_000
/** Minimum interval between updates, whatever the vendor says. */
export const waitMillisMin = 1_000
/** Maximum interval between updates, whatever the vendor says: half of the age at which data becomes invalid. */
export const waitMillisMax = staleMillisMaxDefault / 2

/** An update failed. The message is a sentence for the operator, without keys. */
export class UpdateFailed extends Data.TaggedError("UpdateFailed")<{
  readonly message: string
  /** Whether the vendor responded. If it was not reached, it had no load, so the retry follows soon. */
  readonly reached: boolean
  /** Delay from the vendor's `Retry-After`. */
  readonly retryAfterMillis: number | null
}> {}

export interface UpdateDone {
  /** Delay until the vendor wants the next request; null to use the source's own period. */
  readonly waitMillis: number | null
}

export interface UpdatingOptions<R> {
  readonly name: string
  /** Fetches and applies the changes. On failure, the previous data stays in place. */
  readonly update: Effect.Effect<UpdateDone, UpdateFailed, R>
  /** Time at which the stored snapshot was last confirmed; null without a snapshot. */
  readonly updatedAt: number | null
  readonly periodMillis: number
  /** Maximum random deviation from the period, in both directions. */
  readonly jitterMillis: number
  /** Maximum age of fresh data. */
  readonly freshMillis: number
  readonly staleMillisMax?: number
}

export interface Standing {
  /** Time of the last confirmation of the data. */
  readonly updatedAt: number | null
  /** Time of the last update attempt. */
  readonly checkedAt: number | null
  /** Reason for the failure of the last update. */
  readonly problem: string | null
  readonly failures: number
}

/** Keeps a list up to date. */
export class Updating {
  private readonly options: UpdatingOptions<never>
  private readonly wake = Latch.makeUnsafe(false)
  private readonly asked: Array<Deferred.Deferred<void, UpdateFailed>> = []
  private known: Standing
  private failuresReached = 0
  /** Time until which the data counts as fresh, because the vendor wants no earlier request. */
  private calmUntil = 0

  constructor(options: UpdatingOptions<never>) {
    this.options = options
    this.known = { updatedAt: options.updatedAt, checkedAt: null, problem: null, failures: 0 }
  }

  get standing(): Standing {
    return this.known
  }

  /** Returns `down` without data, or if the data is too old, or its age is unknown because the clock went back. */
  state(now: number): SourceState {
    const { updatedAt } = this.known
    const { freshMillis, staleMillisMax = staleMillisMaxDefault } = this.options
    if (updatedAt === null || now - updatedAt > staleMillisMax || updatedAt > now + clockBackMillisMax) return "down"
    return now - updatedAt <= freshMillis || now <= this.calmUntil ? "live" : "stale"
  }

  /** Starts an update, or joins the one in progress; fails if that fails. */
  readonly updateNow: Effect.Effect<void, UpdateFailed> = Effect.suspend(() => {
    const done = Deferred.makeUnsafe<void, UpdateFailed>()
    this.asked.push(done)
    this.wake.openUnsafe()
    return Deferred.await(done)
  })

  /** Runs until interrupted. */
  readonly loop: Effect.Effect<never> = Effect.suspend(() => this.firstWait).pipe(
    Effect.flatMap((millis) => this.from(millis)),
    Effect.ensuring(Effect.sync(() => this.tell(Result.fail(closed))))
  )

  private readonly firstWait = Effect.gen({ self: this }, function*() {
    const now = yield* Clock.currentTimeMillis
    const { updatedAt } = this.known
    // A timestamp in the future means that the clock is or was wrong, so the age of the data is unknown.
    if (updatedAt !== null && updatedAt > now) this.known = { ...this.known, updatedAt: null }
    return this.state(now) === "down" ? 0 : (yield* Random.next) * firstWaitMillisMax
  })

  private from(millis: number): Effect.Effect<never> {
    return Effect.gen({ self: this }, function*() {
      let wait = millis
      for (;;) {
        yield* Effect.raceFirst(Effect.sleep(wait), this.wake.await)
        const outcome = yield* this.attempt
        wait = Result.isSuccess(outcome) ? yield* this.succeeded(outcome.success) : yield* this.failed(outcome.failure)
        this.tell(Result.map(outcome, () => undefined))
      }
    })
  }

  private readonly attempt = Effect.suspend(() => this.options.update).pipe(
    Effect.timeoutOrElse({ duration: updateMillisMax, orElse: () => Effect.fail(tookTooLong) }),
    Effect.catchDefect((defect) =>
      Effect.andThen(Effect.logError(`${this.options.name}: a fault in an update`, defect), Effect.fail(faulty))
    ),
    Effect.result
  )

  private readonly succeeded = Effect.fnUntraced(function*(this: Updating, { waitMillis }: UpdateDone) {
    const { jitterMillis, name, periodMillis } = this.options
    const now = yield* Clock.currentTimeMillis
    const wait = clamp(waitMillis ?? periodMillis + ((yield* Random.next) * 2 - 1) * jitterMillis)
    const { failures, updatedAt } = this.known
    this.known = { updatedAt: now, checkedAt: now, problem: null, failures: 0 }
    this.failuresReached = 0
    this.calmUntil = now + wait + updateMillisMax
    if (failures > 0) {
      yield* Effect.logInfo(
        `${name} is up to date again, after ${failures} failed ${failures === 1 ? "update" : "updates"}`
      )
    } else if (updatedAt === null) yield* Effect.logInfo(`${name} is here and up to date`)
    return wait
  })

  private readonly failed = Effect.fnUntraced(function*(this: Updating, failure: UpdateFailed) {
    const now = yield* Clock.currentTimeMillis
    const random = yield* Random.next
    const failures = this.known.failures + 1
    const before = this.state(this.known.checkedAt ?? now)
    this.known = { ...this.known, checkedAt: now, problem: failure.message, failures }
    if (failure.reached) this.failuresReached++
    const state = this.state(now)
    const told = `${this.options.name} could not be updated: ${failure.message} It is ${state}.`
    yield* failures === 1 || state !== before ? Effect.logWarning(told) : Effect.logDebug(told)
    return failure.reached
      ? backOffMillis(this.failuresReached, random, failure.retryAfterMillis)
      : unreachedMillis(failures - this.failuresReached, random)
  })

  /** Resolves all pending update requests with the outcome of this update. */
  private tell(outcome: Result.Result<void, UpdateFailed>): void {
    this.wake.closeUnsafe()
    for (const done of this.asked.splice(0)) Deferred.doneUnsafe(done, Effect.fromResult(outcome))
  }
}

/** Keeps a list up to date for the lifetime of the scope. */
export const keepUpdated = Effect.fnUntraced(
  function*<R>(options: UpdatingOptions<R>): Effect.fn.Return<Updating, never, R | Scope.Scope> {
    const context = yield* Effect.context<R>()
    const updating = new Updating({ ...options, update: Effect.provideContext(options.update, context) })
    yield* Effect.forkScoped(updating.loop)
    return updating
  }
)

const clamp = (millis: number): number => Math.min(Math.max(millis, waitMillisMin), waitMillisMax)

const failure = (message: string) => new UpdateFailed({ message, reached: true, retryAfterMillis: null })
const tookTooLong = failure(`It took longer than ${updateMillisMax / 60_000} minutes.`)
const faulty = failure("The program has a fault, which the log tells of.")
const closed = failure("The program ends.")

/** Delay after the first failure: 15 to 30 minutes (Web Risk, "Request Frequency"). */
export const backOffMillisMin = 15 * 60_000
/** Maximum delay between requests, whatever the number of failures or `Retry-After`. */
export const backOffMillisMax = 24 * 60 * 60_000
/** Delays for a vendor that was not reached, which had no load: a short network failure must not cost half an hour. */
const unreachedMillisMin = 15_000
const unreachedMillisMax = 15 * 60_000

/**
 * Returns the delay after failures: `MIN(2^(N-1) * 15 minutes * (RAND + 1), 24 hours)` (Web Risk, "Request Frequency"), or the vendor's own
 * delay if that is longer.
 *
 * @param failures consecutive failures, at least 1
 * @param random from 0 to below 1
 */
export const backOffMillis = (failures: number, random: number, retryAfterMillis: number | null = null): number =>
  Math.min(
    Math.max(doubled(failures, backOffMillisMin) * (random + 1), retryAfterMillis ?? 0),
    backOffMillisMax
  )

/** Returns the delay for a vendor that was not reached: the same formula with seconds instead of minutes. */
export const unreachedMillis = (failures: number, random: number): number =>
  Math.min(doubled(failures, unreachedMillisMin) * (random + 1), unreachedMillisMax)

/** More than thirty doublings always exceed the limits. */
const doubled = (failures: number, millis: number): number => 2 ** (Math.min(failures, 30) - 1) * millis
