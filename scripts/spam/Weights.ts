import { marksSource } from "../../core/leads/records/ExportMarks.ts"
import { authoredSource, type LabelledMessage, templateSource } from "./LabelledMessage.ts"

/** How much a lesson of a set counts, beside the size of its set. Contact forms are what the classifier is for. */
export const sourceWeights: Readonly<Record<string, number>> = {
  [authoredSource]: 8,
  [templateSource]: 4,
  [marksSource]: 8,
  sms: 4,
  spamassassin: 2,
  youtube: 4
}

/** Lessons of one set and label that count in full. Of more, each counts less: a set is a voice, not ten thousand. */
export const fullLessons = 1_000

/**
 * How much each lesson counts: by the root of its set's size, so that large sets are no louder than their worth, and so
 * that spam and ordinary messages count the same in all.
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
