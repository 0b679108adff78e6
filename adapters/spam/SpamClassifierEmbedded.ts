import { Layer, Result } from "effect"
import { readFileSync } from "node:fs"
import { judgeMessage } from "../../core/messages/JudgeMessage.ts"
import { parseSpamModel, type SpamModel } from "../../core/messages/model/SpamModel.ts"
import { SpamClassifier } from "../../core/messages/SpamClassifier.ts"

/** File with the embedded model (1 MB). `npm run spam:train` writes such files. */
export const spamModelUrl = new URL("./data/messages.model", import.meta.url)

let cached: SpamModel | null = null

/**
 * Returns the embedded model, which is loaded on first use. Throws if the file is missing, because the release is then
 * broken.
 */
const embeddedModel = (): SpamModel => {
  cached ??= Result.getOrThrow(parseSpamModel(readFileSync(spamModelUrl)))
  return cached
}

export const spamClassifierOf = (model: () => SpamModel): SpamClassifier["Service"] => ({
  judge: (text, language) => judgeMessage(model(), text, language)
})

/** Classifier that uses the embedded model. `data/README.md` describes the training data. */
export const spamClassifier: SpamClassifier["Service"] = spamClassifierOf(embeddedModel)

export const layer: Layer.Layer<SpamClassifier> = Layer.succeed(SpamClassifier, spamClassifier)

/**
 * Layer for servers that loads the model in advance. Loading it later would delay the first requests, and a broken
 * release would be detected only then.
 */
export const layerLoaded: Layer.Layer<SpamClassifier> = Layer.sync(SpamClassifier, () => {
  embeddedModel()
  return spamClassifier
})
