import { Effect, Layer } from "effect"
import { SignInTries, waitMillis, withoutTry, withTry } from "../../../core/members/passwords/TryLimits.ts"

/** Keys kept; what was tried longest ago goes first. */
export const tryKeysMax = 100_000

export const layer: Layer.Layer<SignInTries> = Layer.sync(SignInTries, () => {
  const tries = new Map<string, ReadonlyArray<number>>()
  const write = (key: string, times: ReadonlyArray<number>) => {
    tries.delete(key)
    if (times.length > 0) tries.set(key, times)
    if (tries.size > tryKeysMax) tries.delete(tries.keys().next().value!)
  }
  return SignInTries.of({
    begin: (key, now, limits) =>
      Effect.sync(() => {
        const times = tries.get(key) ?? []
        const wait = waitMillis(times, now.getTime(), limits)
        if (wait === 0) write(key, withTry(times, now.getTime(), limits))
        return wait
      }),
    takeBack: (key, at) => Effect.sync(() => write(key, withoutTry(tries.get(key) ?? [], at.getTime()))),
    forget: (key) => Effect.sync(() => void tries.delete(key)),
    sweep: (before) =>
      Effect.sync(() => {
        const old = [...tries].filter(([, times]) => times.at(-1)! < before.getTime())
        for (const [key] of old) tries.delete(key)
        return old.length
      })
  })
})
