import { leadCatalogue } from "./LeadCatalogue.ts"
import { type LeadSignal, leadSignal } from "./LeadSignal.ts"
import { quoted } from "./Quote.ts"
import { type TopicCode, topics } from "./TopicPhrases.ts"

/** A topic is told from this probability of spam on: below it the same words are a customer's. */
export const topicProbabilityMin = 0.5
/** Characters of a message in which topics are looked for. */
export const topicCharsMax = 4_000
/** Topics of one message that are told, the gravest. */
export const topicsToldMax = 3

/** What a message that reads like spam is about. */
export const judgeTopics = (message: string, probability: number): ReadonlyArray<LeadSignal> => {
  if (!(probability >= topicProbabilityMin)) return []
  const text = message.slice(0, topicCharsMax).normalize("NFKC").toLowerCase()
  return [...compiled()].flatMap(([code, phrases]) => {
    const found = phrasesIn(text, phrases)
    const points = leadCatalogue[code].points[0]
    return found.length === 0
      ? []
      : [leadSignal(code, points, `It is about ${topics[code].name}: ${quoted(found, 2)}.`)]
  }).toSorted((one, other) => other.points - one.points).slice(0, topicsToldMax)
}

/** Phrases of one topic in a text, at the beginnings of words. */
const phrasesIn = (text: string, phrases: RegExp): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const { 0: phrase, index } of text.matchAll(phrases)) {
    // Chinese and Japanese do not part words.
    if (isCjk(phrase) || !/\p{L}/u.test(text.slice(Math.max(0, index - 1), index))) found.add(phrase)
    if (found.size >= 2) break
  }
  return [...found]
}

const isCjk = (phrase: string): boolean => /[\u3040-\u30ff\u4e00-\u9fff]/.test(phrase)

let made: ReadonlyMap<TopicCode, RegExp> | undefined

/** Made when the first message needs them. */
const compiled = (): ReadonlyMap<TopicCode, RegExp> =>
  made ??= new Map(
    (Object.keys(topics) as ReadonlyArray<TopicCode>).map((code) => [code, anyOf(topics[code].phrases.split(","))])
  )

/** Of phrases that begin alike the longest is found. */
const anyOf = (phrases: ReadonlyArray<string>): RegExp =>
  new RegExp(
    phrases.toSorted((one, other) => other.length - one.length)
      .map((phrase) => phrase.replace(/[$%.*+?^(){}|[\]\\]/g, String.raw`\$&`)).join("|"),
    "g"
  )
