import { Context, Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import type { RateLimiter } from "../../../../core/keys/RateLimiter.ts"
import type { Member } from "../../../../core/members/Member.ts"
import type { Role } from "../../../../core/members/Role.ts"
import { authenticateSession } from "../../../../core/members/sessions/AuthenticateSession.ts"
import type { MemberSession } from "../../../../core/members/sessions/MemberSession.ts"
import { memberKeyId } from "../../../../core/requests/MemberKeyId.ts"
import type { Authenticator } from "../../server/endpoints/Authenticator.ts"
import { accountApiPath } from "../api/AccountApi.ts"
import { NotAllowed, SignInRequired } from "../api/AccountFailures.ts"
import {
  AllowedRoles,
  CurrentMember,
  IsReadOnly,
  SessionAuth,
  type SignedInMember,
  staffRoles
} from "../api/SessionAuth.ts"
import { countChange } from "./ChangeLimit.ts"
import { readCookie, sessionCookie } from "./DashboardCookies.ts"
import { DashboardOptions } from "./DashboardOptions.ts"
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

const toSignedInMember = (member: Member, session: MemberSession, address: string): SignedInMember => ({
  memberId: member.id,
  accountId: member.accountId,
  role: member.role,
  name: member.name,
  email: member.email,
  sessionId: session.id,
  address
})

/** Address of the browser. Forwarded addresses are used only if a trusted proxy sent them. */
export const browserAddress = Effect.gen(function*() {
  const { resolveClientAddress } = yield* DashboardOptions
  const { headers, remoteAddress } = yield* HttpServerRequest.HttpServerRequest
  return resolveClientAddress(Option.getOrElse(remoteAddress, () => ""), headers["x-forwarded-for"])
})

export const roleNotAllowedMessage = "Your role does not allow this. Ask an owner of the account."

const noRoles: ReadonlyArray<Role> = []

/** Implements the `SessionAuth` middleware. Requests to endpoints without `AllowedRoles` are refused. */
export const layer = Layer.effect(
  SessionAuth,
  Effect.gen(function*() {
    const context = yield* Effect.context<
      DashboardOptions | RateLimiter | Effect.Services<ReturnType<typeof authenticateSession>>
    >()
    const { resolveClientAddress, publicUrl } = Context.get(context, DashboardOptions)
    return SessionAuth.of(Effect.fnUntraced(function*(httpEffect, { endpoint }) {
      const { headers, method, remoteAddress } = yield* HttpServerRequest.HttpServerRequest
      const peer = Option.getOrElse(remoteAddress, () => "")
      const current = yield* authenticateCookie(
        headers["cookie"],
        publicUrl,
        () => resolveClientAddress(peer, headers["x-forwarded-for"])
      ).pipe(Effect.provideContext(context))
      const annotations = endpoint.annotations
      const allowed = Context.getOrElse(annotations, AllowedRoles, () => noRoles)
      if (!allowed.includes(current.role)) return yield* new NotAllowed({ message: roleNotAllowedMessage })
      const isReading = method === "GET" || method === "HEAD" ||
        Context.getOrElse(annotations, IsReadOnly, () => false)
      if (!isReading) yield* Effect.provideContext(countChange(current.memberId), context)
      return yield* Effect.provideService(httpEffect, CurrentMember, current)
    }))
  })
)

/**
 * Builds a check that the caller is still signed in with the same role. Long responses repeat the check while they are
 * sent.
 */
export const makeSignedInCheck = Effect.gen(function*() {
  const { memberId, role } = yield* CurrentMember
  const { publicUrl } = yield* DashboardOptions
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const isSignedIn = authenticateCookie(headers["cookie"], publicUrl, () => "").pipe(
    Effect.map((current) => current.memberId === memberId && current.role === role),
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
