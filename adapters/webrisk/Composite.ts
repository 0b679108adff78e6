import { Effect, Layer, Result, type Scope } from "effect"
import type { PublicSuffixes } from "../../core/ports/PublicSuffixes.ts"
import { type Threat, type UrlRisk, WebRisk, type WebRiskUnavailable } from "../../core/ports/WebRisk.ts"
import type { RegisteredSource } from "./ThreatSource.ts"
import { UrlKeys } from "./UrlKeys.ts"

/**
 * Several sources as one: bad when any enforced source lists the URL, safe only when all required ones have answered. A
 * required source that fails makes the whole fail, unless another lists the URL anyway; one that is not required is left out
 * of the answer, which its status tells.
 */
export const composite = (
  sources: ReadonlyArray<RegisteredSource>,
  suffixes: PublicSuffixes["Service"]
): WebRisk["Service"] => ({
  check: Effect.fnUntraced(function*(url) {
    const keys = new UrlKeys(url, suffixes)
    const observed: Array<Threat> = []
    const stale: Array<string> = []
    let failure: WebRiskUnavailable | null = null
    for (const { enforced, required, source } of sources) {
      const answer = yield* Effect.result(source.check(keys))
      if (Result.isFailure(answer)) {
        if (required) failure ??= answer.failure
        continue
      }
      const { isStale, threat } = answer.success
      if (isStale) stale.push(source.name)
      if (threat !== null && enforced) return { threat, observed, stale } satisfies UrlRisk
      if (threat !== null) observed.push(threat)
    }
    return failure === null ? { threat: null, observed, stale } : yield* Effect.fail(failure)
  }),
  status: Effect.forEach(
    sources,
    ({ enforced, required, source }) => Effect.map(source.status, (status) => ({ ...status, required, enforced }))
  )
})

export const layer = <E, R>(
  sources: ReadonlyArray<Effect.Effect<RegisteredSource, E, R>>,
  suffixes: PublicSuffixes["Service"]
): Layer.Layer<WebRisk, E, Exclude<R, Scope.Scope>> =>
  Layer.effect(WebRisk, Effect.map(Effect.all(sources), (registered) => composite(registered, suffixes)))
