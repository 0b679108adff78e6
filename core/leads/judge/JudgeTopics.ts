import { type LeadSignal, leadSignal, pointsOf, quoted } from "../signals/LeadSignal.ts"
import { type TopicCode, topics } from "./TopicPhrases.ts"

/** A topic is told from this probability of spam on: below it the same words are a customer's. */
export const topicProbabilityMin = 0.5
/** Characters of a message in which topics are looked for. */
export const topicCharsMax = 4_000
/** Topics of one message that are told, the gravest. */
export const topicsToldMax = 3
/** Phrases of one topic that are told. */
export const phrasesToldMax = 2

/** What a message that reads like spam is about. */
export const judgeTopics = (message: string, probability: number): ReadonlyArray<LeadSignal> => {
  if (!(probability >= topicProbabilityMin)) return []
  const found = [...phrasesIn(folded(message.slice(0, topicCharsMax)))]
  return found.toSorted(([one], [other]) => pointsOf(other, "topic") - pointsOf(one, "topic")).slice(0, topicsToldMax)
    .map(([code, phrases]) => leadSignal(code, "topic", [topics[code].name, quoted([...phrases], phrasesToldMax)]))
}

/** Capitals have no dotless i and no sharp s: letters that become one another are one. */
const folded = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replaceAll("ı", "i").replaceAll("\u0307", "").replaceAll("ß", "ss")

/** Phrases by topic, as they stand at the beginnings of words. */
const phrasesIn = (text: string): ReadonlyMap<TopicCode, ReadonlySet<string>> => {
  const found = new Map<TopicCode, Set<string>>()
  const index = phraseIndex()
  let isWithin = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const wasWithin = isWithin
    isWithin = isWordCode(code)
    // Chinese and Japanese do not part words.
    if (code < firstCjk && (!isWithin || wasWithin)) continue
    const phrase = phraseAt(index, text, at, code)
    if (phrase === undefined) continue
    const told = found.get(phrase.topic) ?? new Set()
    if (told.size < phrasesToldMax) found.set(phrase.topic, told.add(phrase.words))
    at += phrase.letters.length - 1
    isWithin = isWordCode(text.charCodeAt(at))
  }
  return found
}

/** The longest that stands at a place of a text. */
const phraseAt = (index: PhraseIndex, text: string, at: number, code: number): Phrase | undefined =>
  index.get(firstThree(text, at))?.find((phrase) => standsAt(phrase, text, at)) ??
    (code < firstCjk ? undefined : index.get(firstTwo(text, at))?.find((phrase) => standsAt(phrase, text, at)))

/** The last letter first: of phrases that begin alike few have it there. */
const standsAt = ({ isWhole, last, letters }: Phrase, text: string, at: number): boolean =>
  text.charCodeAt(at + letters.length - 1) === last && text.startsWith(letters, at) &&
  !(isWhole && isWordCode(text.charCodeAt(at + letters.length)))

/** Letters as a number: no string is made for each word of a message. Others may have the same, and are told apart later. */
const firstThree = (text: string, at: number): number =>
  (Math.imul(firstTwo(text, at), 0x01000193) + text.charCodeAt(at + 2)) | 0

const firstTwo = (text: string, at: number): number => text.charCodeAt(at) << 16 | text.charCodeAt(at + 1)

const firstCjk = 0x3040

/** Letters and digits; false of NaN, which stands behind the end. */
const isWordCode = (code: number): boolean =>
  code >= 0x61 && code <= 0x7a || code >= 0x30 && code <= 0x39 || code >= 0xc0 && code < 0x2000

interface Phrase {
  readonly topic: TopicCode
  /** As it is told. */
  readonly words: string
  /** As it is looked for. */
  readonly letters: string
  /** The last of the letters. */
  readonly last: number
  readonly isWhole: boolean
}

type PhraseIndex = ReadonlyMap<number, ReadonlyArray<Phrase>>

let made: PhraseIndex | undefined

/** By their first three letters, the longest first; those of two, Chinese ones, by both. Made when the first message needs it. */
const phraseIndex = (): PhraseIndex =>
  made ??= Map.groupBy(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A constant, whose keys are its type.
    (Object.keys(topics) as ReadonlyArray<TopicCode>).flatMap((topic) =>
      topics[topic].phrases.split(",").map((phrase) => phraseOf(topic, phrase.replace("$", ""), phrase.endsWith("$")))
    ).toSorted((one, other) => other.words.length - one.words.length),
    ({ letters }) => letters.length > 2 ? firstThree(letters, 0) : firstTwo(letters, 0)
  )

const phraseOf = (topic: TopicCode, words: string, isWhole: boolean): Phrase => {
  const letters = folded(words)
  return { topic, words, letters, last: letters.charCodeAt(letters.length - 1), isWhole }
}
