import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { featuresOf, newTokenBuckets } from "../../../../core/messages/features/MessageFeatures.ts"
import { segmentsOf } from "../../../../core/messages/features/MessageSegments.ts"
import {
  messageOfWindows,
  type Window,
  windowSizesWords,
  windowsOf
} from "../../../../core/messages/features/MessageWindows.ts"
import { meanLogit } from "../../../../core/messages/model/MessageLogit.ts"
import { partLogit, selectedWordsMin, worstSegments } from "../../../../core/messages/model/PartLogits.ts"
import { normalizeMessage } from "../../../../core/messages/normalize/NormalizeMessage.ts"
import { runs } from "../../../support/TestRun.ts"
import { hostileText } from "../HostileTexts.ts"
import { tinyHam, tinyModel, tinySpam } from "../TinyModel.ts"

const model = tinyModel()
const piece = fc.oneof(hostileText(), fc.constantFrom(...tinySpam, ...tinyHam, "WHY ME! 🔥 now", "a $5 b"))
const pieces = fc.array(piece, { minLength: 8, maxLength: 30 }).map((some) => some.join(". "))

/** Returns a message with its token buckets and its features. */
const read = (text: string) => {
  const message = normalizeMessage(text)
  const found = newTokenBuckets(message.tokens)
  const features = featuresOf(message, found)
  return { message, found, features }
}

/** Returns the text of each of the worst segments. */
const textOf = (text: string): ReadonlyArray<string> => {
  const { found, message: { source, tokens }, message } = read(text)
  return worstSegments(model, found, segmentsOf(message)).map(({ from, to }) =>
    source.slice(tokens.sourceFrom[from], tokens.sourceTo[to - 1])
  )
}

describe("the logit of a part", () => {
  it("equals that of the part as a separate message", () => {
    fc.assert(
      fc.property(pieces, fc.nat(), (text, salt) => {
        const { features, found, message } = read(text)
        expect(features).toEqual(featuresOf(message))
        const segments = segmentsOf(message)
        const parts: ReadonlyArray<ReadonlyArray<Window>> = [
          ...windowSizesWords.flatMap((size) => windowsOf(message.tokens, size)).map((window) => [window]),
          segments.filter((_, at) => at % 2 === salt % 2),
          worstSegments(model, found, segments)
        ]
        for (const part of parts) {
          const alone = meanLogit(model, featuresOf(messageOfWindows(message, part)))
          expect(partLogit(model, message, found, part)).toBe(alone)
        }
      }),
      runs(60)
    )
  })
})

describe("the segments most similar to spam", () => {
  const polite = "Thank you for the meeting, see you next week."

  it.each([
    [
      "behind",
      `${polite} Could you please send me a quotation for two pumps. Earn bitcoin profit every day guaranteed.`
    ],
    [
      "before",
      `Earn bitcoin profit every day guaranteed. ${polite} Could you please send me a quotation for two pumps.`
    ]
  ])("omit text %s spam", (_, text) => {
    expect(textOf(text.replace("guaranteed", "guaranteed, free casino bonus"))).toEqual([
      "Earn bitcoin profit every day guaranteed, free casino bonus"
    ])
  })

  it("omit text between two spam sentences", () => {
    expect(textOf(`Earn bitcoin profit every day guaranteed. ${polite} Buy cheap viagra now.`)).toEqual([
      "Earn bitcoin profit every day guaranteed",
      "Buy cheap viagra now"
    ])
  })

  it("have at least the minimum number of words", () => {
    const [window, ...more] = textOf(`Buy cheap viagra now. ${polite}`)
    expect(more).toEqual([])
    expect(window?.split(" ").length).toBeGreaterThanOrEqual(selectedWordsMin)
  })

  it("do not affect the next message", () => {
    fc.assert(
      fc.property(pieces, pieces, (one, other) => {
        const first = textOf(one)
        textOf(other)
        expect(textOf(one)).toEqual(first)
      }),
      runs(30)
    )
  })
})
