import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { acceptInvitation } from "../../../../core/members/administration/AcceptInvitation.ts"
import { readInvitation } from "../../../../core/members/administration/ManageInvitations.ts"
import { readPasswordLink, resetPassword } from "../../../../core/members/password-changes/ResetPassword.ts"
import { authenticateSession } from "../../../../core/members/sessions/AuthenticateSession.ts"
import { signOut } from "../../../../core/members/sessions/EndSessions.ts"
import { signIn } from "../../../../core/members/sessions/SignIn.ts"
import type { StartedSession } from "../../../../core/members/sessions/StartSession.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { currentBrowser, currentDevice, rememberDevice } from "../session/CurrentBrowser.ts"
import { DashboardOptions } from "../session/DashboardOptions.ts"
import { clearCookie, sessionCookie, setCookie, valueIn } from "../session/OwnCookie.ts"
import { asNotThere, asRefused, asTakenAddress, asTooManyTries } from "./Failures.ts"
import { meOf } from "./Session.ts"

export const entry = HttpApiBuilder.group(AccountApi, "entry", (handlers) =>
  handlers
    .handle("signIn", ({ payload }) =>
      Effect.flatMap(Effect.all([currentBrowser, currentDevice]), ([browser, device]) =>
        signIn({ ...payload, ...browser, device })).pipe(
          Effect.flatMap(enter),
          Effect.catchTags({ SignInRefused: asRefused, TooManyAttempts: asTooManyTries })
        ))
    .handle("readInvitation", ({ payload }) =>
      readInvitation(payload.token).pipe(
        Effect.map((read) => ({ ...read, expiresAt: read.expiresAt.getTime() })),
        Effect.catchTag("InvitationNotFound", asNotThere)
      ))
    .handle("acceptInvitation", ({ payload }) =>
      Effect.flatMap(currentBrowser, (browser) =>
        acceptInvitation({ ...payload, ...browser })).pipe(
          Effect.flatMap(enter),
          Effect.catchTags({
            InvitationNotFound: asNotThere,
            EmailTaken: asTakenAddress,
            InvalidMember: asRefused,
            TooManyAttempts: asTooManyTries
          })
        ))
    .handle("readPasswordLink", ({ payload }) =>
      readPasswordLink(payload.token).pipe(
        Effect.map(({ link, member: { email, name } }) => ({ email, name, expiresAt: link.expiresAt.getTime() })),
        Effect.catchTag("PasswordLinkNotFound", asNotThere)
      ))
    .handle("resetPassword", ({ payload }) =>
      Effect.flatMap(currentBrowser, (browser) =>
        resetPassword({ ...payload, ...browser })).pipe(
          Effect.flatMap(enter),
          Effect.catchTags({
            PasswordLinkNotFound: asNotThere,
            InvalidMember: asRefused,
            TooManyAttempts: asTooManyTries
          })
        ))
    .handle("signOut", () =>
      leave))

/** Starts a session with a fresh token and ends the browser's previous session (OWASP ASVS 5.0, 7.2.4). */
const enter = Effect.fnUntraced(function*({ member, token }: StartedSession) {
  yield* endCurrent
  yield* setCookie(sessionCookie, token, (yield* DashboardOptions).publicUrl)
  yield* rememberDevice(member)
  return yield* meOf(member)
})

const endCurrent = Effect.gen(function*() {
  const { publicUrl } = yield* DashboardOptions
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const token = valueIn(sessionCookie, headers["cookie"], publicUrl)
  const found = token === null ? null : yield* authenticateSession(token)
  if (found === null) return
  const { address } = yield* currentBrowser
  yield* signOut({ id: found.session.id, memberId: found.member.id, address })
})

/** Signs out and clears the cookie, even without a live session. */
const leave = Effect.gen(function*() {
  yield* endCurrent
  yield* clearCookie(sessionCookie, (yield* DashboardOptions).publicUrl)
})
