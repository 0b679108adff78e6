import { Effect, Layer, Result, type Scope } from "effect"
import { type Threat, type UrlRisk, WebRisk, type WebRiskUnavailable } from "../../core/threats/WebRisk.ts"
import type { PublicSuffixes } from "../../core/urls/PublicSuffixes.ts"
import type { RegisteredSource } from "./ThreatSource.ts"
import { UrlKeys } from "./UrlKeys.ts"

/**
 * Combines several threat sources into one check.
 *
 * A URL is bad if any enforced source lists it, and safe only if all required sources have answered. If a required
 * source fails, the check fails, unless an enforced source lists the URL. If an optional source fails, the check
 * continues, and only the status of that source reports the failure.
 */
export const combineSources = (
  sources: ReadonlyArray<RegisteredSource>,
  suffixes: PublicSuffixes["Service"]
): WebRisk["Service"] => {
  const local = sources.filter(({ source }) => source.isExternal !== true)
  const external = sources.filter(({ source }) => source.isExternal === true)
  return {
    check: Effect.fnUntraced(function*(url) {
      const keys = new UrlKeys(url, suffixes)
      const answers = new CollectedResults()
      for (const registered of local) {
        if (yield* answers.check(registered, keys)) return answers.risk
      }
      // An enforced listing ends the check without waiting for slower sources.
      yield* Effect.forEach(
        external,
        (registered) => Effect.flatMap(answers.check(registered, keys), (settles) => settles ? settled : Effect.void),
        { concurrency: "unbounded", discard: true }
      ).pipe(Effect.ignore)
      if (answers.risk.threat === null && answers.failure !== null) return yield* answers.failure
      return answers.risk
    }),
    status: Effect.forEach(
      sources,
      ({ enforced, required, source }) => Effect.map(source.status, (status) => ({ ...status, required, enforced }))
    )
  }
}

const settled = Effect.fail("settled" as const)

/** Answers that the sources of one check have given so far. */
class CollectedResults {
  failure: WebRiskUnavailable | null = null
  private threat: Threat | null = null
  private readonly observed: Array<Threat> = []
  private readonly stale: Array<string> = []

  get risk(): UrlRisk {
    return { threat: this.threat, observed: this.observed, stale: this.stale }
  }

  /** Checks a source and records its answer. Returns whether the answer decides the result. */
  check({ enforced, required, source }: RegisteredSource, keys: UrlKeys): Effect.Effect<boolean> {
    return Effect.map(Effect.result(source.check(keys)), (answer) => {
      if (Result.isFailure(answer)) {
        if (required) this.failure ??= answer.failure
        return false
      }
      const { isStale, threat } = answer.success
      if (isStale) this.stale.push(source.name)
      if (threat === null) return false
      if (enforced) this.threat ??= threat
      else this.observed.push(threat)
      return enforced
    })
  }
}

export const layer = <E, R>(
  sources: ReadonlyArray<Effect.Effect<RegisteredSource, E, R>>,
  suffixes: PublicSuffixes["Service"]
): Layer.Layer<WebRisk, E, Exclude<R, Scope.Scope>> =>
  Layer.effect(WebRisk, Effect.map(Effect.all(sources), (registered) => combineSources(registered, suffixes)))
