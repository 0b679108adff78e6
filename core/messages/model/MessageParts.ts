import type { TokenBuckets } from "../features/MessageFeatures.ts"
import { segmentsOf } from "../features/MessageSegments.ts"
import { type Window, windowSizesWords, windowsOf } from "../features/MessageWindows.ts"
import type { NormalizedMessage } from "../normalize/NormalizeMessage.ts"
import { partLogit, worstSegments } from "./PartLogits.ts"
import type { SpamModel } from "./SpamModel.ts"

/** Part of a message that is scored separately, so that legitimate text next to spam does not hide it. */
export interface MessagePart {
  readonly windows: ReadonlyArray<Window>
  /** Mean logit before language shift and calibration. */
  readonly logit: number
  /**
   * Logit subtracted from the part's. Among many parts, one looks like spam by chance, so this grows with their number.
   * `scripts/spam/README.md` has the measurements.
   */
  readonly penalty: number
}

/** Shorter messages are scored only as a whole. */
export const wholeWordsMax = 12

/** Penalty for one of a number of windows: `base`, plus `perDoubling` each time the number doubles. */
const windowPenalty = { base: 0.5, perDoubling: 0.25 } as const

/** Penalty for segments selected from a number of segments. */
const segmentPenalty = { base: 0.9, perSegment: 0.05 } as const

/** Approximates log2 by linear interpolation, because `Math.log2` differs between runtimes. */
const doublings = (count: number): number => {
  const whole = 31 - Math.clz32(count)
  return whole + count / (1 << whole) - 1
}

/** With more segments, the penalty exceeds any logit that spam reaches. */
const segmentsMax = 40

/** Returns the candidate parts of a message. */
export const partsOf = (
  model: SpamModel,
  message: NormalizedMessage,
  found: TokenBuckets
): ReadonlyArray<MessagePart> => {
  const parts: Array<MessagePart> = []
  const add = (windows: ReadonlyArray<Window>, penalty: number): void => {
    parts.push({ windows, logit: partLogit(model, message, found, windows), penalty })
  }
  for (const size of windowSizesWords) {
    const windows = windowsOf(message.tokens, size)
    const penalty = windowPenalty.base + windowPenalty.perDoubling * doublings(windows.length)
    for (const window of windows) add([window], penalty)
  }
  const segments = segmentsOf(message)
  if (segments.length < 2 || segments.length > segmentsMax) return parts
  const worst = worstSegments(model, found, segments)
  const isWhole = worst.length === 1 && worst.every(({ from, to }) => to - from === message.tokens.count)
  if (worst.length > 0 && !isWhole) add(worst, segmentPenalty.base + segmentPenalty.perSegment * segments.length)
  return parts
}
