import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { controlCharsMax, RtfLexer } from "../../../../adapters/documents/rtf/RtfLexer.ts"
import { bytesOf } from "./MakeRtf.ts"

/** Returns all tokens in short form, for example `b:0` for a control word and its parameter. */
const tokensOf = (text: string): ReadonlyArray<string> => {
  const lexer = new RtfLexer(bytesOf(text))
  const tokens: Array<string> = []
  for (let token = lexer.next(); token !== "end"; token = lexer.next()) {
    tokens.push(
      token === "word"
        ? `${lexer.word}:${lexer.parameter}${lexer.isOverlong ? "!" : ""}`
        : token === "symbol"
        ? `symbol ${String.fromCharCode(lexer.value)}`
        : token === "byte"
        ? `byte ${lexer.value}`
        : token === "text"
        ? `text ${text.slice(lexer.from, lexer.to)}`
        : token
    )
  }
  return tokens
}

describe("tokens", () => {
  it.each<readonly [string, ReadonlyArray<string>]>([
    ["{a}", ["open", "text a", "close"]],
    ["\\par a", ["par:null", "text a"]],
    ["\\par  a", ["par:null", "text  a"]],
    ["\\fs24a", ["fs:24", "text a"]],
    ["\\li-360 a", ["li:-360", "text a"]],
    ["\\a-b", ["a:null", "text -b"]],
    ["\\a- 1", ["a:null", "text - 1"]],
    ["\\b\\i", ["b:null", "i:null"]],
    ["\\*\\x", ["symbol *", "x:null"]],
    ["\\{\\}\\\\", ["symbol {", "symbol }", "symbol \\"]],
    ["\\'e9x", ["byte 233", "text x"]],
    ["\\'zzx", ["byte -1", "text x"]],
    ["\\'4}", ["byte -1", "close"]],
    ["\\u-10179?", ["u:-10179", "text ?"]],
    ["\\x4294967297 ", ["x:1"]],
    ["\\x00000000000001 ", ["x:1!"]],
    [`\\${"a".repeat(33)} `, [`${"a".repeat(33)}:null!`]],
    [`\\${"a".repeat(controlCharsMax + 2)} `, [`${"a".repeat(controlCharsMax)}:null!`, "text aa "]],
    ["\\", []],
    ["a\nb", ["text a\nb"]]
  ])("of %j are %j", (text, expected) => expect(tokensOf(text)).toEqual(expected))

  it("always advance on arbitrary bytes", () => {
    const pieces = fc.oneof(
      fc.uint8Array({ maxLength: 9 }),
      fc.constantFrom("\\", "{", "}", "\\'", "\\bin4 ").map(bytesOf)
    )
    fc.assert(fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
      const lexer = new RtfLexer(Buffer.concat(parts))
      for (;;) {
        const before = lexer.at
        if (lexer.next() === "end") return
        expect(lexer.at).toBeGreaterThan(before)
      }
    }))
  })
})

describe("binary data", () => {
  const binaryOf = (text: string) => {
    const lexer = new RtfLexer(bytesOf(text))
    lexer.next()
    const binary = Buffer.from(lexer.takeBinary()).toString("latin1")
    return [binary, text.slice(lexer.at)]
  }

  it.each<readonly [string, string, string]>([
    ["\\bin3 a}bc", "a}b", "c"],
    ["\\bin3  a}bc", " a}", "bc"],
    ["\\bin abc", "", "abc"],
    ["\\bin-3 abc", "", "abc"],
    ["\\bin99 abc", "", "abc"],
    ["\\bin4294967298 abc", "ab", "c"]
  ])("of %j is %j, followed by %j", (text, binary, rest) => expect(binaryOf(text)).toEqual([binary, rest]))
})
