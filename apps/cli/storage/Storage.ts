import { Effect } from "effect"

/**
 * Runs an effect with the stored data, on an empty database if there is none. The database, with its drivers, is loaded
 * only now: commands without one, and help texts, start faster.
 */
export const withStorage = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    Effect.promise(() => import("./StorageLayer.ts")),
    ({ layerStorage }) => Effect.provide(effect, layerStorage)
  )

/** The same for a command that is about what is stored already: it fails where there is no database, and makes none. */
export const withExistingStorage = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    Effect.promise(() => import("./StorageLayer.ts")),
    ({ layerExistingStorage }) => Effect.provide(effect, layerExistingStorage)
  )
