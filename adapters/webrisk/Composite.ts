import { Effect, Layer, Result, type Scope } from "effect"
import { WebRisk, type WebRiskUnavailable } from "../../core/ports/WebRisk.ts"
import type { ThreatSource } from "./ThreatSource.ts"

/**
 * Several sources as one: bad when any lists the URL, safe only when all have answered. A source that fails makes the
 * whole fail, unless another lists the URL anyway.
 */
export const composite = (sources: ReadonlyArray<ThreatSource>): WebRisk["Service"] => ({
  check: Effect.fnUntraced(function*(url) {
    let failure: WebRiskUnavailable | null = null
    for (const source of sources) {
      const answer = yield* Effect.result(source.check(url))
      if (Result.isFailure(answer)) failure ??= answer.failure
      else if (answer.success !== null) return answer.success
    }
    return failure === null ? null : yield* Effect.fail(failure)
  }),
  status: Effect.forEach(sources, (source) => source.status)
})

export const layer = <E, R>(
  sources: ReadonlyArray<Effect.Effect<ThreatSource, E, R>>
): Layer.Layer<WebRisk, E, Exclude<R, Scope.Scope>> => Layer.effect(WebRisk, Effect.map(Effect.all(sources), composite))
