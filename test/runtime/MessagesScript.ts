/** Run by each runtime: what messages say there, by a model that all make alike, as JSON. */
import { Result } from "effect"
import { judgeMessage } from "../../core/spam/JudgeMessage.ts"
import { encodeSpamModel, parseSpamModel } from "../../core/spam/SpamModel.ts"
import { featuresDigest, fixedTexts } from "../core/spam/FixedTexts.ts"
import { tinyHam, tinyModel, tinySpam } from "../core/spam/TinyModel.ts"

const bytes = Result.getOrThrow(encodeSpamModel(tinyModel()))
const model = Result.getOrThrow(parseSpamModel(bytes))

console.log(JSON.stringify({
  digest: featuresDigest(),
  model: bytes.reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, 0),
  judgements: [...fixedTexts, ...tinySpam, ...tinyHam].map((text) => judgeMessage(model, text, "en"))
}))
