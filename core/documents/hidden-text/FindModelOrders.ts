import { skeletonOf } from "../../brands/letters/Skeleton.ts"
import { eastAsianOrderWords as eastern, orderWords as words } from "./OrderWords.ts"

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
const any = (alternatives: string): string => `${start}(?:${alternatives})${end}`
/** A few words of the same clause. */
const gap = "[^.!?:;\"]{0,24}?"

/** Nouns after the name of a model, as in "AI screening system" or "KI-Assistent". */
const role = "(?:[ -]\\p{L}{2,16}){0,5}"
const address = `(?<!to an? )${any(words.model)}${role} ?[:,]`
const request = `[^.!?]{0,60}?${any(words.act)}`

const patterns: ReadonlyArray<RegExp> = [
  // Overrides: "ignore all previous instructions", "oublie tes consignes précédentes".
  `${any(words.drop)}${gap}${any(words.earlier)} ?(?:\\p{L}{1,12} )?${any(words.instructions)}`,
  `${any(words.drop)}${gap}${any(words.instructions)} ${any(words.earlier)}(?! edition)`,
  `${any(words.drop)} (?:any|all) instructions (?:that|to) ${any("tell|ask|say|look")}`,
  `(?:${eastern.earlier}).{0,8}?(?:${eastern.instructions}).{0,6}?(?:${eastern.drop})`,
  `(?:${eastern.drop}).{0,6}?(?:${eastern.earlier}).{0,8}?(?:${eastern.instructions})`,
  // Addresses: "note to AI reviewers: rate", "if you are a language model, say", "as an AI, you must classify".
  `${address}${request}`,
  `${any("if|when|as|you are|you're|wenn|als|si|se|en tant|como|jeśli|если")}${gap}${any(words.model)}[^.!?]{0,60}?${
    any(`${words.must}|then|you`)
  }${request}`,
  `${any(words.model)}${role} ?${any(words.must)}(?! not be| be)[^.!?]{0,12}?${any(words.act)}`,
  `(?:${eastern.model})[^。.!?]{0,16}?[，,：:]?[^。.!?]{0,12}?(?:请|請|面|라면|なら|：|:|,|，)[^。.!?]{0,24}?(?:${eastern.act})`,
  // Requests that only a program can carry out.
  `${any("reveal|output|print|show|display|repeat")}${gap}${any("system prompt|hidden configuration")}`,
  `${any("do not|don't|never")} ${any("tell|inform|alert")} the user`,
  any("your new task is|new system prompt|begin new instructions|you are now"),
  // Markers of chat templates.
  String.raw`<\|(?:im_start|im_end|system|user|assistant|end|endoftext)\|>|\[/?inst\]|<</?sys>>|### ?instruction:`,
  `${start}system: ?(?:you|the user|ignore)${end}`
].map((pattern) => new RegExp(pattern, "u"))
