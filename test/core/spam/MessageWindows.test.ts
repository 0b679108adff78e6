import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { featuresOf, newTokenBuckets } from "../../../core/spam/MessageFeatures.ts"
import { meanLogit } from "../../../core/spam/MessageLogit.ts"
import {
  windowlessWordsMax,
  windowOf,
  windowsOf,
  windowStepWords,
  windowWords
} from "../../../core/spam/MessageWindows.ts"
import { normalizeMessage } from "../../../core/spam/NormalizeMessage.ts"
import { windowLogit } from "../../../core/spam/WindowLogits.ts"
import { runs } from "../../support/TestRun.ts"
import { hostileText } from "./HostileTexts.ts"
import { tinyHam, tinyModel, tinySpam } from "./TinyModel.ts"

const model = tinyModel()
const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${"abcdefgh"[at % 8]}`).join(" ")

describe("parts of a message", () => {
  it("are none where it is short", () => {
    expect(windowsOf(normalizeMessage(words(windowlessWordsMax)).tokens)).toEqual([])
  })

  it("overlap by half, and leave nothing out", () => {
    expect(windowsOf(normalizeMessage(words(95)).tokens)).toEqual([
      { from: 0, to: windowWords },
      { from: windowStepWords, to: windowStepWords + windowWords },
      { from: 2 * windowStepWords, to: 2 * windowStepWords + windowWords },
      { from: 3 * windowStepWords, to: 95 }
    ])
  })

  it("count two letters of a script without spaces as a word", () => {
    const { tokens } = normalizeMessage("我们公司想订购五十套会议桌椅，".repeat(12))
    expect(windowsOf(tokens).length).toBeGreaterThan(1)
  })

  it("have the figure that they have as messages of their own", () => {
    const piece = fc.oneof(hostileText(), fc.constantFrom(...tinySpam, ...tinyHam, "WHY ME! 🔥 now", "a $5 b"))
    fc.assert(
      fc.property(fc.array(piece, { minLength: 8, maxLength: 30 }), (pieces) => {
        const message = normalizeMessage(pieces.join(" "))
        const buckets = newTokenBuckets(message.tokens)
        const plain = featuresOf(message)
        expect(featuresOf(message, buckets)).toEqual(plain)
        for (const window of windowsOf(message.tokens)) {
          const alone = meanLogit(model, featuresOf(windowOf(message, window)))
          expect(windowLogit(model, message, buckets, window)).toBe(alone)
        }
      }),
      runs(60)
    )
  })
})
