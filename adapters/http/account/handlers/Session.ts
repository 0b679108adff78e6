import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Accounts } from "../../../../core/accounts/Accounts.ts"
import { operatorAccountId } from "../../../../core/accounts/ManageAccounts.ts"
import { renameMember } from "../../../../core/members/administration/ManageMembers.ts"
import type { Member } from "../../../../core/members/Member.ts"
import { changePassword } from "../../../../core/members/password-changes/ChangePassword.ts"
import { revokeOtherSessions, revokeSession } from "../../../../core/members/sessions/EndSessions.ts"
import { isSessionActive, type MemberSession } from "../../../../core/members/sessions/MemberSession.ts"
import { MemberSessions } from "../../../../core/members/sessions/MemberSessions.ts"
import { apiVersion } from "../../api/Api.ts"
import { AccountApi } from "../api/AccountApi.ts"
import type { Me } from "../api/Session.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { currentSessionMember } from "../session/CurrentActor.ts"
import { currentBaseUrl, setDeviceCookie } from "../session/CurrentBrowser.ts"
import { DashboardOptions } from "../session/DashboardOptions.ts"
import { failInvalidInput, failNotFound, failTooManyTries } from "./Failures.ts"

export const session = HttpApiBuilder.group(AccountApi, "session", (handlers) =>
  handlers
    .handle("me", () => Effect.flatMap(CurrentMember, ({ memberId: id, ...current }) => describeMe({ id, ...current })))
    .handle("rename", ({ payload }) =>
      Effect.flatMap(currentSessionMember, (self) =>
        renameMember({ ...self, ...payload })).pipe(
          Effect.flatMap(describeMe),
          Effect.catchTags({ InvalidMember: failInvalidInput, MemberNotFound: Effect.die })
        ))
    .handle("changePassword", ({ payload }) =>
      Effect.flatMap(currentSessionMember, (self) =>
        changePassword({ ...self, ...payload })).pipe(
          // The device cookie depends on the password, so the new password needs a new cookie.
          Effect.flatMap(setDeviceCookie),
          Effect.catchTags({
            InvalidMember: failInvalidInput,
            TooManyAttempts: failTooManyTries,
            MemberNotFound: Effect.die
          })
        ))
    .handle("sessions", () =>
      ownSessions)
    .handle("revoke", ({ params }) =>
      Effect.flatMap(currentSessionMember, (self) =>
        revokeSession({ ...self, ...params })).pipe(
          Effect.catchTags({ SessionNotFound: failNotFound, MemberNotFound: Effect.die })
        ))
    .handle("revokeOthers", () =>
      Effect.flatMap(currentSessionMember, revokeOtherSessions).pipe(
        Effect.map((revoked) => ({ revoked })),
        Effect.catchTag("MemberNotFound", Effect.die)
      )))

/** Returns the live sessions of the member, most recently used first. */
const ownSessions = Effect.gen(function*() {
  const { memberId, sessionId } = yield* CurrentMember
  const now = yield* Clock.currentTimeMillis
  const all = yield* (yield* MemberSessions).list(memberId)
  return all.filter((session) => isSessionActive(session, now)).map((session) => toSessionView(session, sessionId))
})

const toSessionView = (
  { address, createdAt, expiresAt, id, lastSeenAt, userAgent }: MemberSession,
  currentId: string
) => ({
  id,
  createdAt: createdAt.getTime(),
  lastSeenAt: lastSeenAt.getTime(),
  expiresAt: expiresAt.getTime(),
  userAgent,
  address,
  isCurrent: id === currentId
})

/** Returns the signed-in member and the server settings for the pages. */
export const describeMe = Effect.fnUntraced(function*(
  { accountId, email, id, name, role }: Pick<Member, "id" | "accountId" | "name" | "email" | "role">
) {
  const { hasDemo, historyDaysMax, historySubjects, keepsLeadMessages, uploadBytesMax } = yield* DashboardOptions
  // The account exists, because accounts are never removed.
  const account = yield* Effect.orDie((yield* Accounts).get(accountId))
  const me: typeof Me["Type"] = {
    member: { id, name, email, role },
    account: { id: account.id, name: account.name, isOperator: (yield* operatorAccountId) === account.id },
    server: {
      version: apiVersion,
      baseUrl: yield* currentBaseUrl,
      uploadBytesMax,
      historySubjects,
      keepsLeadMessages,
      historyDaysMax,
      hasDemo
    }
  }
  return me
})
