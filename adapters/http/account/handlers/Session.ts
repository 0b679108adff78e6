import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { renameMember } from "../../../../core/members/administration/ManageMembers.ts"
import { changePassword } from "../../../../core/members/password-changes/ChangePassword.ts"
import { revokeOtherSessions, revokeSession } from "../../../../core/members/sessions/EndSessions.ts"
import { isLive, type MemberSession } from "../../../../core/members/sessions/MemberSession.ts"
import { MemberSessions } from "../../../../core/members/sessions/MemberSessions.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { currentSelf } from "./CurrentActor.ts"
import { rememberDevice } from "./CurrentDevice.ts"
import { asNotThere, asRefused, asTooManyTries } from "./Failures.ts"
import { meOf } from "./Me.ts"

export const session = HttpApiBuilder.group(AccountApi, "session", (handlers) =>
  handlers
    .handle("me", () => Effect.flatMap(CurrentMember, ({ memberId: id, ...current }) => meOf({ id, ...current })))
    .handle("rename", ({ payload }) =>
      Effect.flatMap(currentSelf, (self) => renameMember({ ...self, ...payload })).pipe(
        Effect.flatMap(meOf),
        Effect.catchTags({ InvalidMember: asRefused, MemberNotFound: Effect.die })
      ))
    .handle("changePassword", ({ payload }) =>
      Effect.flatMap(currentSelf, (self) =>
        changePassword({ ...self, ...payload })).pipe(
          // The new password is another one than that of the cookie it has.
          Effect.flatMap(rememberDevice),
          Effect.catchTags({
            InvalidMember: asRefused,
            TooManyTries: asTooManyTries,
            MemberNotFound: Effect.die
          })
        ))
    .handle("sessions", () =>
      ownSessions)
    .handle("revoke", ({ params }) =>
      Effect.flatMap(currentSelf, (self) => revokeSession({ ...self, ...params })).pipe(
        Effect.catchTags({ SessionNotFound: asNotThere, MemberNotFound: Effect.die })
      ))
    .handle("revokeOthers", () =>
      Effect.flatMap(currentSelf, revokeOtherSessions).pipe(
        Effect.map((revoked) => ({ revoked })),
        Effect.catchTag("MemberNotFound", Effect.die)
      )))

/** Where this member is signed in now, the last seen first. */
const ownSessions = Effect.gen(function*() {
  const { memberId, sessionId } = yield* CurrentMember
  const now = yield* Clock.currentTimeMillis
  const all = yield* (yield* MemberSessions).list(memberId)
  return all.filter((session) => isLive(session, now)).map((session) => shown(session, sessionId))
})

const shown = ({ address, createdAt, expiresAt, id, lastSeenAt, userAgent }: MemberSession, currentId: string) => ({
  id,
  createdAt: createdAt.getTime(),
  lastSeenAt: lastSeenAt.getTime(),
  expiresAt: expiresAt.getTime(),
  userAgent,
  address,
  isCurrent: id === currentId
})
