import { marksSource } from "../../core/leads/records/TrainingMessages.ts"
import { authoredSource, type LabelledMessage, templateSource } from "./LabelledMessage.ts"

/** Weight of a message by data set, independent of the set's size. Contact forms weigh most, because the classifier is for them. */
export const sourceWeights: Readonly<Record<string, number>> = {
  [authoredSource]: 8,
  [templateSource]: 4,
  [marksSource]: 8,
  sms: 4,
  spamassassin: 2,
  youtube: 4
}

/**
 * Number of messages per set and label with full weight. In larger sets each message weighs less, so that a large set does not
 * dominate.
 */
export const fullLessons = 1_000

/**
 * Returns the weight of each message. A set's total grows with the square root of its size, so that large sets do not dominate, and
 * spam and ordinary messages have equal totals.
 */
export const lessonWeights = (lessons: ReadonlyArray<LabelledMessage>): Float64Array => {
  const key = ({ source, spam }: LabelledMessage) => `${source} ${spam}`
  const sizes = new Map<string, number>()
  for (const lesson of lessons) sizes.set(key(lesson), (sizes.get(key(lesson)) ?? 0) + 1)
  const weights = Float64Array.from(
    lessons,
    (lesson) =>
      Math.sqrt(fullLessons / Math.max(fullLessons, sizes.get(key(lesson)) ?? 1)) *
      (sourceWeights[lesson.source] ?? 1)
  )
  const sums: [ordinary: number, spam: number] = [0, 0]
  lessons.forEach(({ spam }, at) => sums[spam ? 1 : 0] += weights[at] ?? 0)
  const mean = (sums[0] + sums[1]) / 2
  return weights.map((weight, at) => weight * mean / (lessons[at]?.spam === true ? sums[1] : sums[0]))
}
