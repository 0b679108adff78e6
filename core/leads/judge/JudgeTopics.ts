import { type LeadSignal, makeLeadSignal, pointsOf, quoteList } from "../signals/LeadSignal.ts"
import { type TopicCode, topics } from "./TopicPhrases.ts"

/** Minimum spam probability for which topics are reported. Below it, customers use the same words. */
export const topicProbabilityMin = 0.5
/** Maximum characters of a message that are searched for topics. */
export const topicCharsMax = 4_000
/** Maximum number of topics that are reported for a message. The most severe topics come first. */
export const topicsReportedMax = 3
export const phrasesReportedMax = 2

/** Returns the signals of a message's topics. Returns none if the message does not read like spam. */
export const judgeTopics = (message: string, probability: number): ReadonlyArray<LeadSignal> => {
  if (!(probability >= topicProbabilityMin)) return []
  const found = [...phrasesIn(foldLetters(message.slice(0, topicCharsMax)))]
  return found.toSorted(([one], [other]) => pointsOf(other, "topic") - pointsOf(one, "topic")).slice(
    0,
    topicsReportedMax
  )
    .map(([code, phrases]) =>
      makeLeadSignal(code, "topic", [topics[code].name, quoteList([...phrases], phrasesReportedMax)])
    )
}

/** Folds case, and letters whose capitals are equal: dotless i and i, ß and ss. */
const foldLetters = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replaceAll("ı", "i").replaceAll("\u0307", "").replaceAll("ß", "ss")

/** Returns the phrases that start at a word start of the text, by topic. */
const phrasesIn = (text: string): ReadonlyMap<TopicCode, ReadonlySet<string>> => {
  const found = new Map<TopicCode, Set<string>>()
  const index = phraseIndex()
  let isWithin = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const wasWithin = isWithin
    isWithin = isWordCode(code)
    // In Chinese and Japanese, which have no spaces between words, a phrase can start at any character.
    if (code < firstCjk && (!isWithin || wasWithin)) continue
    const phrase = phraseAt(index, text, at, code)
    if (phrase === undefined) continue
    const shown = found.get(phrase.topic) ?? new Set()
    if (shown.size < phrasesReportedMax) found.set(phrase.topic, shown.add(phrase.words))
    at += phrase.letters.length - 1
    isWithin = isWordCode(text.charCodeAt(at))
  }
  return found
}

/** Returns the longest phrase that starts at a position. */
const phraseAt = (index: PhraseIndex, text: string, at: number, code: number): Phrase | undefined =>
  index.get(firstThree(text, at))?.find((phrase) => matchesAt(phrase, text, at)) ??
    (code < firstCjk ? undefined : index.get(firstTwo(text, at))?.find((phrase) => matchesAt(phrase, text, at)))

/** Reports whether a phrase starts at a position. Compares the last letter first, where most candidates differ. */
const matchesAt = ({ isWhole, last, letters }: Phrase, text: string, at: number): boolean =>
  text.charCodeAt(at + letters.length - 1) === last && text.startsWith(letters, at) &&
  !(isWhole && isWordCode(text.charCodeAt(at + letters.length)))

/** Returns a number for three letters, to avoid a string per word. `matchesAt` resolves collisions. */
const firstThree = (text: string, at: number): number =>
  (Math.imul(firstTwo(text, at), 0x01000193) + text.charCodeAt(at + 2)) | 0

const firstTwo = (text: string, at: number): number => text.charCodeAt(at) << 16 | text.charCodeAt(at + 1)

const firstCjk = 0x3040

/** Reports whether a code is a letter or digit. Returns false for NaN, which `charCodeAt` returns after the end. */
const isWordCode = (code: number): boolean =>
  code >= 0x61 && code <= 0x7a || code >= 0x30 && code <= 0x39 || code >= 0xc0 && code < 0x2000

interface Phrase {
  readonly topic: TopicCode
  /** Phrase as shown in reasons. */
  readonly words: string
  /** Phrase with folded letters, for the search. */
  readonly letters: string
  /** UTF-16 code of the last letter. */
  readonly last: number
  readonly isWhole: boolean
}

type PhraseIndex = ReadonlyMap<number, ReadonlyArray<Phrase>>

let cachedIndex: PhraseIndex | undefined

/**
 * Returns the phrases by their first three letters, longest first. Phrases of two letters, as in Chinese, are listed by
 * both letters. The index is built on first use.
 */
const phraseIndex = (): PhraseIndex =>
  cachedIndex ??= Map.groupBy(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A constant, whose keys are its type.
    (Object.keys(topics) as ReadonlyArray<TopicCode>).flatMap((topic) =>
      topics[topic].phrases.split(",").map((phrase) => phraseOf(topic, phrase.replace("$", ""), phrase.endsWith("$")))
    ).toSorted((one, other) => other.words.length - one.words.length),
    ({ letters }) => letters.length > 2 ? firstThree(letters, 0) : firstTwo(letters, 0)
  )

const phraseOf = (topic: TopicCode, words: string, isWhole: boolean): Phrase => {
  const letters = foldLetters(words)
  return { topic, words, letters, last: letters.charCodeAt(letters.length - 1), isWhole }
}
