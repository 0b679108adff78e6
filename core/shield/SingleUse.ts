import { Context, Schema } from "effect"
import type { Effect } from "effect"

/** The store of used IDs is unavailable, so a repeated use cannot be detected. */
export class SingleUseUnavailable extends Schema.TaggedError<SingleUseUnavailable>()("SingleUseUnavailable", {}) {}

/** Store of used IDs, which all instances share. It keeps each ID until the ID has expired. */
export class SingleUse extends Context.Service<SingleUse, {
  /**
   * Returns true for the first call with an ID and false for every later call. The use is durable before it returns.
   *
   * @param id ID with a prefix that makes it unique across all consumers: `token:…`
   * @param until time from which the ID can be deleted
   */
  readonly consume: (id: string, until: Date) => Effect.Effect<boolean, SingleUseUnavailable>
  /** Deletes expired IDs. Returns the number of deleted IDs. */
  readonly sweep: (now: Date) => Effect.Effect<number>
}>()("gatehouse/core/shield/SingleUse") {}
