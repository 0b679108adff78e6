import type { NormalizedMessage } from "../normalize/NormalizeMessage.ts"
import { type Window, wordsIn } from "./MessageWindows.ts"

/** A sentence, a part of a long one, or several short ones. */
export interface Segment extends Window {
  readonly words: number
}

/** A longer sentence is cut: text without punctuation has segments as well. */
export const segmentWordsMax = 12

/** A shorter sentence is joined with the next one: a greeting by itself says too little. */
export const segmentWordsMin = 4

/** The segments of a message, in order. Together they hold each token once. */
export const segmentsOf = ({ source, tokens }: NormalizedMessage): ReadonlyArray<Segment> => {
  const segments: Array<Segment> = []
  let from = 0
  let words = 0
  for (let token = 0; token < tokens.count; token++) {
    const more = wordsIn(tokens, token)
    const isFull = words + more > segmentWordsMax
    const isSentence = words >= segmentWordsMin &&
      endsSentence(source, tokens.sourceTo[token - 1]!, tokens.sourceFrom[token]!)
    if (token > from && (isFull || isSentence)) {
      segments.push({ from, to: token, words })
      from = token
      words = 0
    }
    words += more
  }
  if (from < tokens.count) segments.push({ from, to: tokens.count, words })
  return joinShortEnd(segments)
}

/** A short segment at the end joins the one before it. */
const joinShortEnd = (segments: Array<Segment>): ReadonlyArray<Segment> => {
  const last = segments.at(-1)
  const before = segments.at(-2)
  if (last === undefined || before === undefined || last.words >= segmentWordsMin) return segments
  return [...segments.slice(0, -2), { from: before.from, to: last.to, words: before.words + last.words }]
}

/** Characters that end a sentence, or a part of it that stands by itself. */
const endingUnits: ReadonlySet<number> = new Set(
  [...".!?;:\n\r…。！？；｡؟؛۔।"].map((character) => character.charCodeAt(0))
)

const endsSentence = (source: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (endingUnits.has(source.charCodeAt(at))) return true
  return false
}
