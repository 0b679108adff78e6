import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { eventTypes } from "../../../../core/events/EventCatalog.ts"
import { deliveryStates } from "../../../../core/webhooks/WebhookDelivery.ts"
import { disabledReasons } from "../../../../core/webhooks/WebhookEndpoint.ts"
import { Conflict, InvalidInput, NotFound } from "./AccountFailures.ts"
import { idSchema, instantSchema, limitSchema, shortTextSchema } from "./Page.ts"
import { AllowedRoles, RequestValidation, SameOrigin, SessionAuth, staffRoles } from "./SessionAuth.ts"

/** Maximum number of events in a request. The catalog has fewer types. */
export const chosenEventsMax = 100

const eventType = Schema.Literals(eventTypes)

const EndpointView = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  description: Schema.String,
  events: Schema.Array(eventType),
  /** Null while the endpoint is enabled. */
  disabled: Schema.NullOr(Schema.Struct({ reason: Schema.Literals(disabledReasons), at: instantSchema })),
  /** Time of the first failed attempt since the last success; null if the last attempt succeeded. */
  failingSince: Schema.NullOr(instantSchema),
  lastDeliveredAt: Schema.NullOr(instantSchema),
  /** Time until which deliveries are also signed with the previous secret; null without such a secret. */
  previousSecretExpiresAt: Schema.NullOr(instantSchema),
  createdAt: instantSchema
})

const Attempt = Schema.Struct({
  at: instantSchema,
  millis: Schema.Number,
  /** Status of the response; null without a response. */
  status: Schema.NullOr(Schema.Int),
  /** Reason of the failure, as a sentence; null after a success. */
  error: Schema.NullOr(Schema.String)
})

const DeliveryView = Schema.Struct({
  id: Schema.Int,
  endpointId: Schema.String,
  /** ID of the event, sent as `webhook-id`. */
  eventId: Schema.String,
  event: eventType,
  state: Schema.Literals(deliveryStates),
  createdAt: instantSchema,
  /** Null unless the delivery is pending. */
  nextAttemptAt: Schema.NullOr(instantSchema),
  /** Number of stored attempts. */
  attempts: Schema.Int,
  lastAttempt: Schema.NullOr(Attempt)
})

const list = HttpApiEndpoint.get("list", "/webhooks", {
  success: Schema.Struct({
    endpoints: Schema.Array(EndpointView),
    /** Events that the account can choose. */
    events: Schema.Array(Schema.Struct({
      type: eventType,
      /** Cause of the event, as a sentence with codes between backticks. */
      cause: Schema.String
    }))
  })
})

/** Fields of an endpoint. The core checks the URL and the events, and returns messages for them. */
const endpointInput = {
  url: Schema.String,
  description: shortTextSchema,
  events: Schema.Array(shortTextSchema).check(Schema.isMaxLength(chosenEventsMax))
}

/** Creates an endpoint. Only this response contains the endpoint's secret. */
const create = HttpApiEndpoint.post("create", "/webhooks", {
  payload: Schema.Struct(endpointInput),
  success: Schema.Struct({ endpoint: EndpointView, secret: Schema.String }),
  error: [InvalidInput, Conflict]
})

/** Changes the fields that the request contains. */
const change = HttpApiEndpoint.patch("change", "/webhooks/:id", {
  params: { id: idSchema },
  payload: Schema.Struct({
    url: Schema.optionalKey(endpointInput.url),
    description: Schema.optionalKey(endpointInput.description),
    events: Schema.optionalKey(endpointInput.events)
  }),
  success: EndpointView,
  error: [NotFound, InvalidInput]
})

/** Enables or disables an endpoint. Pending deliveries of a disabled endpoint fail. */
const setEnabled = HttpApiEndpoint.put("setEnabled", "/webhooks/:id/enabled", {
  params: { id: idSchema },
  payload: Schema.Struct({ isEnabled: Schema.Boolean }),
  success: EndpointView,
  error: NotFound
})

/** Creates a new secret. Deliveries are also signed with the previous secret for a day, unless `endOld` is set. */
const rotate = HttpApiEndpoint.post("rotate", "/webhooks/:id/rotate", {
  params: { id: idSchema },
  payload: Schema.Struct({ endOld: Schema.Boolean }),
  success: Schema.Struct({ endpoint: EndpointView, secret: Schema.String }),
  error: NotFound
})

/** Removes an endpoint with its deliveries. */
const remove = HttpApiEndpoint.delete("remove", "/webhooks/:id", {
  params: { id: idSchema },
  success: HttpApiSchema.NoContent,
  error: NotFound
})

/** Stores a test event for an endpoint. The server sends it within seconds. */
const test = HttpApiEndpoint.post("test", "/webhooks/:id/test", {
  params: { id: idSchema },
  success: DeliveryView,
  error: [NotFound, Conflict]
})

const deliveries = HttpApiEndpoint.get("deliveries", "/webhook-deliveries", {
  query: {
    endpoint: Schema.optionalKey(idSchema),
    state: Schema.optionalKey(Schema.Literals(deliveryStates)),
    before: Schema.optionalKey(Schema.Int),
    limit: limitSchema
  },
  success: Schema.Struct({ items: Schema.Array(DeliveryView), next: Schema.NullOr(Schema.Int) })
})

const delivery = HttpApiEndpoint.get("delivery", "/webhook-deliveries/:id", {
  params: { id: Schema.Int },
  success: Schema.Struct({
    delivery: DeliveryView,
    /** Body of the requests, as JSON. */
    payload: Schema.String,
    /** Latest attempts, oldest first. */
    attempts: Schema.Array(Attempt)
  }),
  error: NotFound
})

/** Makes a delivery due at once, with the same event ID and with all retries. */
const resend = HttpApiEndpoint.post("resend", "/webhook-deliveries/:id/resend", {
  params: { id: Schema.Int },
  success: DeliveryView,
  error: [NotFound, Conflict]
})

export class Webhooks extends HttpApiGroup.make("webhooks")
  .add(list, create, change, setEnabled, rotate, remove, test, deliveries, delivery, resend)
  .annotateEndpoints(AllowedRoles, staffRoles)
  .middleware(SessionAuth)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
