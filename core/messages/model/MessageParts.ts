import type { TokenBuckets } from "../features/MessageFeatures.ts"
import { segmentsOf } from "../features/MessageSegments.ts"
import { type Window, windowSizesWords, windowsOf } from "../features/MessageWindows.ts"
import type { NormalizedMessage } from "../normalize/NormalizeMessage.ts"
import { partLogit, worstSegments } from "./PartLogits.ts"
import type { SpamModel } from "./SpamModel.ts"

/** A part of a message that is judged by itself, so that honest text beside spam does not hide it. */
export interface MessagePart {
  readonly windows: ReadonlyArray<Window>
  /** Its mean logit, before language and calibration. */
  readonly logit: number
  /**
   * Logits by which the part must look worse than a whole message. Of many parts one looks like spam by chance, so this grows with
   * their number. `scripts/spam/README.md` has the measurements.
   */
  readonly caution: number
}

/** Words of a message that is judged as a whole only. */
export const wholeWordsMax = 12

/** The caution for one of a number of windows: `base`, and `perDoubling` each time the number doubles. */
const windowCaution = { base: 0.5, perDoubling: 0.25 } as const

/** The caution for segments that are picked out of a number of segments. */
const segmentCaution = { base: 0.9, perSegment: 0.05 } as const

/** How often one is doubled to make a number, in between by straight lines: `Math.log2` differs between runtimes. */
const doublings = (count: number): number => {
  const whole = 31 - Math.clz32(count)
  return whole + count / (1 << whole) - 1
}

/** With more segments than these, picking among them tells nothing: the caution is larger than what spam reaches. */
const segmentsMax = 40

/** The parts of a message that are candidates for its judgement. */
export const partsOf = (
  model: SpamModel,
  message: NormalizedMessage,
  found: TokenBuckets
): ReadonlyArray<MessagePart> => {
  const parts: Array<MessagePart> = []
  const add = (windows: ReadonlyArray<Window>, caution: number): void => {
    parts.push({ windows, logit: partLogit(model, message, found, windows), caution })
  }
  for (const size of windowSizesWords) {
    const windows = windowsOf(message.tokens, size)
    const caution = windowCaution.base + windowCaution.perDoubling * doublings(windows.length)
    for (const window of windows) add([window], caution)
  }
  const segments = segmentsOf(message)
  if (segments.length < 2 || segments.length > segmentsMax) return parts
  const worst = worstSegments(model, found, segments)
  const isWhole = worst.length === 1 && worst.every(({ from, to }) => to - from === message.tokens.count)
  if (worst.length > 0 && !isWhole) add(worst, segmentCaution.base + segmentCaution.perSegment * segments.length)
  return parts
}
