import type { NormalizedMessage } from "../normalize/NormalizeMessage.ts"
import { type Window, wordCountOf } from "./MessageWindows.ts"

/** Sentence, part of a long sentence, or several short sentences. */
export interface Segment extends Window {
  readonly words: number
}

/** Maximum words of a segment. Longer sentences are split, so that text without punctuation has segments too. */
export const segmentWordsMax = 12

/** Minimum words of a segment. A shorter sentence, such as a greeting, is joined with the next sentence. */
export const segmentWordsMin = 4

/** Splits a message into segments, in order. Each token belongs to exactly one segment. */
export const segmentsOf = ({ source, tokens }: NormalizedMessage): ReadonlyArray<Segment> => {
  const segments: Array<Segment> = []
  let from = 0
  let words = 0
  for (let token = 0; token < tokens.count; token++) {
    const more = wordCountOf(tokens, token)
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

/** Joins a last segment that is too short with the segment before it. */
const joinShortEnd = (segments: Array<Segment>): ReadonlyArray<Segment> => {
  const last = segments.at(-1)
  const before = segments.at(-2)
  if (last === undefined || before === undefined || last.words >= segmentWordsMin) return segments
  return [...segments.slice(0, -2), { from: before.from, to: last.to, words: before.words + last.words }]
}

/** Characters that end a sentence or an independent part of it. */
const endingUnits: ReadonlySet<number> = new Set(
  [...".!?;:\n\r…。！？；｡؟؛۔।"].map((character) => character.charCodeAt(0))
)

const endsSentence = (source: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (endingUnits.has(source.charCodeAt(at))) return true
  return false
}
