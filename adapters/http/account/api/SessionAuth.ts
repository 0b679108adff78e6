import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSchema } from "effect/http-api"
import type { AccountId, MemberId, SessionId } from "../../../../core/kernel/Ids.ts"
import type { ManagementAccess } from "../../../../core/management-keys/ManagementScope.ts"
import type { Role } from "../../../../core/members/Role.ts"
import { InvalidInput, NotAllowed, SignInRequired, TooManyTries } from "./AccountFailures.ts"

/** Caller of the account API: a signed-in member, or a management key, which has neither email address nor session. */
export interface SignedInMember {
  /** ID of the member or management key. */
  readonly memberId: MemberId
  readonly accountId: AccountId
  readonly role: Role
  readonly name: string
  readonly email: string
  /** ID of the session; empty for a management key. Unlike the session token, the ID is not secret. */
  readonly sessionId: SessionId
  /** Address of the browser or script. Forwarded addresses are used only if a trusted proxy sent them. */
  readonly address: string
}

export class CurrentMember extends Context.Service<CurrentMember, SignedInMember>()(
  "gatehouse/adapters/http/account/api/CurrentMember"
) {}

/** Annotation with the roles that may use an endpoint. Every endpoint behind `SessionAuth` has this annotation. */
export class AllowedRoles extends Context.Service<AllowedRoles, ReadonlyArray<Role>>()(
  "gatehouse/adapters/http/account/api/AllowedRoles"
) {}

/**
 * Annotation of endpoints that change nothing although their method is not GET. Requests to them do not count as
 * changes.
 */
export class IsReadOnly extends Context.Service<IsReadOnly, true>()(
  "gatehouse/adapters/http/account/api/IsReadOnly"
) {}

/** Returns the access that an endpoint needs. */
export const accessOf = (method: string, annotations: Context.Context<never>): ManagementAccess =>
  method === "GET" || method === "HEAD" || Context.getOrElse(annotations, IsReadOnly, () => false) ? "read" : "write"

export const allRoles: ReadonlyArray<Role> = ["owner", "member", "reviewer"]
export const staffRoles: ReadonlyArray<Role> = ["owner", "member"]
export const ownerRoles: ReadonlyArray<Role> = ["owner"]

/** Header that this server's own scripts send with every change. Forms on other sites cannot send it. */
export const csrfHeader = "x-gatehouse-dashboard"

/** Middleware that refuses requests from pages of other sites. */
export class SameOrigin
  extends HttpApiMiddleware.Service<SameOrigin>()("gatehouse/adapters/http/account/api/SameOrigin", {
    error: NotAllowed
  })
{}

/**
 * Middleware that checks the management key or the session cookie. It responds with 401 without a live key or session,
 * 403 for a missing permission, and 429 for too many changes.
 */
export class SessionAuth extends HttpApiMiddleware.Service<SessionAuth, { provides: CurrentMember }>()(
  "gatehouse/adapters/http/account/api/SessionAuth",
  { error: [SignInRequired, NotAllowed, TooManyTries] }
) {}

/** Middleware that reports malformed requests in the same way as invalid values. */
export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation>()(
  "gatehouse/adapters/http/account/api/RequestValidation",
  { error: InvalidInput.pipe(HttpApiSchema.status(422)) }
) {}
