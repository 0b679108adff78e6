import { describe, expect, it } from "vitest"
import { windowsOf } from "../../../../core/messages/features/MessageWindows.ts"
import { normalizeMessage } from "../../../../core/messages/normalize/NormalizeMessage.ts"

const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${"abcdefgh"[at % 8]}`).join(" ")

describe("windows", () => {
  it("are empty if the message is no longer than one window", () => {
    expect(windowsOf(normalizeMessage(words(20)).tokens, 20)).toEqual([])
    expect(windowsOf(normalizeMessage(words(40)).tokens, 40)).toEqual([])
  })

  it("overlap by half and omit nothing", () => {
    expect(windowsOf(normalizeMessage(words(21)).tokens, 20)).toEqual([{ from: 0, to: 20 }, { from: 10, to: 21 }])
    expect(windowsOf(normalizeMessage(words(95)).tokens, 40)).toEqual([
      { from: 0, to: 40 },
      { from: 20, to: 60 },
      { from: 40, to: 80 },
      { from: 60, to: 95 }
    ])
  })

  it("count two letters of a script without spaces as one word", () => {
    const { tokens } = normalizeMessage("我们公司想订购五十套会议桌椅，".repeat(12))
    expect(windowsOf(tokens, 40).length).toBeGreaterThan(1)
  })
})
