import { marksSource } from "../../core/leads/records/TrainingMessages.ts"
import { bucketCount } from "../../core/messages/features/FeatureHash.ts"
import { shiftedLogit } from "../../core/messages/model/MessageLogit.ts"
import { type Knot, quantizeHead, type SpamModel } from "../../core/messages/model/SpamModel.ts"
import { makeExcerpts } from "./Excerpts.ts"
import { type FeatureTable, makeFeatureTable } from "./FeatureTable.ts"
import { fitIsotonic } from "./Isotonic.ts"
import { authoredSource, type LabeledMessage, templateSource } from "./LabeledMessage.ts"
import { computeLanguageShifts, computeUnknownLanguageOffset, type ScoredLesson } from "./Languages.ts"
import { learnLinearModel, type LearnOptions, type LinearModel, logitOf } from "./LearnLinearModel.ts"
import { folds, type Lesson, textHash } from "./Split.ts"
import { lessonWeights } from "./Weights.ts"

export const learnOptions: LearnOptions = {
  buckets: bucketCount,
  epochs: 5,
  rate: 1,
  caution: 2,
  shrink: 0.001,
  dropout: 0.1,
  doubt: 0.03,
  seed: 20_261_121
}

/** Assumed fraction of spam for the calibration, as in a contact form without other protection. */
export const spamShare = 0.3

/** Weight of each data set in the calibration. Contact forms weigh most, because the product judges their messages. */
export const calibrationShares: Readonly<Record<string, number>> = {
  [authoredSource]: 0.4,
  [templateSource]: 0.3,
  [marksSource]: 0.3,
  sms: 0.06,
  spamassassin: 0.06,
  youtube: 0.06,
  banking77: 0.06,
  clinc150: 0.06
}

/** Number of messages per label below which a data set weighs less in the calibration. */
export const calibrationMessages = 200

export const calibrationKnotsMax = 20

/** Fraction of the total weight with which each calibration range shrinks toward the mean. */
export const calibrationCaution = 0.0005

/** Two heads, of words only and of all features. Their logits are averaged. */
interface Heads {
  readonly words: LinearModel
  readonly all: LinearModel
}

const meanLogitOf = (heads: Heads, table: FeatureTable, row: number): number =>
  (logitOf(heads.words, table.words, row) + logitOf(heads.all, table.all, row)) / 2

/** Receives the progress of a training. A step is a row that was read, or an epoch of a head. */
export interface TrainingSteps {
  readonly begin: (what: string, steps: number) => void
  readonly step: () => void
}

const noSteps: TrainingSteps = { begin: () => {}, step: () => {} }

/**
 * Returns the cross-validated logits of all messages. A logit comes from heads that were trained only on the other
 * parts.
 */
const leftOut = (partOf: Uint8Array, parts: number, table: FeatureTable, learn: (which: Uint32Array) => Heads) => {
  const logits = new Float64Array(partOf.length)
  for (let part = 0; part < parts; part++) {
    const which: Array<number> = []
    partOf.forEach((own, row) => own === part ? 0 : which.push(row))
    const heads = learn(Uint32Array.from(which))
    partOf.forEach((own, row) => {
      if (own === part) logits[row] = meanLogitOf(heads, table, row)
    })
  }
  return logits
}

/** Trains a model. The same messages produce a bit-identical model. */
export const trainModel = (
  name: string,
  lessons: ReadonlyArray<Lesson>,
  detect: (text: string) => string | null,
  { begin, step }: TrainingSteps = noSteps
): SpamModel => {
  const parts = makeExcerpts(lessons)
  const ofRow = [...lessons, ...parts.map(({ row }) => lessons[row]!)]
  begin("features", ofRow.length)
  const table = makeFeatureTable([...lessons, ...parts].map(({ text }) => text), step)
  const spam = Uint8Array.from(ofRow, (lesson) => lesson.spam ? 1 : 0)
  const weights = lessonWeights(lessons)
  const counts = Float64Array.from([...weights, ...parts.map(({ row, share }) => share * (weights[row] ?? 0))])
  const learn = (which: Uint32Array): Heads => ({
    words: learnLinearModel(table.words, spam, counts, which, learnOptions, step),
    all: learnLinearModel(table.all, spam, counts, which, learnOptions, step)
  })
  begin("learning", (2 * folds + 1) * 2 * learnOptions.epochs)
  const logits = leftOut(Uint8Array.from(ofRow, ({ fold }) => fold), folds, table, learn)
  // Messages in English or without a language form an extra part that is never left out. All heads are trained on them.
  const tongues = Uint8Array.from(
    ofRow,
    ({ language }) => language === "en" || language === "und" ? folds : textHash(language) % folds
  )
  const strange = leftOut(tongues, folds, table, learn)
  const scored = (by: Float64Array): ReadonlyArray<ScoredLesson & { readonly lesson: Lesson }> =>
    lessons.map((lesson, row) => ({ logit: by[row] ?? 0, spam: lesson.spam, language: lesson.language, lesson }))
  const authored = (by: Float64Array) => scored(by).filter(({ lesson }) => lesson.source === authoredSource)
  const heads = learn(Uint32Array.from(ofRow, (_, row) => row))
  const model: SpamModel = {
    name,
    words: quantizeHead(heads.words.bias, heads.words.weights),
    all: quantizeHead(heads.all.bias, heads.all.weights),
    languages: computeLanguageShifts(authored(logits)),
    otherOffset: computeUnknownLanguageOffset(
      authored(logits),
      authored(strange).filter(({ language }) => language !== "en")
    ),
    calibration: []
  }
  return { ...model, calibration: calibrationOf(model, scored(logits), detect) }
}

const calibrationOf = (
  model: SpamModel,
  scored: ReadonlyArray<ScoredLesson & { readonly lesson: LabeledMessage }>,
  detect: (text: string) => string | null
): ReadonlyArray<Knot> => {
  const used = scored.filter(({ lesson }) => (calibrationShares[lesson.source] ?? 0) > 0)
  const key = ({ lesson }: { readonly lesson: LabeledMessage }) => `${lesson.source} ${lesson.spam}`
  const sizes = new Map([...Map.groupBy(used, key)].map(([name, own]) => [name, own.length]))
  const share = (source: string, label: boolean): number =>
    (calibrationShares[source] ?? 0) * Math.min(1, (sizes.get(`${source} ${label}`) ?? 0) / calibrationMessages)
  const totals = [false, true].map((label) =>
    Object.keys(calibrationShares).reduce((sum, source) => sum + share(source, label), 0)
  )
  const points = used.map((one) => ({
    score: shiftedLogit(model, one.logit, detect(one.lesson.text)),
    spam: one.spam ? 1 : 0,
    weight: (one.spam ? spamShare : 1 - spamShare) * share(one.lesson.source, one.spam) /
      (totals[one.spam ? 1 : 0] ?? 1) / (sizes.get(key(one)) ?? 1)
  }))
  return fitIsotonic(points, calibrationKnotsMax, calibrationCaution)
    .map(({ probability, score }) => ({ logit: score, probability }))
}
