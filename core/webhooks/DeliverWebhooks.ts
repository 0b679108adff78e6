import { Clock, Effect, Latch, Random } from "effect"
import { audit } from "../audit/Audit.ts"
import type { WebhookId } from "../kernel/Ids.ts"
import { Secrets } from "../kernel/Secrets.ts"
import { afterAttempt, disablesEndpoint, isDelivered } from "./RetrySchedule.ts"
import { signedHeaders } from "./Signature.ts"
import type { DisabledReason, WebhookEndpoint } from "./WebhookEndpoint.ts"
import { type ClaimedDelivery, Webhooks } from "./Webhooks.ts"
import { attemptMillisMax, WebhookSender } from "./WebhookSender.ts"

/** Interval in milliseconds between two searches for due deliveries. */
export const pollMillis = 1_000
/** Maximum number of attempts at the same time. */
export const attemptsConcurrentMax = 32
/** Maximum number of attempts at the same time to one endpoint, so that a slow endpoint does not delay others. */
export const attemptsPerEndpointMax = 4
/**
 * Time in milliseconds for which a claimed delivery belongs to its worker. If the server is killed, another attempt
 * follows after this time. It is far longer than an attempt, so that servers whose clocks differ do not attempt twice.
 */
export const claimMillis = 4 * attemptMillisMax
/**
 * Maximum number of pending deliveries of an endpoint. Above it, the endpoint is disabled, to limit the size of the
 * database.
 */
export const pendingDeliveriesMax = 100_000

/**
 * Makes one attempt of a claimed delivery, and stores its result. Disables an endpoint that has failed for a day, or
 * that answers 410.
 */
export const attemptDelivery = Effect.fnUntraced(function*(claimant: string, { delivery, endpoint }: ClaimedDelivery) {
  const webhooks = yield* Webhooks
  const at = new Date(yield* Clock.currentTimeMillis)
  const { eventId: id, payload: body } = delivery
  const outcome = yield* (yield* WebhookSender).send({
    url: endpoint.url,
    headers: signedHeaders(yield* Secrets, endpoint, { id, at, body }),
    body
  })
  const millis = Math.max(0, (yield* Clock.currentTimeMillis) - at.getTime())
  const result = afterAttempt(delivery, { at, millis }, outcome, yield* Random.next)
  const failingSince = yield* webhooks.finish({ claimant, delivery, at, result })
  const reason = disablesEndpoint(outcome, failingSince, at)
  if (reason !== null) yield* disableEndpoint(endpoint, reason)
  return isDelivered(outcome)
})

const reasonTexts: Readonly<Record<Exclude<DisabledReason, "manual">, string>> = {
  failing: "Every attempt has failed for a day",
  gone: "The endpoint answered with status 410",
  backlog: `More than ${pendingDeliveriesMax.toLocaleString("en-US")} deliveries were pending`
}

/** Actor of changes that Gatehouse makes on its own. */
const gatehouseActor = { name: "Gatehouse", memberId: null, address: "" }

/** Disables an endpoint. Writes to the audit log and the server's log, unless the endpoint was already disabled. */
const disableEndpoint = Effect.fnUntraced(
  function*(endpoint: WebhookEndpoint, reason: Exclude<DisabledReason, "manual">) {
    const { accountId, id, url } = endpoint
    const { host } = new URL(url)
    const isChanged = yield* (yield* Webhooks).disable(id, reason, new Date(yield* Clock.currentTimeMillis))
    if (!isChanged) return
    const detail = `${host}: ${reasonTexts[reason]}`
    yield* audit({ accountId, actor: gatehouseActor, action: "webhook.disable", target: id, detail })
    yield* Effect.logWarning(`The webhook endpoint ${id} is disabled. ${reasonTexts[reason]}.`)
  }
)

/** Disables the endpoints with too many pending deliveries. Returns their number. */
export const disableOverloaded = Effect.gen(function*() {
  const overloaded = yield* (yield* Webhooks).findOverloaded(pendingDeliveriesMax)
  yield* Effect.forEach(overloaded, (endpoint) => disableEndpoint(endpoint, "backlog"), { discard: true })
  return overloaded.length
})

/** Numbers of attempts in progress, by endpoint. */
class AttemptsInProgress {
  private readonly counts = new Map<WebhookId, number>()
  private total = 0

  get free(): number {
    return attemptsConcurrentMax - this.total
  }

  get byEndpoint(): ReadonlyMap<WebhookId, number> {
    return this.counts
  }

  add(id: WebhookId, change: 1 | -1): void {
    this.total += change
    const count = (this.counts.get(id) ?? 0) + change
    if (count === 0) this.counts.delete(id)
    else this.counts.set(id, count)
  }
}

/**
 * Delivers due events until it is interrupted. Attempts in progress are then interrupted, and their deliveries are due
 * again at once.
 *
 * @param claimant ID that is unique for each start of a worker
 */
export const runDeliveries = Effect.fnUntraced(function*(claimant: string) {
  const webhooks = yield* Webhooks
  const inProgress = new AttemptsInProgress()
  /** Opened when an attempt ends, because its endpoint may have further due deliveries. */
  const ended = Latch.makeUnsafe(false)
  let isFailing = false

  const attempt = (claimed: ClaimedDelivery) =>
    attemptDelivery(claimant, claimed).pipe(
      Effect.catchCause((cause) =>
        Effect.logError("A webhook attempt could not be stored and will be repeated", cause)
      ),
      Effect.ensuring(Effect.sync(() => {
        inProgress.add(claimed.endpoint.id, -1)
        ended.openUnsafe()
      }))
    )

  const startDue = Effect.gen(function*() {
    ended.closeUnsafe()
    if (inProgress.free === 0) return
    const now = yield* Clock.currentTimeMillis
    const claimed = yield* webhooks.claim({
      claimant,
      now: new Date(now),
      until: new Date(now + claimMillis),
      limit: inProgress.free,
      perEndpointMax: attemptsPerEndpointMax,
      inProgress: inProgress.byEndpoint
    })
    isFailing = false
    for (const one of claimed) {
      inProgress.add(one.endpoint.id, 1)
      yield* Effect.forkScoped(attempt(one))
    }
  })

  // Logs only the first of consecutive failures, because every search fails during an outage.
  const searchOnce = Effect.catchCause(startDue, (cause) => {
    if (isFailing) return Effect.void
    isFailing = true
    return Effect.logError("Cannot search for due webhook deliveries", cause)
  })

  return yield* Effect.gen(function*() {
    yield* Effect.addFinalizer(() =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => webhooks.release(claimant, new Date(now)))
    )
    for (;;) {
      yield* searchOnce
      yield* Effect.raceFirst(Effect.sleep(pollMillis), ended.await)
    }
  }).pipe(Effect.scoped, Effect.withTracerEnabled(false))
})
