import { Context, Schema } from "effect"
import type { Effect } from "effect"

/** The store of used ids is unavailable, so a repeated use cannot be detected. */
export class SingleUseUnavailable extends Schema.TaggedError<SingleUseUnavailable>()("SingleUseUnavailable", {}) {}

/** Store of used ids, shared by all instances. Keeps each id until it could no longer be used. */
export class SingleUse extends Context.Service<SingleUse, {
  /**
   * Returns true for the first call with this id and false for every later call. Durable before it returns.
   *
   * @param id unique across all consumers, with a prefix: `token:…`
   * @param until when the id can be deleted
   */
  readonly consume: (id: string, until: Date) => Effect.Effect<boolean, SingleUseUnavailable>
  /** Deletes expired ids. Returns the number deleted. */
  readonly sweep: (now: Date) => Effect.Effect<number>
}>()("gatehouse/core/shield/SingleUse") {}
