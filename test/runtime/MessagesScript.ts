import { Result } from "effect"
import { judgeMessage } from "../../core/spam/JudgeMessage.ts"
import { encodeSpamModel, parseSpamModel } from "../../core/spam/SpamModel.ts"
import { featuresDigest, fixedTexts } from "../core/spam/FixedTexts.ts"
import { tinyHam, tinyModel, tinySpam } from "../core/spam/TinyModel.ts"

/** Reports how messages are judged, by a model that each runtime makes. */
export const messagesReport = () => {
  const bytes = Result.getOrThrow(encodeSpamModel(tinyModel()))
  const model = Result.getOrThrow(parseSpamModel(bytes))
  return {
    digest: featuresDigest(),
    model: bytes.reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, 0),
    judgements: [...fixedTexts, ...tinySpam, ...tinyHam].map((text) => judgeMessage(model, text, "en"))
  }
}
