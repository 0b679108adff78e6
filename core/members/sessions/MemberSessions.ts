import { Context } from "effect"
import type { Effect } from "effect"
import type { MemberId } from "../../kernel/Ids.ts"
import type { MemberSession } from "./MemberSession.ts"

/** Signed-in browsers. Not cached: a revoked session ends everywhere at once. */
export class MemberSessions extends Context.Service<MemberSessions, {
  /** Does nothing if the member was removed. */
  readonly create: (session: MemberSession) => Effect.Effect<void>
  /** Returns the session, even if it has expired, or null. The caller must check its times. */
  readonly find: (digest: string) => Effect.Effect<MemberSession | null>
  readonly recordSeen: (id: string, at: Date) => Effect.Effect<void>
  /** Most recently seen first. */
  readonly list: (memberId: MemberId) => Effect.Effect<ReadonlyArray<MemberSession>>
  /** Deletes a session and reports whether it existed. */
  readonly remove: (memberId: MemberId, id: string) => Effect.Effect<boolean>
  /** Deletes all sessions except `exceptId`. Returns the number deleted. */
  readonly removeAll: (memberId: MemberId, exceptId: string | null) => Effect.Effect<number>
  /** Deletes sessions last seen or expired before these dates. Returns the number deleted. */
  readonly sweep: (seenBefore: Date, expiredBefore: Date) => Effect.Effect<number>
}>()("gatehouse/core/members/sessions/MemberSessions") {}
