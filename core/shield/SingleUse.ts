import { Context, Schema } from "effect"
import type { Effect } from "effect"

/** Nobody can tell at the moment whether something was used before. */
export class SingleUseUnavailable extends Schema.TaggedError<SingleUseUnavailable>()("SingleUseUnavailable", {}) {}

/** Remembers what may be used once, whichever instance was asked, for as long as it could be used. */
export class SingleUse extends Context.Service<SingleUse, {
  /**
   * True for the first who asks, false for all after; durable before it answers.
   *
   * @param id unique among everything that is consumed, with what it is in front: `token:…`
   * @param until when it may be forgotten
   */
  readonly consume: (id: string, until: Date) => Effect.Effect<boolean, SingleUseUnavailable>
  /** Forgets what may be forgotten; returns how many. */
  readonly sweep: (now: Date) => Effect.Effect<number>
}>()("gatehouse/core/shield/SingleUse") {}
