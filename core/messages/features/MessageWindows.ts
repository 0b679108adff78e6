import { shapeOf, type TextShape, type Units } from "../letters/ReadUnits.ts"
import { tokenKinds, type Tokens } from "../letters/Tokens.ts"
import type { NormalizedMessage } from "../normalize/NormalizeMessage.ts"

/** Words per window. Windows overlap by half. */
export const windowSizesWords: ReadonlyArray<number> = [20, 40]

/** Range of tokens. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** Returns overlapping windows of one size over a message. Empty if the message is not longer than a window. */
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

/** Returns the tokens at which each step of `stepWords` words begins, and the number of words. */
const stepsOf = (
  tokens: Tokens,
  stepWords: number
): { readonly starts: ReadonlyArray<number>; readonly words: number } => {
  const starts: Array<number> = []
  let words = 0
  for (let token = 0; token < tokens.count; token++) {
    if (words >= starts.length * stepWords) starts.push(token)
    words += wordsIn(tokens, token)
  }
  return { starts, words }
}

/** Returns the words of a token. In scripts without spaces, two letters count as one word. */
export const wordsIn = (tokens: Tokens, token: number): number =>
  tokens.kind[token] === tokenKinds.unspaced ? (tokens.from[token + 1]! - tokens.from[token]! + 1) >>> 1 : 1

export const windowsShape = ({ tokens, units }: NormalizedMessage, windows: ReadonlyArray<Window>): TextShape => {
  let [letters, uppers, exclamations] = [0, 0, 0]
  for (const { from, to } of windows) {
    const begin = unitAt(units, tokens.sourceFrom[from]!)
    const end = to === tokens.count ? units.length : unitAt(units, tokens.sourceFrom[to]!)
    const shape = shapeOf(units, begin, end)
    letters += shape.letters
    uppers += shape.uppers
    exclamations += shape.exclamations
  }
  return { letters, uppers, exclamations }
}

/** Returns windows of a message as a separate message. The rest of the text becomes a gap. */
export const messageOfWindows = (message: NormalizedMessage, windows: ReadonlyArray<Window>): NormalizedMessage => {
  const kind = new Uint8Array(message.tokens.count).fill(tokenKinds.gap)
  for (const { from, to } of windows) kind.set(message.tokens.kind.subarray(from, to), from)
  return { ...message, tokens: { ...message.tokens, kind }, ...windowsShape(message, windows) }
}

/** Returns the index of the first unit that starts at or after a position in the source. */
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
