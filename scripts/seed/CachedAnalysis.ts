import { Effect, Layer } from "effect"
import * as LanguageEld from "../../adapters/language/LanguageEld.ts"
import * as SpamClassifierEmbedded from "../../adapters/spam/SpamClassifierEmbedded.ts"
import { LanguageDetector } from "../../core/messages/LanguageDetector.ts"
import { SpamClassifier } from "../../core/messages/SpamClassifier.ts"

/**
 * Layer of the server's language detector and spam classifier, with cached results. A month of generated leads has few
 * distinct texts.
 */
export const layerCachedAnalysis = Layer.mergeAll(
  Layer.effect(
    LanguageDetector,
    Effect.map(LanguageDetector, ({ detect }) => ({ detect: onceEach(detect) }))
  ).pipe(Layer.provide(LanguageEld.layer)),
  Layer.effect(
    SpamClassifier,
    Effect.map(SpamClassifier, ({ judge }) => ({ judge: onceEach(judge) }))
  ).pipe(Layer.provide(SpamClassifierEmbedded.layer))
)

const onceEach = <Rest extends ReadonlyArray<unknown>, Answer>(compute: (text: string, ...rest: Rest) => Answer) => {
  const known = new Map<string, Answer>()
  return (text: string, ...rest: Rest): Answer => {
    const key = JSON.stringify([text, ...rest])
    const answer = known.get(key) ?? compute(text, ...rest)
    known.set(key, answer)
    return answer
  }
}
