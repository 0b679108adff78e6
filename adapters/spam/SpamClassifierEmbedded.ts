import { Layer, Result } from "effect"
import { readFileSync } from "node:fs"
import { judgeMessage } from "../../core/messages/JudgeMessage.ts"
import { parseSpamModel, type SpamModel } from "../../core/messages/model/SpamModel.ts"
import { SpamClassifier } from "../../core/messages/SpamClassifier.ts"

let cached: SpamModel | null = null

/** Read at the first question: a program that asks none pays nothing. Without its file the release is broken, and throws. */
const embeddedModel = (): SpamModel => {
  cached ??= Result.getOrThrow(parseSpamModel(readFileSync(new URL("./data/messages.model", import.meta.url))))
  return cached
}

/** A classifier that knows what this model knows. */
export const spamClassifierOf = (model: () => SpamModel): SpamClassifier["Service"] => ({
  judge: (text, language) => judgeMessage(model(), text, language)
})

/** The model that the release carries; what it was trained on is told beside it, in `data/README.md`. */
export const spamClassifier: SpamClassifier["Service"] = spamClassifierOf(embeddedModel)

export const layer: Layer.Layer<SpamClassifier> = Layer.succeed(SpamClassifier, spamClassifier)

/**
 * The same, read before anybody asks: for servers, where the first question would hold up others, and where a broken release is
 * found out at the start.
 */
export const layerLoaded: Layer.Layer<SpamClassifier> = Layer.sync(SpamClassifier, () => {
  embeddedModel()
  return spamClassifier
})
