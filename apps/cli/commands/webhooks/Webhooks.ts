import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import {
  changeWebhookAs,
  createWebhookAs,
  deleteWebhookAs,
  rotateWebhookSecretAs,
  selectableEventTypes,
  setWebhookEnabledAs
} from "../../../../core/webhooks/ManageWebhooks.ts"
import { secretOverlapHours, type WebhookEndpoint } from "../../../../core/webhooks/WebhookEndpoint.ts"
import { Webhooks } from "../../../../core/webhooks/Webhooks.ts"
import { gatehouseConfig } from "../../../server/settings/Config.ts"
import { accountFlag, accountFromFlag, commandLineActor } from "../../flags/CommonFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { printList, printResult } from "../../terminal/Output.ts"
import { formatFields } from "../../terminal/Table.ts"
import { endpointState, webhookJson, webhookTable } from "../../views/WebhookView.ts"
import { deliveriesCommand, resendCommand, testCommand, webhookArgument } from "./WebhookDeliveries.ts"

/** Policy of a server that has the same settings as this command. */
const policy = Effect.map(gatehouseConfig, ({ webhookNetworks }) => ({ isPrivateAllowed: webhookNetworks.length > 0 }))

const storeSecretNotice = "Store the secret now. It cannot be shown again."

const list = Command.make(
  "list",
  { account: accountFlag },
  Effect.fn(function*({ account }) {
    const endpoints = yield* withExistingStorage(Effect.gen(function*() {
      return yield* (yield* Webhooks).list((yield* accountFromFlag(account)).id)
    }))
    yield* printList(
      endpoints,
      webhookJson,
      webhookTable,
      "There are no webhook endpoints yet. Run `gatehouse webhooks create --url URL --event EVENT`."
    )
  })
).pipe(
  Command.withDescription("List the webhook endpoints of an account."),
  Command.withExamples([{ command: "gatehouse webhooks list", description: "Show endpoints and their state" }])
)

const eventHelp = `Event to send; repeatable. One of: ${selectableEventTypes.join(", ")}`

const create = Command.make(
  "create",
  {
    url: Flag.String("url").pipe(Flag.withDescription("URL that gets the events")),
    events: Flag.String("event").pipe(Flag.withMetavar("EVENT"), Flag.withDescription(eventHelp), Flag.atLeast(1)),
    description: Flag.String("description").pipe(
      Flag.withDescription("Note about the purpose of the endpoint"),
      Flag.withDefault("")
    ),
    account: accountFlag
  },
  Effect.fn(function*({ account, description, events, url }) {
    const allowed = yield* policy
    const endpoint = yield* withExistingStorage(Effect.gen(function*() {
      const { id } = yield* accountFromFlag(account)
      return yield* createWebhookAs(commandLineActor(), id, { url, description, eventTypes: events }, allowed)
    }))
    yield* printResult({ ...webhookJson(endpoint), secret: endpoint.secret }, () => secretSheet(endpoint))
  })
).pipe(
  Command.withDescription("Create a webhook endpoint. Its signing secret is shown once."),
  Command.withExamples([
    {
      command: "gatehouse webhooks create --url https://example.com/hooks --event document.blocked --event lead.spam",
      description: "Send two kinds of events"
    }
  ])
)

const secretSheet = (endpoint: WebhookEndpoint): string =>
  `${
    formatFields({
      id: endpoint.id,
      url: endpoint.url,
      events: endpoint.eventTypes.join(", "),
      "signing secret": endpoint.secret
    })
  }\n\n${storeSecretNotice}`

