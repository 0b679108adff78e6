import { Effect, Layer } from "effect"
import { KeyRing, type RingKey } from "../../../core/shield/KeyRing.ts"

export const layer: Layer.Layer<KeyRing> = Layer.sync(KeyRing, () => {
  let keys: ReadonlyArray<RingKey> = []
  return KeyRing.of({
    list: Effect.sync(() => keys),
    add: (key, options) =>
      Effect.sync(() => {
        if (options?.onlyFirst === true && keys.length > 0) return
        if (keys.some(({ id }) => id === key.id)) throw new Error(`There is a key ${key.id} already.`)
        keys = [...keys, key].toSorted((a, b) =>
          b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)
        )
      }),
    retire: (before) =>
      Effect.sync(() => {
        const kept = keys.filter(({ createdAt }, at) => at === 0 || createdAt >= before)
        const retired = keys.length - kept.length
        keys = kept
        return retired
      })
  })
})
