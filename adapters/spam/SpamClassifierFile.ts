import { Effect, Layer } from "effect"
import { readFileSync, statSync } from "node:fs"
import { parseSpamModel, SpamModelUnreadable } from "../../core/messages/model/SpamModel.ts"
import { SpamClassifier } from "../../core/messages/SpamClassifier.ts"
import { spamClassifierOf } from "./SpamClassifierEmbedded.ts"

/** Maximum size of a model file in bytes. A model trained on other messages is about as large as the embedded model. */
export const modelBytesMax = 16 * 1024 * 1024

/**
 * Returns a layer that uses a model written by `npm run spam:train` instead of the embedded model. The file is read
 * when the layer is built. Building fails if the file is damaged, or if its features differ from those of this release.
 */
export const layer = (path: string): Layer.Layer<SpamClassifier, SpamModelUnreadable> =>
  Layer.effect(
    SpamClassifier,
    Effect.gen(function*() {
      const bytes = yield* Effect.try({ try: () => readModel(path), catch: unreadable(path) })
      const model = yield* Effect.mapError(Effect.fromResult(parseSpamModel(bytes)), unreadable(path))
      return SpamClassifier.of(spamClassifierOf(() => model))
    })
  )

const readModel = (path: string): Uint8Array => {
  const { size } = statSync(path)
  if (size > modelBytesMax) throw new Error(`it has ${size} bytes; the maximum is ${modelBytesMax}`)
  return readFileSync(path)
}

const unreadable = (path: string) => (cause: unknown) =>
  new SpamModelUnreadable({
    message: `The spam model ${path} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`
  })
