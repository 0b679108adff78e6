import type { Lesson } from "./Split.ts"

/** Words of a passage. */
export const passageWords = 40

/** Words from the beginning of one passage to that of the next. */
export const passageStepWords = 20

/** Words of a lesson that has no passages. */
export const passagelessWordsMax = 60

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
 * Passages of long ordinary lessons, as long as the longer windows that messages are judged by. They are ordinary themselves.
 * Those of spam are not learnt: much of a long spam says nothing that others do not say as well.
 */
export const passages = (lessons: ReadonlyArray<Lesson>): ReadonlyArray<Passage> =>
  lessons.flatMap(({ spam, text }, row) => {
    const words = spam ? [] : text.split(/\s+/)
    if (words.length <= passagelessWordsMax) return []
    const count = Math.min(passagesMax, Math.ceil((words.length - passageWords) / passageStepWords) + 1)
    return Array.from({ length: count }, (_, at) => ({
      text: words.slice(at * passageStepWords, at * passageStepWords + passageWords).join(" "),
      row,
      share: passagesWeight / count
    }))
  })
