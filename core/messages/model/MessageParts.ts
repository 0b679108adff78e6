import type { TokenBuckets } from "../features/MessageFeatures.ts"
import { segmentsOf } from "../features/MessageSegments.ts"
import { type Window, windowSizesWords, windowsOf } from "../features/MessageWindows.ts"
import type { NormalizedMessage } from "../normalize/NormalizeMessage.ts"
import { partLogit, worstSegments } from "./PartLogits.ts"
import type { SpamModel } from "./SpamModel.ts"

/** Part of a message that is scored separately. Legitimate text next to spam therefore does not hide the spam. */
export interface MessagePart {
  readonly windows: ReadonlyArray<Window>
  /** Mean logit of the part before the language shift and the calibration. */
  readonly logit: number
  /**
   * Value that is subtracted from the logit of the part. It grows with the number of parts, because among many parts,
   * one looks like spam by chance. `scripts/spam/README.md` has the measurements.
   */
  readonly penalty: number
}

/** Maximum words of a message that is scored only as a whole. */
export const wholeWordsMax = 12

/** Penalty for a window: `base`, plus `perDoubling` for each doubling of the number of windows. */
const windowPenalty = { base: 0.5, perDoubling: 0.25 } as const

/** Penalty for selected segments: `base`, plus `perSegment` for each segment of the message. */
const segmentPenalty = { base: 0.9, perSegment: 0.05 } as const

/** Approximates log2 by linear interpolation, because `Math.log2` differs between runtimes. */
const doublings = (count: number): number => {
  const whole = 31 - Math.clz32(count)
  return whole + count / (1 << whole) - 1
}

/** Maximum number of segments to select from. With more segments, the penalty would exceed any logit of spam. */
const segmentsMax = 40

/** Returns the parts of a message that are scored separately: windows and the most suspicious segments. */
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
