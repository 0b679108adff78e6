import { countLetters, type LetterCounts, type TextUnits } from "../letters/ReadUnits.ts"
import { tokenKinds, type Tokens } from "../letters/Tokens.ts"
import type { NormalizedMessage } from "../normalize/NormalizeMessage.ts"

/** Sizes of windows in words. Windows of the same size overlap by half. */
export const windowSizesWords: ReadonlyArray<number> = [20, 40]

/** Range of tokens. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** Returns overlapping windows of one size over a message. Returns none if the message fits into one window. */
export const windowsOf = (tokens: Tokens, sizeWords: number): ReadonlyArray<Window> => {
  const { starts, words } = stepsOf(tokens, sizeWords / 2)
  if (words <= sizeWords) return []
  const windows: Array<Window> = []
  for (const [at, from] of starts.entries()) {
    const to = starts[at + 2] ?? tokens.count
    windows.push({ from, to })
    if (to === tokens.count) break
  }
  return windows
}

/** Returns the first token of each step of `stepWords` words, and the total number of words. */
const stepsOf = (
  tokens: Tokens,
  stepWords: number
): { readonly starts: ReadonlyArray<number>; readonly words: number } => {
  const starts: Array<number> = []
  let words = 0
  for (let token = 0; token < tokens.count; token++) {
    if (words >= starts.length * stepWords) starts.push(token)
    words += wordCountOf(tokens, token)
  }
  return { starts, words }
}

/** Returns the number of words in a token. In scripts without spaces, two letters count as one word. */
export const wordCountOf = (tokens: Tokens, token: number): number =>
  tokens.kind[token] === tokenKinds.unspaced ? (tokens.from[token + 1]! - tokens.from[token]! + 1) >>> 1 : 1

export const countLettersOfWindows = (
  { tokens, units }: NormalizedMessage,
  windows: ReadonlyArray<Window>
): LetterCounts => {
  let [letters, uppers, exclamations] = [0, 0, 0]
  for (const { from, to } of windows) {
    const begin = unitAt(units, tokens.sourceFrom[from]!)
    const end = to === tokens.count ? units.length : unitAt(units, tokens.sourceFrom[to]!)
    const shape = countLetters(units, begin, end)
    letters += shape.letters
    uppers += shape.uppers
    exclamations += shape.exclamations
  }
  return { letters, uppers, exclamations }
}

/** Returns a message that consists of windows of another message. All other tokens become gaps. */
export const messageOfWindows = (message: NormalizedMessage, windows: ReadonlyArray<Window>): NormalizedMessage => {
  const kind = new Uint8Array(message.tokens.count).fill(tokenKinds.gap)
  for (const { from, to } of windows) kind.set(message.tokens.kind.subarray(from, to), from)
  return { ...message, tokens: { ...message.tokens, kind }, ...countLettersOfWindows(message, windows) }
}

/** Returns the index of the first unit that starts at or after a position in the source. */
const unitAt = ({ at, length }: TextUnits, place: number): number => {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (at[middle]! < place) low = middle + 1
    else high = middle
  }
  return low
}
