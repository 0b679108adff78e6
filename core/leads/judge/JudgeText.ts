import type { Disguise, MessageJudgment } from "../../messages/normalize/MessageJudgment.ts"
import { leadCatalog } from "../signals/LeadCatalog.ts"
import { type LeadSignal, makeLeadSignal, makeSpamSignal, pointsOf, quoteList } from "../signals/LeadSignal.ts"
import { lettersMin, randomnessMin, randomnessOf } from "../signals/RandomLetters.ts"
import { judgeTopics } from "./JudgeTopics.ts"

/** Minimum number of words with which the text can make a lead spam without other signals. */
export const decisiveWordsMin = 8
/** Maximum points of a text with fewer than `decisiveWordsMin` words. */
export const fewWordsPointsMax = 74

const { curve } = leadCatalog.SPAM_CONTENT

/**
 * Returns the points of a spam probability, as an integer from the catalog's curve. A higher probability never has
 * fewer points.
 */
export const pointsOfProbability = (probability: number, words: number): number => {
  const at = curve.findLastIndex(([from]) => probability >= from)
  const knot = curve[at]
  if (knot === undefined) return 0
  const [from, points] = knot
  const [to, pointsTo] = curve[at + 1] ?? [Infinity, points]
  const between = points + (pointsTo - points) * (probability - from) / (to - from)
  return Math.min(Math.floor(between), words < decisiveWordsMin ? fewWordsPointsMax : Infinity)
}

/** Returns the signals of a text, given its classification. */
export const judgeText = (
  text: string,
  judgment: MessageJudgment,
  language: string | null
): ReadonlyArray<LeadSignal> => [
  ...judgeProbability(judgment),
  ...judgeTopics(text, judgment.probability),
  ...judgeDisguises(judgment.disguises),
  ...judgeMarkup(text),
  ...isRepeated(text)
    ? [makeLeadSignal("GIBBERISH_MESSAGE", "repeated", [])]
    : language === null && isGibberish(text)
    ? [makeLeadSignal("GIBBERISH_MESSAGE", "random", [])]
    : []
]

const evidenceQuotedMax = 3
/** Minimum share of the total evidence that a piece of text needs to be quoted in a reason. */
const evidenceShareMin = 0.05

const judgeProbability = ({ evidence, probability, words }: MessageJudgment): ReadonlyArray<LeadSignal> => {
  const points = pointsOfProbability(probability, words)
  if (points === 0) return []
  const shown = evidence.filter(({ share, text }) => share >= evidenceShareMin && !isPrivate(text))
  const quotes = quoteList(shown.map(({ text }) => text), evidenceQuotedMax)
  const percent = Math.min(99, Math.floor(probability * 100))
  return [
    makeSpamSignal(
      points,
      `The text ${probability < 0.5 ? "resembles" : "reads like"} spam (${percent}%)${
        quotes === "" ? "" : `: ${quotes}`
      }.`
    )
  ]
}

/** Detects email addresses and phone, card or account numbers, which must not be quoted. */
const isPrivate = (text: string): boolean => text.includes("@") || privateDigits.test(text)

/** Matches at least five digits. House numbers and prices usually have fewer. */
const privateDigits = /(?:\d\D*){5}/

const disguiseNames: Readonly<Record<Disguise, string>> = {
  styled: "stylized letters",
  leet: "digits instead of letters",
  spaced: "spaced-out letters",
  invisible: "invisible characters within words",
  homoglyphs: "lookalike letters of other scripts"
}

const judgeDisguises = (disguises: ReadonlyArray<Disguise>): ReadonlyArray<LeadSignal> => {
  const found = [...new Set(disguises)].toSorted((one, other) =>
    pointsOf("OBFUSCATED_TEXT", other) - pointsOf("OBFUSCATED_TEXT", one)
  )
  const [worst] = found
  if (worst === undefined) return []
  return [makeLeadSignal("OBFUSCATED_TEXT", worst, [found.map((disguise) => disguiseNames[disguise]).join(", ")])]
}

/**
 * Matches links to other sites in HTML or BBCode, which form-filling programs write. Markdown is not matched, because
 * people who write about software use it.
 */
const linkMarkup = /<a\s[^<>]{0,200}?href\s{0,3}=(?!\s{0,3}["']?\s{0,3}[/#])|\[(?:url|link)[=\]]/i

const judgeMarkup = (message: string): ReadonlyArray<LeadSignal> =>
  linkMarkup.test(message) ? [makeLeadSignal("LINK_MARKUP", "markup", [])] : []

/** Maximum number of words in gibberish. If the language of a longer message is unknown, there is another cause. */
const gibberishWordsMax = 12
export const gibberishCharsMax = 400

/** Minimum share of letters in random words for a message to be gibberish. */
const randomShareMin = 0.6

/** Reports whether a text repeats a single letter of any script, with or without spaces. */
const isRepeated = (text: string): boolean => repeated.test(text) && text.replace(/\s+/g, "").length >= lettersMin

/** Matches a repeated letter. Most texts fail at the second letter, so the match is fast. */
const repeated = /^\s*(\p{L})(?:\s*\1)*\s*$/iu

/**
 * Reports whether a message consists mainly of random ASCII letters or neighboring keys. Codes, sums and numbers are
 * not random letters.
 */
export const isGibberish = (message: string): boolean => {
  if (message.length > gibberishCharsMax) return false
  const words = message.replace(links, " ").split(/[\s.,;:!?]+/).filter((word) => word !== "")
  if (words.length > gibberishWordsMax) return false
  let [letters, senseless] = [0, 0]
  for (const word of words) {
    const count = word.match(/\p{L}/gu)?.length ?? 0
    letters += count
    if (isRandomWord(word)) senseless += count
  }
  return senseless >= lettersMin && senseless >= letters * randomShareMin
}

/** Matches URLs and markup, which are removed because they are not words. */
const links = /https?:\S+|www\.\S+|\[[^\]]{0,100}\]|<[^>]{0,200}>/gi

const isRandomWord = (word: string): boolean => {
  if (!/^[a-z]+$/i.test(word)) return false
  const lower = word.toLowerCase()
  if (isRepeated(lower) || isKeyRow(lower)) return true
  // A word in all capitals is an abbreviation or a code.
  return word !== word.toUpperCase() && randomnessOf(word) >= randomnessMin
}

/**
 * Detects neighboring keys such as `asdf` or `qwertz` on common keyboard layouts. In short words, all keys must run in
 * one direction, because `were` is a word.
 */
const isKeyRow = (word: string): boolean => {
  if (word.length < keyRowCharsMin) return false
  let [right, left] = [0, 0]
  for (let at = 1; at < word.length; at++) {
    const [before, key] = [word.charAt(at - 1), word.charAt(at)]
    if (neighborKeys.has(before + key)) right++
    else if (neighborKeys.has(key + before)) left++
  }
  const steps = word.length - 1
  return word.length < lettersMin ? right === steps || left === steps : right + left >= steps * 0.8
}

const keyRowCharsMin = 4

/** Pairs of a key and its right neighbor. */
const neighborKeys: ReadonlySet<string> = new Set(
  ["qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "wxcvbn"].flatMap((row) =>
    Array.from(row.slice(1), (key, at) => row.charAt(at) + key)
  )
)
