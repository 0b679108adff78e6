import { Effect } from "effect"

/**
 * Runs an effect with the stored data. The database, with its drivers, is loaded only now: commands without one, and
 * help texts, start faster.
 */
export const withStorage = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    Effect.promise(() => import("./StorageLayer.ts")),
    ({ layerStorage }) => Effect.provide(effect, layerStorage)
  )
