import { folds, type Lesson } from "../../../scripts/spam/Split.ts"
import { inventSentence } from "./InventSentence.ts"

/** Lessons of two languages and two sources, half of them spam. */
export const fewLessons: ReadonlyArray<Lesson> = Array.from({ length: 160 }, (_, at) => {
  const spam = at % 2 === 0
  return {
    text: `${inventSentence(at, at)} ${spam ? "cheap backlinks for you" : "appointment on monday please"}`,
    spam,
    source: at % 4 < 2 ? "authored" : "sms",
    language: at % 3 === 0 ? "de" : "en",
    group: null,
    topic: "topic",
    fold: at % folds
  }
})
