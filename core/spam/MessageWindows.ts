import type { NormalizedMessage } from "./NormalizeMessage.ts"
import { shapeOf, type TextShape, type Units } from "./ReadUnits.ts"
import { tokenKinds, type Tokens } from "./Tokens.ts"

/** Words of a part of a message that is judged by itself: as long as spam is that somebody hides behind honest text. */
export const windowWords = 40

/** Words from the beginning of one part to that of the next: whatever is no longer than this lies whole in some part. */
export const windowStepWords = 20

/** Words of a message that is not longer than a part and a half, and is judged as one. */
export const windowlessWordsMax = 60

/** A part of a message, by its tokens. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** Overlapping parts of a long message: honest text about spam dilutes the whole, never all parts. */
export const windowsOf = (tokens: Tokens): ReadonlyArray<Window> => {
  const starts = startsOf(tokens)
  if (starts.words <= windowlessWordsMax) return []
  const span = windowWords / windowStepWords
  const windows: Array<Window> = []
  for (let at = 0; at < starts.tokens.length; at++) {
    const to = starts.tokens[at + span] ?? tokens.count
    windows.push({ from: starts.tokens[at]!, to })
    if (to === tokens.count) break
  }
  return windows
}

/** The tokens with which steps begin. */
const startsOf = (tokens: Tokens): { readonly tokens: ReadonlyArray<number>; readonly words: number } => {
  const starts: Array<number> = []
  let words = 0
  for (let token = 0; token < tokens.count; token++) {
    if (words >= starts.length * windowStepWords) starts.push(token)
    words += wordsIn(tokens, token)
  }
  return { tokens: starts, words }
}

/** In scripts without spaces two letters count as one word. */
const wordsIn = (tokens: Tokens, token: number): number =>
  tokens.kind[token] === tokenKinds.unspaced ? (tokens.from[token + 1]! - tokens.from[token]! + 1) >>> 1 : 1

/** How a part of a message looks. */
export const windowShape = ({ tokens, units }: NormalizedMessage, { from, to }: Window): TextShape => {
  const begin = unitAt(units, tokens.sourceFrom[from]!)
  const end = to === tokens.count ? units.length : unitAt(units, tokens.sourceFrom[to]!)
  return shapeOf(units, begin, end)
}

/** A part of a message as a message of its own. */
export const windowOf = (message: NormalizedMessage, window: Window): NormalizedMessage => ({
  ...message,
  tokens: tokensBetween(message.tokens, window.from, window.to),
  ...windowShape(message, window)
})

/** A view: nothing is copied. */
const tokensBetween = (tokens: Tokens, from: number, to: number): Tokens => ({
  ...tokens,
  kind: tokens.kind.subarray(from, to),
  from: tokens.from.subarray(from, to + 1),
  sourceFrom: tokens.sourceFrom.subarray(from, to),
  sourceTo: tokens.sourceTo.subarray(from, to),
  count: to - from,
  filled: tokens.from[to]! - tokens.from[from]!
})

/** The first unit that begins at a place of the source, or behind it. */
const unitAt = ({ at, length }: Units, place: number): number => {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (at[middle]! < place) low = middle + 1
    else high = middle
  }
  return low
}
