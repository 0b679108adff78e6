import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { managementScopes } from "../../../../core/management-keys/ManagementScope.ts"
import { Conflict, InvalidInput, NotFound } from "./AccountFailures.ts"
import { idSchema, instantSchema, shortTextSchema } from "./Page.ts"
import { AllowedRoles, ownerRoles, RequestValidation, SameOrigin, SessionAuth } from "./SessionAuth.ts"

const scope = Schema.Literals(managementScopes)

const ManagementKeyView = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  lastFour: Schema.String,
  scopes: Schema.Array(scope),
  createdAt: instantSchema,
  /** Null if the key works until it is revoked. */
  expiresAt: Schema.NullOr(instantSchema),
  lastUsedAt: Schema.NullOr(instantSchema),
  revokedAt: Schema.NullOr(instantSchema)
})

const list = HttpApiEndpoint.get("list", "/management-keys", { success: Schema.Array(ManagementKeyView) })

/** Creates a management key. Only this response contains the key's text. */
const create = HttpApiEndpoint.post("create", "/management-keys", {
  payload: Schema.Struct({
    name: shortTextSchema,
    scopes: Schema.Array(scope),
    /** Days until the key expires; null for a key without an expiry. */
    days: Schema.NullOr(Schema.Int)
  }),
  success: Schema.Struct({ key: ManagementKeyView, text: Schema.String }),
  error: [InvalidInput, Conflict]
})

const revoke = HttpApiEndpoint.post("revoke", "/management-keys/:id/revoke", {
  params: { id: idSchema },
  success: ManagementKeyView,
  error: NotFound
})

/** Endpoints for management keys. No scope includes them, so a management key cannot create another one. */
export class ManagementKeys extends HttpApiGroup.make("managementKeys")
  .add(list, create, revoke)
  .annotateEndpoints(AllowedRoles, ownerRoles)
  .middleware(SessionAuth)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
