import { expect, it } from "vitest"
import { scriptLanguage, scriptLettersMin } from "../../../adapters/language/ScriptLanguage.ts"

const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

const told = (text: string) => scriptLanguage(text, lettersOf(text))

it("tells the language of a script where a third of the letters are of it", () => {
  expect(told("北京abcd")).toBe("zh")
  expect(told("北京abcde")).toBe(null)
  expect(told("สวัabcdef")).toBe("th")
  expect(told("สวัabcdefghij")).toBe(null)
})

it("takes Han for Japanese where a tenth of it is Kana, and for Chinese where hardly any is", () => {
  expect(told(`${"東".repeat(9)}の`)).toBe("ja")
  expect(told(`${"東".repeat(10)}の`)).toBe("zh")
})

it("tells nothing of fewer letters than are needed", () => {
  expect(told("한".repeat(scriptLettersMin))).toBe("ko")
  expect(told("한".repeat(scriptLettersMin - 1))).toBe(null)
})
