import { Layer, Result } from "effect"
import { readFileSync } from "node:fs"
import { judgeMessage } from "../../core/messages/JudgeMessage.ts"
import { parseSpamModel, type SpamModel } from "../../core/messages/model/SpamModel.ts"
import { SpamClassifier } from "../../core/messages/SpamClassifier.ts"

let cached: SpamModel | null = null

/** Loaded on first use. A missing file means a broken release, and throws. */
const embeddedModel = (): SpamModel => {
  cached ??= Result.getOrThrow(parseSpamModel(readFileSync(new URL("./data/messages.model", import.meta.url))))
  return cached
}

export const spamClassifierOf = (model: () => SpamModel): SpamClassifier["Service"] => ({
  judge: (text, language) => judgeMessage(model(), text, language)
})

/** Uses the embedded model; `data/README.md` describes its training data. */
export const spamClassifier: SpamClassifier["Service"] = spamClassifierOf(embeddedModel)

export const layer: Layer.Layer<SpamClassifier> = Layer.succeed(SpamClassifier, spamClassifier)

/** Loads the model in advance, for servers: loading would delay the first requests, and a broken release is detected at the start. */
export const layerLoaded: Layer.Layer<SpamClassifier> = Layer.sync(SpamClassifier, () => {
  embeddedModel()
  return spamClassifier
})
