import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Conflict, InvalidInput, NotFound } from "./AccountFailures.ts"
import { idSchema, instantSchema, shortTextSchema } from "./Page.ts"
import { AllowedRoles, RequestValidation, SameOrigin, SessionAuth, staffRoles } from "./SessionAuth.ts"

/** Maximum number of live API keys per account. The dashboard refuses to create more keys. */
export const liveKeysMax = 100

const KeyView = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  lastFour: Schema.String,
  requestsPerMinute: Schema.Int,
  createdAt: instantSchema,
  lastUsedAt: Schema.NullOr(instantSchema),
  revokedAt: Schema.NullOr(instantSchema)
})

const list = HttpApiEndpoint.get("list", "/keys", { success: Schema.Array(KeyView) })

/** Creates an API key. Only this response contains the key's text. */
const create = HttpApiEndpoint.post("create", "/keys", {
  payload: Schema.Struct({ name: shortTextSchema, requestsPerMinute: Schema.Int }),
  success: Schema.Struct({ key: KeyView, text: Schema.String }),
  error: [InvalidInput, Conflict]
})

const revoke = HttpApiEndpoint.post("revoke", "/keys/:id/revoke", {
  params: { id: idSchema },
  success: KeyView,
  error: NotFound
})

export class Keys extends HttpApiGroup.make("keys")
  .add(list, create, revoke)
  .annotateEndpoints(AllowedRoles, staffRoles)
  .middleware(SessionAuth)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
