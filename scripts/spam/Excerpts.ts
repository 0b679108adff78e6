import type { Lesson } from "./Split.ts"

/** Length of an excerpt in words. */
export const excerptWords = 40

/** Distance between the starts of consecutive excerpts, in words. */
export const excerptStepWords = 20

/** Number of words up to which a message has no excerpts. */
export const wholeMessageWordsMax = 60

export const excerptsMax = 100

/** Total weight of a message's excerpts, relative to the message. */
export const excerptsWeight = 2

/** Part of a training message, used in addition to the message. */
export interface Excerpt {
  readonly text: string
  /** Index of the message. */
  readonly row: number
  /** Weight relative to the weight of the message. */
  readonly share: number
}

/**
 * Returns excerpts of long ordinary messages. They are as long as the longer windows that judging uses, and count as
 * ordinary. Spam has no excerpts, because much of a long spam message is indistinguishable from ordinary text.
 */
export const makeExcerpts = (lessons: ReadonlyArray<Lesson>): ReadonlyArray<Excerpt> =>
  lessons.flatMap(({ spam, text }, row) => {
    const words = spam ? [] : text.split(/\s+/)
    if (words.length <= wholeMessageWordsMax) return []
    const count = Math.min(excerptsMax, Math.ceil((words.length - excerptWords) / excerptStepWords) + 1)
    return Array.from({ length: count }, (_, at) => ({
      text: words.slice(at * excerptStepWords, at * excerptStepWords + excerptWords).join(" "),
      row,
      share: excerptsWeight / count
    }))
  })
