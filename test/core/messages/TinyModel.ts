import { bucketCount } from "../../../core/messages/features/FeatureHash.ts"
import { messageFeatures } from "../../../core/messages/features/MessageFeatures.ts"
import { quantizeHead, type SpamModel } from "../../../core/messages/model/SpamModel.ts"

/** Messages that the test model classifies as spam. */
export const tinySpam: ReadonlyArray<string> = [
  "buy cheap viagra now",
  "free casino bonus money",
  "earn bitcoin profit every day guaranteed",
  "加微信 投资 赚钱 兼职 日结",
  "заработок без вложений казино бонус"
]

/** Messages that the test model does not classify as spam. */
export const tinyHam: ReadonlyArray<string> = [
  "could you please send me a quotation for two pumps",
  "my order has not arrived yet, what can i do now",
  "thank you for the meeting, see you next week",
  "您好 请问 产品 价格 和 交货 时间",
  "здравствуйте подскажите пожалуйста срок поставки"
]

/** Returns the weights of features. Each spam message with a feature adds 1, and each other message subtracts 1. */
const counted = (features: (text: string) => Uint32Array): Float64Array => {
  const weights = new Float64Array(bucketCount)
  for (const text of tinySpam) for (const bucket of features(text)) weights[bucket]! += 1
  for (const text of tinyHam) for (const bucket of features(text)) weights[bucket]! -= 1
  return weights
}

/** Returns a model with few weights but a full-size file. Only the language shifts are realistic. */
export const tinyModel = (): SpamModel => ({
  name: "tiny, for tests",
  words: quantizeHead(-0.25, counted((text) => messageFeatures(text).words)),
  all: quantizeHead(-0.25, counted((text) => messageFeatures(text).all)),
  languages: new Map([
    ["en", { offset: 0, supported: true }],
    ["ru", { offset: -0.125, supported: true }],
    ["eo", { offset: 0, supported: false }]
  ]),
  otherOffset: -0.25,
  calibration: [
    { logit: -3, probability: 0.01 },
    { logit: 0, probability: 0.3 },
    { logit: 2, probability: 0.9 },
    { logit: 5, probability: 0.99 }
  ]
})
