import type { Disguise, MessageJudgement } from "../../messages/normalize/MessageJudgement.ts"
import { type LeadSignal, leadSignal } from "../signals/LeadSignal.ts"
import { quoted } from "../signals/Quote.ts"
import { isGibberish, isRepeated } from "./Gibberish.ts"
import { judgeTopics } from "./JudgeTopics.ts"

/** With fewer words the text alone never makes a lead spam. */
export const decisiveWordsMin = 8
/** Points of a text of few words at most. */
export const fewWordsPointsMax = 74

/** From this probability on a text of enough words is spam by itself. */
export const decisiveProbabilityMin = 0.92

/** Points by probability of spam, linear between. */
const knots = [[0.4, 0], [0.5, 18], [0.7, 32], [0.8, 45], [0.9, 70], [decisiveProbabilityMin, 80], [0.97, 84], [
  1,
  88
]] as const

/** Rises with the probability, in whole points. */
export const pointsOfProbability = (probability: number, words: number): number => {
  const at = knots.findLastIndex(([from]) => probability >= from)
  if (at < 0) return 0
  const [from, points] = knots[at]!
  const [to, pointsTo] = knots[at + 1] ?? [Infinity, points]
  const between = points + (pointsTo - points) * (probability - from) / (to - from)
  return Math.min(Math.floor(between), words < decisiveWordsMin ? fewWordsPointsMax : Infinity)
}

/** What a text tells, with what the classifier made of it. */
export const judgeText = (
  text: string,
  judgement: MessageJudgement,
  language: string | null
): ReadonlyArray<LeadSignal> => [
  ...judgeProbability(judgement),
  ...judgeTopics(text, judgement.probability),
  ...judgeDisguises(judgement.disguises),
  ...judgeMarkup(text),
  ...isRepeated(text)
    ? [leadSignal("GIBBERISH_MESSAGE", 55, "The message is one letter again and again.")]
    : language === null && isGibberish(text)
    ? [leadSignal("GIBBERISH_MESSAGE", 55, "The message is made of letters at random, or of neighbouring keys.")]
    : []
]

const evidenceToldMax = 3
/** Evidence with a smaller share did not carry anything. */
const evidenceShareMin = 0.05

const judgeProbability = ({ evidence, probability, words }: MessageJudgement): ReadonlyArray<LeadSignal> => {
  const points = pointsOfProbability(probability, words)
  if (points === 0) return []
  const told = evidence.filter(({ share, text }) => share >= evidenceShareMin && !isPrivate(text))
  const because = quoted(told.map(({ text }) => text), evidenceToldMax)
  const percent = Math.min(99, Math.floor(probability * 100))
  return [
    leadSignal(
      "SPAM_CONTENT",
      points,
      `The text ${probability < 0.5 ? "has something of" : "reads like"} spam (${percent} %)${
        because === "" ? "" : `: ${because}`
      }.`
    )
  ]
}

/** Addresses of mail, and numbers of telephones, cards and accounts, are not repeated. */
const isPrivate = (text: string): boolean => text.includes("@") || privateDigits.test(text)

/** A house number and a price have fewer than five. */
const privateDigits = /(?:\d\D*){5}/

/** The same points as in the catalogue, and how to call it. */
const disguisePoints: Readonly<Record<Disguise, readonly [number, string]>> = {
  styled: [15, "letters of another shape"],
  leet: [20, "digits in the place of letters"],
  spaced: [25, "letters apart from one another"],
  invisible: [30, "unseen signs within words"],
  homoglyphs: [35, "letters of other scripts in the place of those that they look like"]
}

const judgeDisguises = (disguises: ReadonlyArray<Disguise>): ReadonlyArray<LeadSignal> => {
  if (disguises.length === 0) return []
  const found = disguises.map((disguise) => disguisePoints[disguise]).toSorted(([one], [other]) => other - one)
  const how = [...new Set(found.map(([, words]) => words))].join(", ")
  return [leadSignal("OBFUSCATED_TEXT", found[0]![0], `The text is written so that filters misread it: ${how}.`)]
}

/** As programs that fill in forms write links, to other sites; Markdown is what people who write about programs write. */
const linkMarkup = /<a\s[^<>]{0,200}?href\s{0,3}=(?!\s{0,3}["']?\s{0,3}[/#])|\[(?:url|link)[=\]]/i

const judgeMarkup = (message: string): ReadonlyArray<LeadSignal> =>
  linkMarkup.test(message) ? [leadSignal("LINK_MARKUP", 50, "The message holds links written as HTML or BBCode.")] : []
