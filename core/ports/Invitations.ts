import { Context } from "effect"
import type { Effect } from "effect"
import type { Invitation } from "../members/Invitation.ts"

/** Links that nobody has taken yet. */
export class Invitations extends Context.Service<Invitations, {
  readonly create: (invitation: Invitation) => Effect.Effect<void>
  /** Null when there is none, taken or withdrawn. Whether it has expired is for the core to judge. */
  readonly find: (digest: string) => Effect.Effect<Invitation | null>
  /** Newest first. */
  readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<Invitation>>
  /** Removes it, and says whether it was there: of two who take it at once, one gets true. */
  readonly take: (accountId: string, id: string) => Effect.Effect<boolean>
  /** Removes what expired before; returns how many. */
  readonly sweep: (expiredBefore: Date) => Effect.Effect<number>
}>()("gatehouse/core/ports/Invitations") {}
