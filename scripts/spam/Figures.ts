import { decisiveWordsMin } from "../../core/leads/judge/JudgeText.ts"
import { decisiveProbabilityMin } from "../../core/leads/signals/LeadCatalog.ts"
import { contactFormSources, type LabeledMessage } from "./LabeledMessage.ts"
import {
  areaUnderCurve,
  type Calibration,
  computeCalibration,
  makeLabelWeights,
  recallAtFalseAlarms,
  upperBound
} from "./Metrics.ts"

/**
 * Thresholds at which the product treats a message as spam from its text only. The first is a probability, and the
 * second is a number of words.
 */
export const verdictProbability = decisiveProbabilityMin
export const verdictWordsMin = decisiveWordsMin

/** Test message with its label, the result of our model, and the result of naive Bayes. */
export interface JudgedMessage extends LabeledMessage {
  readonly probability: number
  readonly words: number
  readonly naiveBayes: number
}

export interface Figures {
  readonly name: string
  readonly spam: number
  readonly ordinary: number
  readonly auc: number | null
  readonly naiveBayesAuc: number | null
  /** Recall at the score that 1% of the ordinary messages exceed. */
  readonly recallAtOnePercent: number | null
  readonly naiveBayesRecallAtOnePercent: number | null
  /** Recall at the thresholds of the product. */
  readonly recall: number | null
  readonly precision: number | null
  readonly falseAlarms: number
  readonly falseAlarmShare: number | null
  /** Upper bound of `falseAlarmShare`, with 95% confidence. */
  readonly falseAlarmBound: number | null
  /** Number of false alarms at a probability threshold of 0.5. */
  readonly evenFalseAlarms: number
  readonly evenRecall: number | null
  readonly calibration: Calibration | null
}

export const isClassifiedAsSpam = ({ probability, words }: JudgedMessage): boolean =>
  probability >= verdictProbability && words >= verdictWordsMin

const shareOf = (some: number, all: number): number | null => all === 0 ? null : some / all

export const computeFigures = (name: string, judged: ReadonlyArray<JudgedMessage>, spamShare: number): Figures => {
  const spam = judged.filter((one) => one.spam)
  const ordinary = judged.filter((one) => !one.spam)
  const caught = spam.filter(isClassifiedAsSpam).length
  const falseAlarms = ordinary.filter(isClassifiedAsSpam).length
  const ours = judged.map((one) => ({ score: one.probability, spam: one.spam }))
  const naive = judged.map((one) => ({ score: one.naiveBayes, spam: one.spam }))
  const isBoth = spam.length > 0 && ordinary.length > 0
  return {
    name,
    spam: spam.length,
    ordinary: ordinary.length,
    auc: areaUnderCurve(ours),
    naiveBayesAuc: areaUnderCurve(naive),
    recallAtOnePercent: recallAtFalseAlarms(ours, 0.01),
    naiveBayesRecallAtOnePercent: recallAtFalseAlarms(naive, 0.01),
    recall: shareOf(caught, spam.length),
    precision: shareOf(caught, caught + falseAlarms),
    falseAlarms,
    falseAlarmShare: shareOf(falseAlarms, ordinary.length),
    falseAlarmBound: ordinary.length === 0 ? null : upperBound(falseAlarms, ordinary.length),
    evenFalseAlarms: ordinary.filter(({ probability }) => probability >= 0.5).length,
    evenRecall: shareOf(spam.filter(({ probability }) => probability >= 0.5).length, spam.length),
    calibration: isBoth ? computeCalibration(ours, makeLabelWeights(ours, spamShare)) : null
  }
}

const grouped = (
  judged: ReadonlyArray<JudgedMessage>,
  key: (one: JudgedMessage) => string,
  spamShare: number
): ReadonlyArray<Figures> =>
  [...Map.groupBy(judged, key)].toSorted(([one], [other]) => one < other ? -1 : 1)
    .map(([name, own]) => computeFigures(name, own, spamShare))

export interface Evaluation {
  readonly sets: ReadonlyArray<Figures>
  readonly pooled: Figures
  readonly contactForms: Figures
  readonly languages: ReadonlyArray<Figures>
}

const isContactForm = ({ source }: LabeledMessage): boolean => contactFormSources.includes(source)

/** Evaluates the results by data set, by language of contact form messages, and overall. */
export const evaluate = (judged: ReadonlyArray<JudgedMessage>, spamShare: number): Evaluation => {
  const forms = judged.filter(isContactForm)
  return {
    sets: grouped(judged, ({ source }) => source, spamShare),
    pooled: computeFigures("all", judged, spamShare),
    contactForms: computeFigures("contact forms", forms, spamShare),
    languages: [
      ...grouped(forms, ({ language }) => language, spamShare),
      computeFigures("all but en", forms.filter(({ language }) => language !== "en"), spamShare)
    ]
  }
}
