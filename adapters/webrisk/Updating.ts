import { Clock, Data, Deferred, Effect, Latch, Random, Result, type Scope } from "effect"
import type { SourceState } from "../../core/threats/WebRisk.ts"

/** A list that nobody could renew for longer than this is no answer any more. */
export const staleMillisMaxDefault = 24 * 60 * 60_000
/** After a start the first update waits so long at most, at random: not all instances of a fleet ask at once. */
export const firstWaitMillisMax = 60_000
/** Clocks that are put right go back by less; from further in the future nothing counts. */
export const clockBackMillisMax = 10 * 60_000
/** An update that takes longer has failed. */
export const updateMillisMax = 10 * 60_000
/** However soon a vendor says that it may be asked again. */
export const waitMillisMin = 1_000
/** However late it says so: half of the time after which the data counts for nothing. */
export const waitMillisMax = staleMillisMaxDefault / 2

/** Why a list could not be renewed; the message is a sentence for the operator, without keys. */
export class UpdateFailed extends Data.TaggedError("UpdateFailed")<{
  readonly message: string
  /** Whether anybody answered: who was not reached was not burdened, and is asked again soon. */
  readonly reached: boolean
  /** What the vendor's `Retry-After` says. */
  readonly retryAfterMillis: number | null
}> {}

export interface UpdateDone {
  /** When the vendor wants to be asked again, from now; null when it does not say: the source's own period holds. */
  readonly waitMillis: number | null
}

export interface UpdatingOptions<R> {
  readonly name: string
  /** Asks for what is new and puts it in place; when it fails, it has left in place what was there. */
  readonly update: Effect.Effect<UpdateDone, UpdateFailed, R>
  /** When the data of a stored snapshot was last confirmed; null without one. */
  readonly updatedAt: number | null
  readonly periodMillis: number
  /** Either way of the period, at random. */
  readonly jitterMillis: number
  /** Data is as fresh as it should be for so long. */
  readonly freshMillis: number
  readonly staleMillisMax?: number
}

/** How a list fares. */
export interface Standing {
  /** When its data was last confirmed. */
  readonly updatedAt: number | null
  /** When an update was last tried. */
  readonly checkedAt: number | null
  /** Why the last update failed. */
  readonly problem: string | null
  /** How many in succession failed. */
  readonly failures: number
}

/** A list that is kept fresh. */
export class Updating {
  private readonly options: UpdatingOptions<never>
  private readonly wake = Latch.makeUnsafe(false)
  private readonly asked: Array<Deferred.Deferred<void, UpdateFailed>> = []
  private known: Standing
  private failuresReached = 0
  /** Until when nothing new is due, as the vendor wished. */
  private calmUntil = 0

  constructor(options: UpdatingOptions<never>) {
    this.options = options
    this.known = { updatedAt: options.updatedAt, checkedAt: null, problem: null, failures: 0 }
  }

  get standing(): Standing {
    return this.known
  }

  /** `down` without data, or with data that is too old to count, or whose age nobody knows since the clock went back. */
  state(now: number): SourceState {
    const { updatedAt } = this.known
    const { freshMillis, staleMillisMax = staleMillisMaxDefault } = this.options
    if (updatedAt === null || now - updatedAt > staleMillisMax || updatedAt > now + clockBackMillisMax) return "down"
    return now - updatedAt <= freshMillis || now <= this.calmUntil ? "live" : "stale"
  }

  /** An update at once, or the one that runs; fails when that fails. */
  readonly updateNow: Effect.Effect<void, UpdateFailed> = Effect.suspend(() => {
    const done = Deferred.makeUnsafe<void, UpdateFailed>()
    this.asked.push(done)
    this.wake.openUnsafe()
    return Deferred.await(done)
  })

  /** Runs until it is interrupted. */
  readonly loop: Effect.Effect<never> = Effect.suspend(() => this.firstWait).pipe(
    Effect.flatMap((millis) => this.from(millis)),
    Effect.ensuring(Effect.sync(() => this.tell(Result.fail(closed))))
  )

  private readonly firstWait = Effect.gen({ self: this }, function*() {
    const now = yield* Clock.currentTimeMillis
    const { updatedAt } = this.known
    // Data from the future: a clock was wrong when it was stored, or is now. Nobody knows how old it is.
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

  /** Tells those who asked for an update; the one that ran is theirs as well. */
  private tell(outcome: Result.Result<void, UpdateFailed>): void {
    this.wake.closeUnsafe()
    for (const done of this.asked.splice(0)) Deferred.doneUnsafe(done, Effect.fromResult(outcome))
  }
}

/** Keeps a list fresh for as long as the scope lasts. */
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

/** After the first failure the vendor is left alone for 15 to 30 minutes (Web Risk, "Request Frequency"). */
export const backOffMillisMin = 15 * 60_000
/** However often it failed, and whatever a `Retry-After` says, it is asked once a day. */
export const backOffMillisMax = 24 * 60 * 60_000
/** A vendor that was not reached was not burdened: a cable that is put back must not cost half an hour. */
const unreachedMillisMin = 15_000
const unreachedMillisMax = 15 * 60_000

/**
 * How long a vendor that failed is left alone: `MIN(2^(N-1) * 15 minutes * (RAND + 1), 24 hours)` (Web Risk, "Request
 * Frequency"), or as long as it said itself, when that is longer.
 *
 * @param failures how many times in succession, 1 and up
 * @param random 0 to below 1
 */
export const backOffMillis = (failures: number, random: number, retryAfterMillis: number | null = null): number =>
  Math.min(
    Math.max(doubled(failures, backOffMillisMin) * (random + 1), retryAfterMillis ?? 0),
    backOffMillisMax
  )

/** The same for one that was not reached at all, in seconds instead of minutes. */
export const unreachedMillis = (failures: number, random: number): number =>
  Math.min(doubled(failures, unreachedMillisMin) * (random + 1), unreachedMillisMax)

/** Beyond thirty doublings the limits hold anyway. */
const doubled = (failures: number, millis: number): number => 2 ** (Math.min(failures, 30) - 1) * millis
