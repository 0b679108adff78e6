import { describe, expect, it } from "vitest"
import { isEnglish } from "../../../../core/messages/features/EnglishWords.ts"
import { normalizeMessage } from "../../../../core/messages/normalize/NormalizeMessage.ts"

const whole = (text: string) => {
  const { tokens } = normalizeMessage(text)
  return isEnglish(tokens, [{ from: 0, to: tokens.count }])
}

/** Returns `count` words: the given English words, and then words of no language. */
const mixed = (english: string, count: number): string => {
  const words = english.split(" ")
  return [...words, ...Array.from({ length: count - words.length }, () => "blorp")].join(" ")
}

describe("a text is English", () => {
  it.each([
    "We can bring your website to the top of the list for you, and you will have all the clicks from it that you need",
    "Votre boutique en ligne, demain sur la première page: we can do it for you, and you will have it by the next day"
  ])("if enough of its words are common in English: %j", (text) => expect(whole(text)).toBe(true))

  it.each([
    "Vi kan hjälpa er med en ny hemsida och ni får gärna höra av er om det är något som ni undrar över i helgen",
    "3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18",
    "我们公司想订购五十套会议桌椅，请问贵公司能否在下个月底之前送货到上海"
  ])("only if enough of its words are common in English: %j", (text) => expect(whole(text)).toBe(false))

  it.each([
    ["the of to", 15],
    ["with that this", 15],
    ["have from will", 15],
    ["your with that", 15],
    [`${"the ".repeat(16)}of`, 100]
  ])("with %j among %d words", (words, count) => expect(whole(mixed(words, count))).toBe(true))

  it.each([
    ["the of to", 14],
    ["with that", 15],
    ["thee offs toto thats withe", 15],
    [`${"the ".repeat(15)}of`, 100]
  ])("not with %j among %d words", (words, count) => expect(whole(mixed(words, count))).toBe(false))

  it("in the requested part", () => {
    const { tokens } = normalizeMessage(`the of ${"blorp ".repeat(13)}${"to and ".repeat(8)}`)
    const parts = [[0, 15], [0, 16], [15, 29], [15, 30], [16, 31]] as const
    expect(parts.map(([from, to]) => isEnglish(tokens, [{ from, to }]))).toEqual([false, true, false, true, true])
  })
})
