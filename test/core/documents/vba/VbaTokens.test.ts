import { describe, expect, it } from "vitest"
import { statementsOf, type Token } from "../../../../core/documents/vba/VbaTokens.ts"

const short = (token: Token): string =>
  token.kind === "number" ? String(token.value) : token.kind === "text" ? JSON.stringify(token.text) : token.text
const read = (source: string): string =>
  [...statementsOf(source)].map((statement) => statement.map(short).join(" ")).join(" | ")

describe("a number", () => {
  it.each([
    ["1e2 1E+2 25e-1", "100 100 2.5"],
    ["1d2 1D+2 25d-1", "100 100 2.5"],
    ["1e 1e+x", "1 e 1 x"],
    ["1e, 1e. 1e/2", "1 e , 1 e . 1 e / 2"],
    ["1c2 1f2", "1 c2 1 f2"],
    ["0 9 .5 1.5", "0 9 0.5 1.5"],
    ["1# 2% 3@ 4$", "1 2 3 4"],
    ["1&2", "1 & 2"],
    ["&H1f &hAF& &o17", "31 175 15"],
    ["&HG &O8 &x1", "& HG & O8 & x1"],
    ["&H/ &H: &O7", "& H / & H | 7"],
    [`${"0".repeat(31)}12`, "1"],
    [`&H${"0".repeat(31)}12`, "1"]
  ])("is parsed from %j", (source, tokens) => expect(read(source)).toBe(tokens))
})

describe("a word", () => {
  it.each([
    ["a_1 _b Az_Z9 ü", "a_1 _b Az_Z9 ü"],
    ["Chr$(a%, b@, c#)", "Chr ( a , b , c )"],
    ["a! b!c d!1", "a b ! c d 1"],
    ["a&b", "a & b"],
    ["x [Shell] [a b].c", "x Shell a b . c"],
    ["x [a", "x [ a"],
    ["x [a\nb]", "x [ a | b ]"],
    ["a@b {c} `d`", "a b { c } ` d `"]
  ])("is parsed from %j", (source, tokens) => expect(read(source)).toBe(tokens))
})

describe("a text", () => {
  it.each([
    ["\"a\"\"b\" \"\"", "\"a\\\"b\" \"\""],
    ["\"a\nb", "\"a\" | b"],
    ["\"a ' _ : Rem\" b", "\"a ' _ : Rem\" b"]
  ])("is parsed from %j", (source, tokens) => expect(read(source)).toBe(tokens))
})

describe("statements", () => {
  it.each([
    ["a: b\nc\rd\r\ne", "a | b | c | d | e"],
    ["a b:=1: c", "a b := 1 | c"],
    ["If a Then b Else c", "If a | b | c"],
    ["o.Then.a o.Else", "o . Then . a o . Else"],
    ["If a = \".\" Then b", "If a = \".\" | b"],
    ["a _\nb _ \t\r\nc _\rd", "a b c d"],
    ["a _b\nc", "a _b | c"],
    ["a\tb\u000bc\fd\u00a0e", "a b c d e"]
  ])("are separated in %j", (source, tokens) => expect(read(source)).toBe(tokens))

  it.each([
    ["a ' b: c\nd", "a | d"],
    ["' a _\nb\nc", "c"],
    ["' a _ \t\r\nb\nc", "c"],
    ["' a_\nb", "b"],
    ["' a _\n\nb", "b"],
    ["Rem a: b\nc", "c"],
    ["Attribute a = 1\nb", "b"],
    ["a Rem: b.Attribute", "a Rem | b . Attribute"],
    ["remark a", "remark a"]
  ])("omit comments in %j", (source, tokens) => expect(read(source)).toBe(tokens))
})
