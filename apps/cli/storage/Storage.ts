import { Effect } from "effect"

/**
 * Runs an effect with the storage, on an empty database if there is none. The database and its drivers are loaded only here, so that help
 * texts and commands without a database start faster.
 */
export const withStorage = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    Effect.promise(() => import("./StorageLayer.ts")),
    ({ layerStorage }) => Effect.provide(effect, layerStorage)
  )

/** Like `withStorage`, for commands that need existing data: fails without a database and creates none. */
export const withExistingStorage = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    Effect.promise(() => import("./StorageLayer.ts")),
    ({ layerExistingStorage }) => Effect.provide(effect, layerExistingStorage)
  )
