import { decisiveWordsMin } from "../../core/leads/judge/JudgeText.ts"
import { decisiveProbabilityMin } from "../../core/leads/signals/LeadCatalog.ts"
import { contactFormSources, type LabelledMessage } from "./LabelledMessage.ts"
import {
  areaUnderCurve,
  type Calibration,
  calibration,
  recallAtFalseAlarms,
  upperBound,
  weightsFor
} from "./Metrics.ts"

/** Thresholds at which the product treats a message as spam by its text alone. These are the probability and the number of words. */
export const verdictProbability = decisiveProbabilityMin
export const verdictWordsMin = decisiveWordsMin

/** A test message with its label, our result, and that of a simple classifier. */
export interface JudgedMessage extends LabelledMessage {
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
  /** At the probability at which a message is spam by its text alone. */
  readonly recall: number | null
  readonly precision: number | null
  readonly falseAlarms: number
  readonly falseAlarmShare: number | null
  /** Upper bound of the share, with 95% confidence. */
  readonly falseAlarmBound: number | null
  /** The same figures at a probability of 0.5. */
  readonly evenFalseAlarms: number
  readonly evenRecall: number | null
  readonly calibration: Calibration | null
}

export const isTakenForSpam = ({ probability, words }: JudgedMessage): boolean =>
  probability >= verdictProbability && words >= verdictWordsMin

const shareOf = (some: number, all: number): number | null => all === 0 ? null : some / all

export const figures = (name: string, judged: ReadonlyArray<JudgedMessage>, spamShare: number): Figures => {
  const spam = judged.filter((one) => one.spam)
  const ordinary = judged.filter((one) => !one.spam)
  const caught = spam.filter(isTakenForSpam).length
  const falseAlarms = ordinary.filter(isTakenForSpam).length
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
    calibration: isBoth ? calibration(ours, weightsFor(ours, spamShare)) : null
  }
}

const grouped = (
  judged: ReadonlyArray<JudgedMessage>,
  key: (one: JudgedMessage) => string,
  spamShare: number
): ReadonlyArray<Figures> =>
  [...Map.groupBy(judged, key)].toSorted(([one], [other]) => one < other ? -1 : 1)
    .map(([name, own]) => figures(name, own, spamShare))

export interface Evaluation {
  readonly sets: ReadonlyArray<Figures>
  readonly pooled: Figures
  readonly contactForms: Figures
  readonly languages: ReadonlyArray<Figures>
}

const isContactForm = ({ source }: LabelledMessage): boolean => contactFormSources.includes(source)

/** Evaluates by data set, by language of contact form messages, and overall. */
export const evaluate = (judged: ReadonlyArray<JudgedMessage>, spamShare: number): Evaluation => {
  const forms = judged.filter(isContactForm)
  return {
    sets: grouped(judged, ({ source }) => source, spamShare),
    pooled: figures("all", judged, spamShare),
    contactForms: figures("contact forms", forms, spamShare),
    languages: [
      ...grouped(forms, ({ language }) => language, spamShare),
      figures("all but en", forms.filter(({ language }) => language !== "en"), spamShare)
    ]
  }
}
