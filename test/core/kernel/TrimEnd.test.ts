import { expect, it } from "vitest"
import { trimEnd } from "../../../core/kernel/TrimEnd.ts"

it.each([
  ["a..", ".", "a"],
  ["a.b", ".", "a.b"],
  ["..", ".", ""],
  ["", ".", ""],
  ["a\u{1f600}.\u{1f600}", "\u{1f600}.", "a"],
  ["\u{1f601}\u{1f600}", "\u{1f600}", "\u{1f601}"],
  ["a\ude00", "\u{1f600}", "a\ude00"]
])("%j without %j is %j", (text, signs, is) => {
  expect(trimEnd(text, (sign) => [...signs].includes(sign))).toBe(is)
})
