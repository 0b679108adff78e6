import { Effect, Layer } from "effect"
import { readFileSync, statSync } from "node:fs"
import { parseSpamModel, SpamModelUnreadable } from "../../core/messages/model/SpamModel.ts"
import { SpamClassifier } from "../../core/messages/SpamClassifier.ts"
import { spamClassifierOf } from "./SpamClassifierEmbedded.ts"

/** A model that was learnt from one's own messages is as large as the release's; nothing much larger is one. */
export const modelBytesMax = 16 * 1024 * 1024

/**
 * What `npm run spam:train` has written, in place of the release's model: read once, when the layer is built. A file that is damaged,
 * or of other features than this release reads, fails.
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
  if (size > modelBytesMax) throw new Error(`it has ${size} bytes, a model at most ${modelBytesMax}`)
  return readFileSync(path)
}

const unreadable = (path: string) => (cause: unknown) =>
  new SpamModelUnreadable({
    message: `The spam model ${path} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`
  })
