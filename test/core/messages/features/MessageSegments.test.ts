import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { segmentsOf, segmentWordsMax } from "../../../../core/messages/features/MessageSegments.ts"
import { normalizeMessage } from "../../../../core/messages/normalize/NormalizeMessage.ts"
import { runs } from "../../../support/TestRun.ts"
import { hostileText } from "../HostileTexts.ts"

const segments = (text: string): ReadonlyArray<string> => {
  const message = normalizeMessage(text)
  const { source, tokens } = message
  return segmentsOf(message).map(({ from, to }) => source.slice(tokens.sourceFrom[from], tokens.sourceTo[to - 1]))
}

describe("segments", () => {
  it.each([".", "!", "?", ";", ":", "\n", "\r\n", "…", "。", "！", "？", "؟", "।"])("end at %j", (sign) => {
    expect(segments(`one two three four${sign} five six seven eight`)).toEqual([
      "one two three four",
      "five six seven eight"
    ])
  })

  it("do not end at a comma", () => {
    expect(segments("one two three four, five six seven eight")).toHaveLength(1)
  })

  it("join sentences of fewer than four words with the next one, or with the previous one at the end", () => {
    expect(segments("Hello there. One two three four. Five six seven eight. Thank you.")).toEqual([
      "Hello there. One two three four",
      "Five six seven eight. Thank you"
    ])
  })

  it("are split after twelve words", () => {
    const words = Array.from({ length: 28 }, (_, at) => `w${"abcdefghijklmnopqrstuvwxyzäö"[at]}`)
    expect(segments(words.join(" ")).map((text) => text.split(" ").length)).toEqual([12, 12, 4])
  })

  it("are whole sentences in a script without spaces", () => {
    expect(segments("我们公司想订购五十套会议桌椅。请问能否在下个月底之前送货到上海？")).toHaveLength(2)
  })

  it("contain each token once, in order, and are empty for an empty message", () => {
    expect(segments("")).toEqual([])
    fc.assert(
      fc.property(hostileText(), (text) => {
        const message = normalizeMessage(text)
        const found = segmentsOf(message)
        expect(found.map(({ from }) => from)).toEqual([0, ...found.map(({ to }) => to)].slice(0, found.length))
        expect(found.at(-1)?.to ?? 0).toBe(message.tokens.count)
        for (const { from, to, words } of found.slice(0, -1)) {
          expect(to).toBeGreaterThan(from)
          if (to - from > 1) expect(words).toBeLessThanOrEqual(segmentWordsMax)
        }
      }),
      runs(200)
    )
  })
})
