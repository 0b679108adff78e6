import { Context } from "effect"
import type { Effect } from "effect"
import type { MemberId } from "../../kernel/Ids.ts"
import type { MemberSession } from "./MemberSession.ts"

/** Signed-in browsers. Every answer is of the moment: what was revoked anywhere is gone everywhere. */
export class MemberSessions extends Context.Service<MemberSessions, {
  /** Nothing is made of a member that was removed meanwhile. */
  readonly create: (session: MemberSession) => Effect.Effect<void>
  /** Null when there is none, whatever its times say: those are for the core to judge. */
  readonly find: (digest: string) => Effect.Effect<MemberSession | null>
  readonly seen: (id: string, at: Date) => Effect.Effect<void>
  /** The last seen first. */
  readonly list: (memberId: MemberId) => Effect.Effect<ReadonlyArray<MemberSession>>
  /** Whether there was one. */
  readonly remove: (memberId: MemberId, id: string) => Effect.Effect<boolean>
  /** All but this one, if one is named; returns how many. */
  readonly removeAll: (memberId: MemberId, exceptId: string | null) => Effect.Effect<number>
  /** Removes what was last seen before, or expired before; returns how many. */
  readonly sweep: (seenBefore: Date, expiredBefore: Date) => Effect.Effect<number>
}>()("gatehouse/core/members/sessions/MemberSessions") {}
