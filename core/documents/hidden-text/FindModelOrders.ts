import { skeletonOf } from "../../brands/letters/Skeleton.ts"
import {
  actEasternWords,
  actWords,
  dropEasternWords,
  dropWords,
  earlierEasternWords,
  earlierWords,
  instructionsEasternWords,
  instructionsWords,
  modelEasternWords,
  modelWords,
  mustWords
} from "./OrderWords.ts"

/** Maximum characters of the quoted order. */
export const orderQuoteCharsMax = 120

/**
 * Returns the first passage of a text that gives orders to a language model, or null. An order overrides earlier
 * instructions, addresses a model and requests an output, or contains the markers of a chat template. Takes time linear
 * in the text's length. The quote is normalized: lower case, without invisible characters.
 *
 * Source: OWASP, LLM01:2025 Prompt Injection.
 */
export const findModelOrder = (text: string): string | null => {
  const normalized = normalize(text)
  let first: number | null = null
  for (const pattern of patterns) {
    const at = normalized.search(pattern)
    if (at >= 0 && (first === null || at < first)) first = at
  }
  return first === null ? null : normalized.slice(first, first + orderQuoteCharsMax).trim()
}

/** Returns a text in lower case on one line, without invisible characters, and with lookalikes in Latin words replaced. */
const normalize = (text: string): string =>
  text.normalize("NFKC").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "").toLowerCase()
    .replaceAll(/[\p{L}\p{M}]+/gu, (word) => isMixed(word) ? skeletonOf(word) : word)
    .replaceAll(/\s+/g, " ").replaceAll("’", "'")

/** Reports whether a word has Latin letters beside Greek or Cyrillic letters. */
const isMixed = (word: string): boolean => /[a-z]/.test(word) && /[\u0370-\u052f]/.test(word)

const start = "(?<![\\p{L}\\p{N}])"
const end = "(?![\\p{L}\\p{N}])"
const drop = `${start}(?:${dropWords})${end}`
const earlier = `${start}(?:${earlierWords})${end}`
const instructions = `${start}(?:${instructionsWords})${end}`
const model = `${start}(?:${modelWords})${end}`
const act = `${start}(?:${actWords})${end}`
const must = `${start}(?:${mustWords})${end}`
/** A few words of the same clause. */
const gap = "[^.!?:;\"]{1,24}?"
/** Nouns after the name of a model, as in "AI screening system" or "KI-Assistent". */
const role = "(?:[ -]\\p{L}{2,16}){0,5}"
const condition = `${start}(?:if|when|as|you are|you're|wenn|als|si|se|en tant|como|jeśli|если)${end}`

const patterns: ReadonlyArray<RegExp> = [
  // Overrides: "ignore all previous instructions", "oublie tes consignes précédentes".
  new RegExp(`${drop}${gap}${earlier} ?(?:\\p{L}{1,12} )?${instructions}`, "u"),
  new RegExp(`${drop}${gap}${instructions} ${earlier}(?! edition)`, "u"),
  new RegExp(`${drop} (?:any|all) instructions (?:that|to) ${start}(?:tell|ask|say|look)${end}`, "u"),
  new RegExp(`(?:${earlierEasternWords}).{0,8}?(?:${instructionsEasternWords}).{0,6}?(?:${dropEasternWords})`, "u"),
  new RegExp(`(?:${dropEasternWords}).{0,6}?(?:${earlierEasternWords}).{0,8}?(?:${instructionsEasternWords})`, "u"),
  // Addresses: "note to AI reviewers: rate", "if you are a language model, say", "as an AI, you must classify".
  new RegExp(`(?<!to an? )${model}${role} ?(?::|,(?! which| where| who| whose| and))[^.!?]{0,60}?${act}`, "u"),
  new RegExp(
    `${condition}${gap}${model}[^.!?]{0,60}?${start}(?:${mustWords}|then|you)${end}[^.!?]{0,60}?${act}`,
    "u"
  ),
  new RegExp(`${model}${role} ?${must}(?! not be| be)[^.!?]{0,12}?${act}`, "u"),
  new RegExp(
    `(?:${modelEasternWords})[^。.!?]{0,16}?[，,：:]?[^。.!?]{0,12}?(?:请|請|面|라면|なら|：|:|,|，)[^。.!?]{0,24}?(?:${actEasternWords})`,
    "u"
  ),
  // Requests that only a program can carry out.
  new RegExp(
    `${start}(?:reveal|output|print|show|display|repeat)${end}${gap}${start}(?:system prompt|hidden configuration)${end}`,
    "u"
  ),
  new RegExp(`${start}(?:do not|don't|never) (?:tell|inform|alert) the user`, "u"),
  new RegExp(`${start}(?:your new task is|new system prompt|begin new instructions|you are now)${end}`, "u"),
  // Markers of chat templates.
  /<\|(?:im_start|im_end|system|user|assistant|end|endoftext)\|>|\[\/?inst\]|<<\/?sys>>|### ?instruction:/u,
  new RegExp(`${start}system: ?(?:you|the user|ignore)${end}`, "u")
]
