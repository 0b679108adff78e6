import type { Lesson } from "./Split.ts"

/** Length of a passage in words. */
export const passageWords = 40

/** Distance between the starts of consecutive passages, in words. */
export const passageStepWords = 20

/** Messages up to this number of words have no passages. */
export const passagelessWordsMax = 60

export const passagesMax = 100

/** Total weight of a message's passages, relative to the message. */
export const passagesWeight = 2

/** A part of a training message that is used in addition to it. */
export interface Passage {
  readonly text: string
  /** Index of its message. */
  readonly row: number
  /** Its share of the message's weight. */
  readonly share: number
}

/**
 * Returns passages of long ordinary messages. They are as long as the longer windows used for judging, and count as ordinary. Spam
 * has no passages, because much of a long spam message is indistinguishable from ordinary text.
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
