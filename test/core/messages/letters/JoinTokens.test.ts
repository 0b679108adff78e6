import { describe, expect, it } from "vitest"
import { tokenKinds } from "../../../../core/messages/letters/Tokens.ts"
import { normalizeMessage } from "../../../../core/messages/normalize/NormalizeMessage.ts"

/** Returns the tokens of a message as text, with a placeholder for telephone numbers. */
const read = (text: string): string => {
  const { tokens } = normalizeMessage(text)
  return Array.from({ length: tokens.count }, (_, token) =>
    tokens.kind[token] === tokenKinds.phone
      ? "PHONE"
      : String.fromCharCode(...tokens.letters.subarray(tokens.from[token], tokens.from[token + 1]))).join(" ")
}

/** Returns `count` letters. Neighbors are neither equal nor consecutive in the alphabet. */
const letters = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, at) => "agm"[at % 3]!)

describe("separated letters", () => {
  it.each([
    ["f r e e", "free"],
    ["f r e", "f r e"],
    ["f.r.e", "fre"],
    ["f.r", "f r"],
    ["f   r   e   e", "free"],
    ["f    r    e    e", "f r e e"],
    ["buy v i a g r a now", "buy viagra now"],
    ["buy v-i-a-g-r-a-now", "buy viagra now"],
    ["f r-e-e m", "f ree m"],
    ["f -r -e -e", "f r e e"],
    ["a b c d", "a b c d"],
    ["a b c e", "abce"],
    ["x x x x", "x x x x"],
    ["z y x w", "zyxw"],
    ["f r e e あ", "free あ"],
    ["あ f r e e", "あ free"],
    ["f r 웃 e e", "f r 웃 e e"],
    ["가 f r e e", "가 free"]
  ])("are one word if nothing else separates them: %j, %j", (text, tokens) => expect(read(text)).toBe(tokens))

  it("form a word of at most 40 letters", () => {
    expect(read(letters(40).join(" "))).toBe(letters(40).join(""))
    expect(read(letters(41).join(" "))).toBe(`${letters(40).join("")} ${letters(41)[40]}`)
  })

  it.each([
    ["g a m s", []],
    ["g a m s and s a m g", ["spaced"]],
    ["g a m s u", ["spaced"]],
    ["G A M S U", []],
    ["G a m s u", ["spaced"]],
    ["s.e.x", ["spaced"]],
    ["g.a.m and m.a.g", []],
    ["か に あ す お", []]
  ])("are a disguise if nothing else is written that way: %j, %j", (text, disguises) => {
    expect(normalizeMessage(text).disguises).toEqual(disguises)
  })
})

describe("groups of digits", () => {
  it.each([
    ["+12345678", "PHONE"],
    ["+1234567", "0000000"],
    ["+123456789012345", "PHONE"],
    ["+12345678 90123456", "PHONE 00000000"],
    ["030 12345", "PHONE"],
    ["030 1234", "000 0000"],
    ["130 12345", "000 00000"],
    ["130 123 45", "PHONE"],
    ["030 - 12345", "PHONE"],
    ["030  - 12345", "000 00000"],
    ["030 12345 10:30", "PHONE 00:00"],
    ["030 1234 10:30", "000 0000 00:00"],
    ["030 1234 12/06", "000 0000 00/00"],
    ["030 12345 1234567 1", "PHONE 0"]
  ])("are a telephone number of 8 to 15 digits: %j, %j", (text, tokens) => expect(read(text)).toBe(tokens))
})
