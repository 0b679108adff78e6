import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Conflict, InvalidInput, NotFound } from "./AccountFailures.ts"
import { id, instant, shortText } from "./Page.ts"
import { AllowedRoles, RequestValidation, SameOrigin, SessionAuth, staffRoles } from "./SessionAuth.ts"

/** Maximum number of live API keys per account that the dashboard creates. */
export const liveKeysMax = 100

const KeyView = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  lastFour: Schema.String,
  requestsPerMinute: Schema.Int,
  createdAt: instant,
  lastUsedAt: Schema.NullOr(instant),
  revokedAt: Schema.NullOr(instant)
})

const list = HttpApiEndpoint.get("list", "/keys", { success: Schema.Array(KeyView) })

/** The key's text appears only in this response. */
const create = HttpApiEndpoint.post("create", "/keys", {
  payload: Schema.Struct({ name: shortText, requestsPerMinute: Schema.Int }),
  success: Schema.Struct({ key: KeyView, text: Schema.String }),
  error: [InvalidInput, Conflict]
})

const revoke = HttpApiEndpoint.post("revoke", "/keys/:id/revoke", {
  params: { id },
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
