import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { eventTypes } from "../../../../core/events/EventCatalog.ts"
import { resendDeliveryAs, sendTestEventAs } from "../../../../core/webhooks/ManageWebhooks.ts"
import { deliveryStates } from "../../../../core/webhooks/WebhookDelivery.ts"
import { Webhooks } from "../../../../core/webhooks/Webhooks.ts"
import {
  accountFlag,
  accountFromFlag,
  beforeFlag,
  commandLineActor,
  emptyPageText,
  limitFlag
} from "../../flags/CommonFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { printList, printResult } from "../../terminal/Output.ts"
import { deliveryJson, deliveryTable } from "../../views/WebhookView.ts"

export const webhookArgument = Argument.String("id").pipe(
  Argument.withDescription("ID of the endpoint, as `webhooks list` shows it")
)

export const deliveriesCommand = Command.make(
  "deliveries",
  {
    endpoint: Flag.String("endpoint").pipe(
      Flag.withMetavar("ID"),
      Flag.withDescription("Only deliveries to this endpoint"),
      Flag.optional
    ),
    state: Flag.Literals("state", deliveryStates).pipe(
      Flag.withDescription("Only deliveries in this state"),
      Flag.optional
    ),
    event: Flag.Literals("event", eventTypes).pipe(
      Flag.withDescription("Only deliveries of this event"),
      Flag.optional
    ),
    limit: limitFlag,
    before: beforeFlag,
    account: accountFlag
  },
  Effect.fn(function*({ account, before, endpoint, event, limit, state }) {
    const found = yield* withExistingStorage(Effect.gen(function*() {
      return yield* (yield* Webhooks).deliveries({
        accountId: (yield* accountFromFlag(account)).id,
        limit,
        ...Option.isSome(endpoint) ? { endpointId: endpoint.value } : {},
        ...Option.isSome(state) ? { state: state.value } : {},
        ...Option.isSome(event) ? { eventType: event.value } : {},
        ...Option.isSome(before) ? { before: before.value } : {}
      })
    }))
    const whenListEmpty = "There are no such deliveries. They are kept as long as the request history."
    yield* printList(found, deliveryJson, deliveryTable, emptyPageText(before, "deliveries", whenListEmpty))
  })
).pipe(
  Command.withDescription("List deliveries of events, newest first. With `--json`, each has its payload and attempts."),
  Command.withExamples([
    { command: "gatehouse webhooks deliveries --state failed", description: "Events that were not delivered" }
  ])
)

export const resendCommand = Command.make(
  "resend",
  {
    delivery: Argument.Int("delivery").pipe(
      Argument.withDescription("ID of the delivery, as `webhooks deliveries` shows it")
    ),
    account: accountFlag
  },
  Effect.fn(function*({ account, delivery }) {
    const resent = yield* withExistingStorage(Effect.gen(function*() {
      return yield* resendDeliveryAs(commandLineActor(), (yield* accountFromFlag(account)).id, delivery)
    }))
    yield* printResult(
      deliveryJson(resent),
      () => `A running server sends ${resent.eventType} again within seconds, with the same id ${resent.eventId}.`
    )
  })
).pipe(
  Command.withDescription("Send an event again, with the same id and all its retries."),
  Command.withExamples([{ command: "gatehouse webhooks resend 41", description: "Resend a failed event" }])
)

export const testCommand = Command.make(
  "test",
  { id: webhookArgument, account: accountFlag },
  Effect.fn(function*({ account, id }) {
    const delivery = yield* withExistingStorage(Effect.gen(function*() {
      return yield* sendTestEventAs(commandLineActor(), (yield* accountFromFlag(account)).id, id)
    }))
    yield* printResult(
      deliveryJson(delivery),
      () =>
        `A running server sends the event ${delivery.eventId} within seconds. ` +
        `\`gatehouse webhooks deliveries --endpoint ${id}\` shows the result.`
    )
  })
).pipe(
  Command.withDescription("Send the event webhook.test to an endpoint."),
  Command.withExamples([{ command: "gatehouse webhooks test whk_0mi9…", description: "Test an endpoint" }])
)
