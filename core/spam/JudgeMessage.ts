import { calibrated, shiftedLogit } from "./CalibrateLogit.ts"
import { featuresOf } from "./MessageFeatures.ts"
import type { MessageJudgement } from "./MessageJudgement.ts"
import { meanLogit } from "./MessageLogit.ts"
import { normalizeMessage } from "./NormalizeMessage.ts"
import type { SpamModel } from "./SpamModel.ts"

export const judgeMessage = (model: SpamModel, text: string, language: string | null): MessageJudgement => {
  const message = normalizeMessage(text)
  const logit = shiftedLogit(model, meanLogit(model, featuresOf(message)), language)
  return {
    probability: calibrated(model.calibration, logit),
    words: message.words,
    evidence: [],
    disguises: message.disguises
  }
}
