import { marksSource } from "../../core/leads/records/TrainingMessages.ts"
import { authoredSource, type LabeledMessage, templateSource } from "./LabeledMessage.ts"

/**
 * Weight of a message by data set, before `lessonWeights` considers the size of the set. Contact forms weigh most,
 * because the classifier is for them.
 */
export const sourceWeights: Readonly<Record<string, number>> = {
  [authoredSource]: 8,
  [templateSource]: 4,
  [marksSource]: 8,
  sms: 4,
  spamassassin: 2,
  youtube: 4
}

/** Number of messages per set and label with full weight. In larger sets, each message weighs less. */
export const fullWeightLessonsMax = 1_000

/**
 * Returns the weight of each message. Above `fullWeightLessonsMax`, the total of a set grows with the square root of
 * its size, so that large sets do not dominate. Spam and ordinary messages have equal totals.
 */
export const lessonWeights = (lessons: ReadonlyArray<LabeledMessage>): Float64Array => {
  const key = ({ source, spam }: LabeledMessage) => `${source} ${spam}`
  const sizes = new Map<string, number>()
  for (const lesson of lessons) sizes.set(key(lesson), (sizes.get(key(lesson)) ?? 0) + 1)
  const weights = Float64Array.from(
    lessons,
    (lesson) =>
      Math.sqrt(fullWeightLessonsMax / Math.max(fullWeightLessonsMax, sizes.get(key(lesson)) ?? 1)) *
      (sourceWeights[lesson.source] ?? 1)
  )
  const sums: [ordinary: number, spam: number] = [0, 0]
  lessons.forEach(({ spam }, at) => sums[spam ? 1 : 0] += weights[at] ?? 0)
  const mean = (sums[0] + sums[1]) / 2
  return weights.map((weight, at) => weight * mean / (lessons[at]?.spam === true ? sums[1] : sums[0]))
}
