import { Context } from "effect"
import type { Effect } from "effect"
import type { MemberId } from "../../kernel/Ids.ts"
import type { MemberSession } from "./MemberSession.ts"

/** Stores the sessions of members. They are not cached, so a revoked session ends on all instances at once. */
export class MemberSessions extends Context.Service<MemberSessions, {
  /** Stores a session. Does nothing if the member was removed. */
  readonly create: (session: MemberSession) => Effect.Effect<void>
  /** Returns the session, even if it has expired, or null. The caller must check its times. */
  readonly find: (digest: string) => Effect.Effect<MemberSession | null>
  readonly recordSeen: (id: string, at: Date) => Effect.Effect<void>
  /** Returns the sessions of a member, most recently seen first. */
  readonly list: (memberId: MemberId) => Effect.Effect<ReadonlyArray<MemberSession>>
  /** Deletes a session and reports whether it existed. */
  readonly remove: (memberId: MemberId, id: string) => Effect.Effect<boolean>
  /** Deletes all sessions of a member except `exceptId`. Returns the number of deleted sessions. */
  readonly removeAll: (memberId: MemberId, exceptId: string | null) => Effect.Effect<number>
  /**
   * Deletes sessions that were last seen, or that expired, before these times. Returns the number of deleted sessions.
   */
  readonly sweep: (seenBefore: Date, expiredBefore: Date) => Effect.Effect<number>
}>()("gatehouse/core/members/sessions/MemberSessions") {}
