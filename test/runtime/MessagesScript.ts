import { Result } from "effect"
import { judgeMessage } from "../../core/messages/JudgeMessage.ts"
import { encodeSpamModel, parseSpamModel } from "../../core/messages/model/SpamModel.ts"
import { featuresDigest, fixedTexts } from "../core/messages/FixedTexts.ts"
import { tinyHam, tinyModel, tinySpam } from "../core/messages/TinyModel.ts"

/** Trains a small spam model on the current runtime, and reports its verdicts on messages. */
export const messagesReport = () => {
  const bytes = Result.getOrThrow(encodeSpamModel(tinyModel()))
  const model = Result.getOrThrow(parseSpamModel(bytes))
  return {
    digest: featuresDigest(),
    model: bytes.reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, 0),
    judgments: [...fixedTexts, ...tinySpam, ...tinyHam].map((text) => judgeMessage(model, text, "en"))
  }
}
