import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { roles } from "../../../../core/members/Role.ts"
import { InvalidInput, NotFound, TooManyTries } from "./AccountFailures.ts"
import { idSchema, instantSchema, shortTextSchema } from "./Page.ts"
import { AllowedRoles, allRoles, RequestValidation, SameOrigin, SessionAuth } from "./SessionAuth.ts"

/** Signed-in member, and the server settings that the pages need. */
export const Me = Schema.Struct({
  member: Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    email: Schema.String,
    role: Schema.Literals(roles)
  }),
  account: Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    /** Whether this is the operator's account. Only its members change threat data, which all accounts share. */
    isOperator: Schema.Boolean
  }),
  server: Schema.Struct({
    version: Schema.String,
    /** URL at which browsers and programs reach the server, without a trailing slash: `https://gatehouse.example`. */
    baseUrl: Schema.String,
    uploadBytesMax: Schema.Int,
    historySubjects: Schema.Literals(["masked", "full", "none"]),
    keepsLeadMessages: Schema.Boolean,
    historyDaysMax: Schema.Int,
    /** Whether `/demo` shows a form, using a site of the operator's account. */
    hasDemo: Schema.Boolean
  })
})

export const Session = Schema.Struct({
  id: Schema.String,
  createdAt: instantSchema,
  lastSeenAt: instantSchema,
  expiresAt: instantSchema,
  /** `User-Agent` of the session's browser, shortened. */
  userAgent: Schema.String,
  address: Schema.String,
  isCurrent: Schema.Boolean
})

const me = HttpApiEndpoint.get("me", "/me", { success: Me })

const rename = HttpApiEndpoint.put("rename", "/me", {
  payload: Schema.Struct({ name: shortTextSchema }),
  success: Me,
  error: InvalidInput
})

/** Changes the password and ends all other sessions of the member. */
const changePassword = HttpApiEndpoint.put("changePassword", "/me/password", {
  payload: Schema.Struct({
    current: Schema.String.check(Schema.isMaxLength(512)),
    next: Schema.String.check(Schema.isMaxLength(512))
  }),
  success: HttpApiSchema.NoContent,
  error: [InvalidInput, TooManyTries]
})

const sessions = HttpApiEndpoint.get("sessions", "/sessions", { success: Schema.Array(Session) })

const revoke = HttpApiEndpoint.delete("revoke", "/sessions/:id", {
  params: { id: idSchema },
  success: HttpApiSchema.NoContent,
  error: NotFound
})

const revokeOthers = HttpApiEndpoint.post("revokeOthers", "/sessions/revoke-others", {
  success: Schema.Struct({ revoked: Schema.Int })
})

/** Endpoints for the member's own profile, password and sessions. */
export class SessionGroup extends HttpApiGroup.make("session")
  .add(me, rename, changePassword, sessions, revoke, revokeOthers)
  .annotateEndpoints(AllowedRoles, allRoles)
  .middleware(SessionAuth)
  .middleware(RequestValidation)
  .middleware(SameOrigin)
{}
