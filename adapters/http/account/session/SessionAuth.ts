import { Context, Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import type { RateLimiter } from "../../../../core/keys/RateLimiter.ts"
import { authenticateManagementKey } from "../../../../core/management-keys/AuthenticateManagementKey.ts"
import { type ManagementKey, managementKeyActorName } from "../../../../core/management-keys/ManagementKey.ts"
import {
  allowsAccess,
  isManagementScope,
  type ManagementAccess,
  type ManagementScope
} from "../../../../core/management-keys/ManagementScope.ts"
import type { Member } from "../../../../core/members/Member.ts"
import type { Role } from "../../../../core/members/Role.ts"
import { authenticateSession } from "../../../../core/members/sessions/AuthenticateSession.ts"
import type { MemberSession } from "../../../../core/members/sessions/MemberSession.ts"
import { memberKeyId } from "../../../../core/requests/MemberKeyId.ts"
import type { Authenticator } from "../../server/endpoints/Authenticator.ts"
import { accountApiPath } from "../api/AccountApi.ts"
import { NotAllowed, SignInRequired } from "../api/AccountFailures.ts"
import {
  accessOf,
  AllowedRoles,
  CurrentMember,
  SessionAuth,
  type SignedInMember,
  staffRoles
} from "../api/SessionAuth.ts"
import { countChange } from "./ChangeLimit.ts"
import { readCookie, sessionCookie } from "./DashboardCookies.ts"
import { DashboardOptions } from "./DashboardOptions.ts"
import { readManagementKey } from "./ManagementKeyHeader.ts"
import { crossOriginProblem } from "./SameOrigin.ts"

const signInRequiredMessage = "You are not signed in, or your session has ended. Sign in."

/**
 * Returns the member of the session cookie, or fails with `SignInRequired`. Each call reads the storage, so that a
 * revocation takes effect immediately.
 */
export const authenticateCookie = Effect.fnUntraced(function*(
  cookies: string | undefined,
  publicUrl: string | null,
  address: () => string
) {
  const token = readCookie(sessionCookie, cookies, publicUrl)
  const found = token === null ? null : yield* authenticateSession(token)
  return found === null
    ? yield* new SignInRequired({ message: signInRequiredMessage })
    : toSignedInMember(found.member, found.session, address())
})

/** Caller of the account API: a signed-in member, or a management key with its scopes. */
interface Caller {
  readonly current: SignedInMember
  /** Scopes of the management key; null for a member, whose role decides. */
  readonly scopes: ReadonlyArray<ManagementScope> | null
}

const invalidKeyMessage = "This management key is misspelled, expired or revoked. Create another one in the dashboard."

/**
 * Returns the caller of a request. A management key takes precedence over a cookie. Each call reads the storage, so
 * that a revocation takes effect immediately.
 */
const authenticateCaller = Effect.fnUntraced(function*(
  headers: Readonly<Record<string, string | undefined>>,
  publicUrl: string | null,
  address: () => string
) {
  const text = readManagementKey(headers["authorization"])
  if (text === null) {
    const caller: Caller = { current: yield* authenticateCookie(headers["cookie"], publicUrl, address), scopes: null }
    return caller
  }
  const key = yield* authenticateManagementKey(text)
  if (key === null) return yield* new SignInRequired({ message: invalidKeyMessage })
  const caller: Caller = { current: toSignedInKey(key, address()), scopes: key.scopes }
  return caller
})

/** Describes a management key as an owner without an email address and session. The key's scopes limit its access. */
const toSignedInKey = (key: ManagementKey, address: string): SignedInMember => {
  // IDs of two kinds are not assignable. Change limits and the audit log treat the key as the member who acts.
  const actorId: string = key.id
  return {
    memberId: actorId,
    accountId: key.accountId,
    role: "owner",
    name: managementKeyActorName(key),
    email: "",
    sessionId: "",
    address
  }
}

const toSignedInMember = (member: Member, session: MemberSession, address: string): SignedInMember => ({
  memberId: member.id,
  accountId: member.accountId,
  role: member.role,
  name: member.name,
  email: member.email,
  sessionId: session.id,
  address
})

/** Address of the browser or script. Forwarded addresses are used only if a trusted proxy sent them. */
export const browserAddress = Effect.gen(function*() {
  const { resolveClientAddress } = yield* DashboardOptions
  const { headers, remoteAddress } = yield* HttpServerRequest.HttpServerRequest
  return resolveClientAddress(Option.getOrElse(remoteAddress, () => ""), headers["x-forwarded-for"])
})

export const roleNotAllowedMessage = "Your role does not allow this. Ask an owner of the account."

const noRoles: ReadonlyArray<Role> = []

/** Fails if the caller has insufficient rights. Members need one of the roles, and management keys need a scope. */
const checkPermission = (
  { current, scopes }: Caller,
  area: string,
  access: ManagementAccess,
  roles: ReadonlyArray<Role>
) => {
  if (scopes === null) {
    return roles.includes(current.role) ? Effect.void : Effect.fail(new NotAllowed({ message: roleNotAllowedMessage }))
  }
  if (allowsAccess(scopes, area, access)) return Effect.void
  const isOffered = isManagementScope(`${area}:${access}`)
  const message = isOffered
    ? `This management key lacks the scope ${area}:${access}.`
    : "Management keys cannot use this endpoint. Sign in to the dashboard."
  return Effect.fail(new NotAllowed({ message }))
}

/**
 * Implements the `SessionAuth` middleware. Members cannot use endpoints without `AllowedRoles`. A management key needs
 * a scope for the endpoint's group.
 */
export const layer = Layer.effect(
  SessionAuth,
  Effect.gen(function*() {
    const context = yield* Effect.context<
      DashboardOptions | RateLimiter | Effect.Services<ReturnType<typeof authenticateCaller>>
    >()
    const { resolveClientAddress, publicUrl } = Context.get(context, DashboardOptions)
    return SessionAuth.of(Effect.fnUntraced(function*(httpEffect, { endpoint, group }) {
      const { headers, method, remoteAddress } = yield* HttpServerRequest.HttpServerRequest
      const peer = Option.getOrElse(remoteAddress, () => "")
      const caller = yield* authenticateCaller(
        headers,
        publicUrl,
        () => resolveClientAddress(peer, headers["x-forwarded-for"])
      ).pipe(Effect.provideContext(context))
      const annotations = endpoint.annotations
      const access = accessOf(method, annotations)
      const roles = Context.getOrElse(annotations, AllowedRoles, () => noRoles)
      yield* checkPermission(caller, group.identifier, access, roles)
      if (access === "write") yield* Effect.provideContext(countChange(caller.current.memberId), context)
      return yield* Effect.provideService(httpEffect, CurrentMember, caller.current)
    }))
  })
)

/**
 * Builds a check that the member is still signed in with the same role, or that the management key is still active.
 * Long responses repeat the check while they are sent.
 */
export const makeSignedInCheck = Effect.gen(function*() {
  const { memberId, role } = yield* CurrentMember
  const { publicUrl } = yield* DashboardOptions
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const isSignedIn = authenticateCaller(headers, publicUrl, () => "").pipe(
    Effect.map(({ current }) => current.memberId === memberId && current.role === role),
    Effect.catchTag("SignInRequired", () => Effect.succeed(false))
  )
  return Effect.provideContext(isSignedIn, yield* Effect.context<Effect.Services<typeof isSignedIn>>())
})

/** Path under which the dashboard pages call the endpoints of the public API. */
export const tryApiPath = `${accountApiPath}/try`
/** Maximum number of requests per minute and member under `tryApiPath`. */
export const tryRequestsPerMinuteMax = 60

/** Authenticates requests of the dashboard pages by session instead of an API key. The member's account is charged. */
export const sessionAuthenticator = Effect.gen(function*() {
  const context = yield* Effect.context<DashboardOptions | Effect.Services<ReturnType<typeof authenticateSession>>>()
  const { publicUrl } = Context.get(context, DashboardOptions)
  const authenticator: Authenticator = {
    authenticate: (exchange) =>
      Effect.gen(function*() {
        const problem = crossOriginProblem(exchange, publicUrl)
        if (problem !== null) return yield* new NotAllowed({ message: problem })
        const { accountId, memberId, role } = yield* authenticateCookie(
          exchange.header("cookie"),
          publicUrl,
          () => exchange.clientAddress
        )
        if (!staffRoles.includes(role)) return yield* new NotAllowed({ message: roleNotAllowedMessage })
        return { accountId, id: memberKeyId(memberId), requestsPerMinute: tryRequestsPerMinuteMax }
      }).pipe(Effect.provideContext(context)),
    recordUse: () => {}
  }
  return authenticator
})
