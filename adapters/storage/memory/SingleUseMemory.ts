import { Effect, Layer } from "effect"
import { SingleUse, SingleUseUnavailable } from "../../../core/shield/SingleUse.ts"

/** Ids remembered at a time. None is forgotten to make room: it could be used again. */
export const usesMax = 200_000

export const layer: Layer.Layer<SingleUse> = Layer.sync(SingleUse, () => {
  const uses = new Map<string, number>()
  return SingleUse.of({
    consume: (id, until) =>
      Effect.suspend(() => {
        if (uses.has(id)) return Effect.succeed(false)
        if (uses.size >= usesMax) return Effect.fail(new SingleUseUnavailable())
        uses.set(id, until.getTime())
        return Effect.succeed(true)
      }),
    sweep: (now) =>
      Effect.sync(() => {
        let swept = 0
        for (const [id, until] of uses) if (until < now.getTime() && uses.delete(id)) swept++
        return swept
      })
  })
})
