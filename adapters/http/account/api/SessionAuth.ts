import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSchema } from "effect/http-api"
import type { AccountId, MemberId, SessionId } from "../../../../core/kernel/Ids.ts"
import type { Role } from "../../../../core/members/Role.ts"
import { NotAllowed, Refused, SignInNeeded, TooManyTries } from "./AccountFailures.ts"

/** Who is signed in. */
export interface SignedIn {
  readonly memberId: MemberId
  readonly accountId: AccountId
  readonly role: Role
  /** As it stands in the audit log. */
  readonly name: string
  readonly email: string
  /** Id of the session, which is no secret. */
  readonly sessionId: SessionId
  /** Of the browser, as far as proxies are trusted. */
  readonly address: string
}

export class CurrentMember extends Context.Service<CurrentMember, SignedIn>()(
  "gatehouse/adapters/http/account/api/CurrentMember"
) {}

/** Who may use an endpoint: an annotation that every one behind `SessionAuth` has. */
export class MayBeUsedBy extends Context.Service<MayBeUsedBy, ReadonlyArray<Role>>()(
  "gatehouse/adapters/http/account/api/MayBeUsedBy"
) {}

/** An annotation of what is no GET and changes nothing all the same: it is not counted as a change. */
export class ChangesNothing extends Context.Service<ChangesNothing, true>()(
  "gatehouse/adapters/http/account/api/ChangesNothing"
) {}

export const everyone: ReadonlyArray<Role> = ["owner", "member", "reviewer"]
export const staff: ReadonlyArray<Role> = ["owner", "member"]
export const owners: ReadonlyArray<Role> = ["owner"]

/** The header that scripts of this server's own pages send with what changes something: no form of another page can. */
export const csrfHeader = "x-gatehouse-dashboard"

/** Every request: what changes something has to come from this server's own pages. */
export class OwnPages extends HttpApiMiddleware.Service<OwnPages>()("gatehouse/adapters/http/account/api/OwnPages", {
  error: NotAllowed
}) {}

/** The session cookie: 401 without a live one, 403 for what this role may not do, 429 for more changes than somebody makes by hand. */
export class SessionAuth extends HttpApiMiddleware.Service<SessionAuth, { provides: CurrentMember }>()(
  "gatehouse/adapters/http/account/api/SessionAuth",
  { error: [SignInNeeded, NotAllowed, TooManyTries] }
) {}

/** What has the wrong shape is answered like what cannot be so. */
export class WellFormed extends HttpApiMiddleware.Service<WellFormed>()(
  "gatehouse/adapters/http/account/api/WellFormed",
  { error: Refused.pipe(HttpApiSchema.status(422)) }
) {}
