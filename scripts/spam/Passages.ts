import { windowlessWordsMax, windowStepWords, windowWords } from "../../core/spam/MessageWindows.ts"
import type { Lesson } from "./Split.ts"

export const passagesMax = 100

/** How much all passages of a lesson count, beside the lesson. */
export const passagesWeight = 2

/** A part of a lesson, to learn from beside it. */
export interface Passage {
  readonly text: string
  /** The number of its lesson. */
  readonly row: number
  /** Its part of the weight of its lesson. */
  readonly share: number
}

/**
 * Passages of long ordinary lessons, as long as the parts that messages are judged by. They are ordinary themselves. Those of spam are not learnt: much of a long spam says
 * nothing that others do not say as well.
 */
export const passages = (lessons: ReadonlyArray<Lesson>): ReadonlyArray<Passage> =>
  lessons.flatMap(({ spam, text }, row) => {
    const words = spam ? [] : text.split(/\s+/)
    if (words.length <= windowlessWordsMax) return []
    const count = Math.min(passagesMax, Math.ceil((words.length - windowWords) / windowStepWords) + 1)
    return Array.from({ length: count }, (_, at) => ({
      text: words.slice(at * windowStepWords, at * windowStepWords + windowWords).join(" "),
      row,
      share: passagesWeight / count
    }))
  })