const update = Command.make(
  "update",
  {
    id: webhookArgument,
    url: Flag.String("url").pipe(Flag.withDescription("New URL"), Flag.optional),
    events: Flag.String("event").pipe(
      Flag.withMetavar("EVENT"),
      Flag.withDescription(`${eventHelp}. Replaces the chosen events`),
      Flag.atLeast(0)
    ),
    description: Flag.String("description").pipe(Flag.withDescription("New note"), Flag.optional),
    enabled: Flag.Literals("enabled", ["on", "off"]).pipe(
      Flag.withDescription("Enable or disable the endpoint. Disabling it ends its pending deliveries"),
      Flag.optional
    ),
    account: accountFlag
  },
  Effect.fn(function*({ account, description, enabled, events, id, url }) {
    const allowed = yield* policy
    const endpoint = yield* withExistingStorage(Effect.gen(function*() {
      const [actor, accountId] = [commandLineActor(), (yield* accountFromFlag(account)).id]
      const change = {
        ...Option.isSome(url) ? { url: url.value } : {},
        ...Option.isSome(description) ? { description: description.value } : {},
        ...events.length > 0 ? { eventTypes: events } : {}
      }
      const changed = Object.keys(change).length === 0
        ? yield* (yield* Webhooks).get(accountId, id)
        : yield* changeWebhookAs(actor, accountId, id, change, allowed)
      return Option.isNone(enabled)
        ? changed
        : yield* setWebhookEnabledAs(actor, accountId, id, enabled.value === "on")
    }))
    yield* printResult(webhookJson(endpoint), () =>
      formatFields({
        id: endpoint.id,
        state: endpointState(endpoint),
        url: endpoint.url,
        events: endpoint.eventTypes.join(", "),
        description: endpoint.description
      }))
  })
).pipe(
  Command.withDescription("Change, enable or disable a webhook endpoint."),
  Command.withExamples([
    { command: "gatehouse webhooks update whk_0mi9… --event lead.spam", description: "Send only spam leads" },
    { command: "gatehouse webhooks update whk_0mi9… --enabled on", description: "Enable an endpoint again" }
  ])
)

const rotate = Command.make(
  "rotate-secret",
  {
    id: webhookArgument,
    endOld: Flag.Boolean("end-old").pipe(
      Flag.withDescription("Stop signing with the previous secret immediately, for example after a leak"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    ),
    account: accountFlag
  },
  Effect.fn(function*({ account, endOld, id }) {
    const endpoint = yield* withExistingStorage(Effect.gen(function*() {
      return yield* rotateWebhookSecretAs(commandLineActor(), (yield* accountFromFlag(account)).id, id, endOld)
    }))
    yield* printResult({ ...webhookJson(endpoint), secret: endpoint.secret }, () =>
      `${secretSheet(endpoint)}\n${
        endOld
          ? "Events are no longer signed with the previous secret."
          : `Events are also signed with the previous secret for ${secretOverlapHours} hours.`
      }`)
  })
).pipe(
  Command.withDescription(
    `Create a new signing secret. Events are also signed with the previous one for ${secretOverlapHours} hours.`
  ),
  Command.withExamples([
    { command: "gatehouse webhooks rotate-secret whk_0mi9…", description: "Rotate without a gap" },
    { command: "gatehouse webhooks rotate-secret whk_0mi9… --end-old", description: "After a secret leaked" }
  ])
)

const deleteCommand = Command.make(
  "delete",
  { id: webhookArgument, account: accountFlag },
  Effect.fn(function*({ account, id }) {
    const { url } = yield* withExistingStorage(Effect.gen(function*() {
      return yield* deleteWebhookAs(commandLineActor(), (yield* accountFromFlag(account)).id, id)
    }))
    yield* printResult({ id, url, deleted: true }, () => `${id} (${url}) is deleted, with its deliveries.`)
  })
).pipe(
  Command.withDescription("Delete a webhook endpoint permanently, with its deliveries."),
  Command.withExamples([{ command: "gatehouse webhooks delete whk_0mi9…", description: "Delete an endpoint" }])
)

export const webhooksCommand = Command.make("webhooks").pipe(
  Command.withDescription("Manage webhook endpoints and their deliveries."),
  Command.withExamples([{ command: "gatehouse webhooks list", description: "All endpoints" }]),
  Command.withSubcommands([
    list,
    create,
    update,
    rotate,
    deleteCommand,
    deliveriesCommand,
    resendCommand,
    testCommand
  ])
)
