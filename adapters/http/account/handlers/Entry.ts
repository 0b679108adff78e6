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
import { currentBrowser, currentDeviceToken, setDeviceCookie } from "../session/CurrentBrowser.ts"
import { clearCookie, readCookie, sessionCookie, setCookie } from "../session/DashboardCookies.ts"
import { DashboardOptions } from "../session/DashboardOptions.ts"
import { failEmailTaken, failInvalidInput, failNotFound, failTooManyTries } from "./Failures.ts"
import { describeMe } from "./Session.ts"

export const entry = HttpApiBuilder.group(AccountApi, "entry", (handlers) =>
  handlers
    .handle("signIn", ({ payload }) =>
      Effect.flatMap(Effect.all([currentBrowser, currentDeviceToken]), ([browser, device]) =>
        signIn({ ...payload, ...browser, device })).pipe(
          Effect.flatMap(completeSignIn),
          Effect.catchTags({ SignInRefused: failInvalidInput, TooManyAttempts: failTooManyTries })
        ))
    .handle("readInvitation", ({ payload }) =>
      readInvitation(payload.token).pipe(
        Effect.map((read) => ({ ...read, expiresAt: read.expiresAt.getTime() })),
        Effect.catchTag("InvitationNotFound", failNotFound)
      ))
    .handle("acceptInvitation", ({ payload }) =>
      Effect.flatMap(currentBrowser, (browser) =>
        acceptInvitation({ ...payload, ...browser })).pipe(
          Effect.flatMap(completeSignIn),
          Effect.catchTags({
            InvitationNotFound: failNotFound,
            EmailTaken: failEmailTaken,
            InvalidMember: failInvalidInput,
            TooManyAttempts: failTooManyTries
          })
        ))
    .handle("readPasswordLink", ({ payload }) =>
      readPasswordLink(payload.token).pipe(
        Effect.map(({ link, member: { email, name } }) => ({ email, name, expiresAt: link.expiresAt.getTime() })),
        Effect.catchTag("PasswordLinkNotFound", failNotFound)
      ))
    .handle("resetPassword", ({ payload }) =>
      Effect.flatMap(currentBrowser, (browser) =>
        resetPassword({ ...payload, ...browser })).pipe(
          Effect.flatMap(completeSignIn),
          Effect.catchTags({
            PasswordLinkNotFound: failNotFound,
            InvalidMember: failInvalidInput,
            TooManyAttempts: failTooManyTries
          })
        ))
    .handle("signOut", () =>
      completeSignOut))

/** Starts a session with a fresh token and ends the browser's previous session (OWASP ASVS 5.0, 7.2.4). */
const completeSignIn = Effect.fnUntraced(function*({ member, token }: StartedSession) {
  yield* endCurrentSession
  yield* setCookie(sessionCookie, token, (yield* DashboardOptions).publicUrl)
  yield* setDeviceCookie(member)
  return yield* describeMe(member)
})

const endCurrentSession = Effect.gen(function*() {
  const { publicUrl } = yield* DashboardOptions
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const token = readCookie(sessionCookie, headers["cookie"], publicUrl)
  const found = token === null ? null : yield* authenticateSession(token)
  if (found === null) return
  const { address } = yield* currentBrowser
  yield* signOut({ id: found.session.id, memberId: found.member.id, address })
})

/** Signs out and clears the cookie, even without a live session. */
const completeSignOut = Effect.gen(function*() {
  yield* endCurrentSession
  yield* clearCookie(sessionCookie, (yield* DashboardOptions).publicUrl)
})
