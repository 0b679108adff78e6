import { Effect, Random } from "effect"
import { makeEvent } from "../../core/events/AccountEvent.ts"
import { eventCatalog, type EventType } from "../../core/events/EventCatalog.ts"
import { attemptDelivery } from "../../core/webhooks/DeliverWebhooks.ts"
import { createWebhookAs } from "../../core/webhooks/ManageWebhooks.ts"
import type { SendOutcome } from "../../core/webhooks/RetrySchedule.ts"
import type { WebhookEndpoint } from "../../core/webhooks/WebhookEndpoint.ts"
import { Webhooks } from "../../core/webhooks/Webhooks.ts"
import { WebhookSender } from "../../core/webhooks/WebhookSender.ts"
import { ownerActor } from "./SeedAccountData.ts"
import type { SeedClock } from "./SeedClock.ts"

const hourMillis = 3_600_000
const claimant = "seed"

const delivered: SendOutcome = { status: 204, retryAfterMillis: null }
const unavailable: SendOutcome = { status: 503, retryAfterMillis: null }
const unreachable: SendOutcome = {
  status: null,
  error: "The URL's server could not be reached. Check the URL, and that its server is running."
}
const gone: SendOutcome = { status: 410, retryAfterMillis: null }

interface SeedEvent {
  readonly type: EventType
  readonly hoursAgo: number
  /** Results of the attempts. The last one repeats until the end of the seeded time. */
  readonly outcomes: readonly [SendOutcome, ...ReadonlyArray<SendOutcome>]
}

interface SeedEndpoint {
  readonly url: string
  readonly description: string
  readonly eventTypes: ReadonlyArray<EventType>
  readonly events: ReadonlyArray<SeedEvent>
}

const always = (type: EventType, outcome: SendOutcome, ...hoursAgo: ReadonlyArray<number>): ReadonlyArray<SeedEvent> =>
  hoursAgo.map((hours) => ({ type, hoursAgo: hours, outcomes: [outcome] }))

/**
 * Endpoints with events in chronological order. No delivery is due within half an hour after the end, because a server
 * on the seeded data would send it.
 */
const endpoints: ReadonlyArray<SeedEndpoint> = [
  {
    url: "https://hooks.example.com/services/gatehouse",
    description: "Security chat",
    eventTypes: ["document.blocked", "submission.created", "source.down"],
    events: [
      ...always("document.blocked", delivered, 170, 140, 96, 71),
      { type: "submission.created", hoursAgo: 51, outcomes: [unreachable, unavailable, delivered] },
      ...always("document.blocked", delivered, 46, 30),
      ...always("webhook.test", delivered, 4)
    ]
  },
  {
    url: "https://crm.example.com/api/v2/integrations/gatehouse/leads",
    description: "",
    eventTypes: ["lead.spam"],
    events: [...always("lead.spam", delivered, 60, 28), ...always("lead.spam", unavailable, 6, 3)]
  },
  {
    url: "https://old-intranet.example.net/hook",
    description: "Old intranet",
    eventTypes: ["key.created", "key.revoked"],
    events: [...always("key.created", delivered, 300), ...always("key.revoked", gone, 200)]
  }
]

/** Creates webhook endpoints with deliveries in every state. Attempts get the listed results instead of being sent. */
export const seedWebhooks = Effect.fnUntraced(function*(clock: SeedClock, accountId: string, to: number) {
  const owner = yield* ownerActor(accountId)
  for (const [at, { events, ...input }] of endpoints.entries()) {
    // The list of endpoints is in the order of their creation.
    clock.now = to - (400 - at) * hourMillis
    const endpoint = yield* createWebhookAs(owner, accountId, input, { isPrivateAllowed: false })
    for (const event of events) yield* seedDelivery(clock, endpoint, event, to)
  }
  clock.now = to
}, Random.withSeed("webhooks"))

const seedDelivery = Effect.fnUntraced(
  function*(clock: SeedClock, endpoint: WebhookEndpoint, { hoursAgo, outcomes, type }: SeedEvent, to: number) {
    const webhooks = yield* Webhooks
    clock.now = to - hoursAgo * hourMillis
    const example: any = type === "webhook.test" ? { endpoint_id: endpoint.id } : eventCatalog[type].example
    const { id } = yield* webhooks.deliverTo(endpoint, yield* makeEvent(endpoint.accountId, type, example))
    for (let attempt = 0;; attempt++) {
      const { nextAttemptAt } = yield* webhooks.getDelivery(endpoint.accountId, id)
      if (nextAttemptAt === null || nextAttemptAt.getTime() > to) return
      clock.now = nextAttemptAt.getTime()
      yield* attemptOnce(clock, outcomes[Math.min(attempt, outcomes.length - 1)]!)
    }
  }
)

/** Makes one attempt of each due delivery, with this result. */
const attemptOnce = Effect.fnUntraced(function*(clock: SeedClock, outcome: SendOutcome) {
  const webhooks = yield* Webhooks
  const now = new Date(clock.now)
  const until = new Date(clock.now + hourMillis)
  const claimed = yield* webhooks.claim({ claimant, now, until, limit: 1, perEndpointMax: 1, inProgress: new Map() })
  const send = () =>
    Effect.sync(() => {
      clock.now += outcome.status === null ? 15_000 : 180
      return outcome
    })
  for (const one of claimed) {
    yield* attemptDelivery(claimant, one).pipe(Effect.provideService(WebhookSender, { send }))
  }
})
