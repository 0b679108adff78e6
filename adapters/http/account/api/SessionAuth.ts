import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSchema } from "effect/http-api"
import type { AccountId, MemberId, SessionId } from "../../../../core/kernel/Ids.ts"
import type { Role } from "../../../../core/members/Role.ts"
import { InvalidInput, NotAllowed, SignInRequired, TooManyTries } from "./AccountFailures.ts"

export interface SignedIn {
  readonly memberId: MemberId
  readonly accountId: AccountId
  readonly role: Role
  /** Name as recorded in the audit log. */
  readonly name: string
  readonly email: string
  /** Session ID, which is not secret. */
  readonly sessionId: SessionId
  /** Address of the browser; forwarded addresses count only from trusted proxies. */
  readonly address: string
}

export class CurrentMember extends Context.Service<CurrentMember, SignedIn>()(
  "gatehouse/adapters/http/account/api/CurrentMember"
) {}

/** Annotation with the roles that may use an endpoint. Every endpoint behind `SessionAuth` has it. */
export class MayBeUsedBy extends Context.Service<MayBeUsedBy, ReadonlyArray<Role>>()(
  "gatehouse/adapters/http/account/api/MayBeUsedBy"
) {}

/** Annotation of endpoints that are no GET but change nothing. Their requests do not count as changes. */
export class ChangesNothing extends Context.Service<ChangesNothing, true>()(
  "gatehouse/adapters/http/account/api/ChangesNothing"
) {}

export const everyone: ReadonlyArray<Role> = ["owner", "member", "reviewer"]
export const staff: ReadonlyArray<Role> = ["owner", "member"]
export const owners: ReadonlyArray<Role> = ["owner"]

/** Header that this server's own scripts send with every change. Forms on other sites cannot send it. */
export const csrfHeader = "x-gatehouse-dashboard"

/** Middleware for every request: changes have to come from this server's own pages. */
export class OwnPages extends HttpApiMiddleware.Service<OwnPages>()("gatehouse/adapters/http/account/api/OwnPages", {
  error: NotAllowed
}) {}

/**
 * Middleware that checks the session cookie. It answers 401 without a live session, 403 for a missing permission, and 429 for too many
 * changes.
 */
export class SessionAuth extends HttpApiMiddleware.Service<SessionAuth, { provides: CurrentMember }>()(
  "gatehouse/adapters/http/account/api/SessionAuth",
  { error: [SignInRequired, NotAllowed, TooManyTries] }
) {}

/** Middleware that answers malformed requests in the same way as invalid values. */
export class WellFormed extends HttpApiMiddleware.Service<WellFormed>()(
  "gatehouse/adapters/http/account/api/WellFormed",
  { error: InvalidInput.pipe(HttpApiSchema.status(422)) }
) {}
