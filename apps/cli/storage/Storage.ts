import { Effect } from "effect"

/**
 * Runs an effect with the storage. Creates a missing database. The database drivers are imported only here, so that
 * help texts and commands without a database start faster.
 */
export const withStorage = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    Effect.promise(() => import("./StorageLayer.ts")),
    ({ layerStorage }) => Effect.provide(effect, layerStorage)
  )

/** Like `withStorage`, but fails if the database does not exist. */
export const withExistingStorage = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    Effect.promise(() => import("./StorageLayer.ts")),
    ({ layerExistingStorage }) => Effect.provide(effect, layerExistingStorage)
  )
