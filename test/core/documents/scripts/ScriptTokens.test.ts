import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { foldStrings } from "../../../../core/documents/scripts/FoldStrings.ts"
import { type ScriptToken, scriptTokens } from "../../../../core/documents/scripts/ScriptTokens.ts"
import { anyCharacter } from "../../../support/AnyCharacter.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"

const short = ({ kind, text }: ScriptToken): string => kind === "string" ? JSON.stringify(text) : text
const tokensOf = (source: string): string => scriptTokens(source).map(short).join(" ")
const foldedOf = (source: string): string => foldStrings(scriptTokens(source)).map(short).join(" ")

describe("the tokens of a script", () => {
  it.each([
    ["names, numbers and signs", "app.alert(1, $a_ü)", "app . alert ( 1 , $a_ü )"],
    ["numbers", "0x1F 1e5 1.5 1_000 1.toString", "0x1F 1e5 1.5 1_000 1 . toString"],
    ["a name behind a number", "0..constructor", "0 . . constructor"],
    ["comments", "a/*b()*/c//d()\ne/**/f", "a c e f"],
    ["an end of line of Unicode", "a//b\u2028c//d\u2029e", "a c e"],
    ["a comment that does not end", "a/*b()", "a"],
    ["comments of HTML", "a<!-- b()\nc\n--> d()\n/*x\n*/ --> e()\nf --> g", "a c f - - > g"],
    ["one that hides the beginning of another", "<!-- /*\nb()//*/", "b ( )"],
    ["strings", "'a\"b' \"c'd\" `e`", "\"a\\\"b\" \"c'd\" \"e\""],
    ["escapes", "'\\x61\\u0062\\u{63}\\144\\n\\q\\\\'", JSON.stringify("abcd\nq\\")],
    ["a string over several lines", "'a\\\nb\\\r\nc'", "\"abc\""],
    ["a string that ends with its line", "'a\nb('c\r\nd", "\"a\" b ( \"c\" d"],
    ["escapes that are none", "'\\xg\\u12\\u{}\\u{ffffff}\\", "\"xgu12u{}u{ffffff}\""],
    ["the highest character of Unicode", "'\\u{10FFFF}\\u{110000}'", "\"\u{10ffff}u{110000}\""],
    ["names in escapes", "\\u0065v\\u{61}l()", "eval ( )"],
    ["a template", "`a${b}c${d}`", "\"a\" + ( b ) + \"c\" + ( d ) + \"\""],
    ["templates within templates", "`a${`b${{c:{}}}`}` d", "\"a\" + ( \"b\" + ( { c : { } } ) + \"\" ) + \"\" d"],
    ["a template over several lines", "`a\nb`c", "\"a\\nb\" c"],
    ["a lone backslash", "a\\b", "a \\ b"]
  ])("%s", (_, source, tokens) => expect(tokensOf(source)).toBe(tokens))

  it("end at the 1,000,000th character", () => {
    expect(tokensOf(`${" ".repeat(999_998)}ab`)).toBe("ab")
    expect(tokensOf(`${" ".repeat(999_999)}ab`)).toBe("a")
  })
})

describe("a slash", () => {
  it.each([
    ["at the beginning", "/a()/.test(b)", "// . test ( b )"],
    ["after an operator", "x = /a'()/gi; b", "x = // ; b"],
    ["after a word that wants a value", "return /a()/; typeof/b/", "return // ; typeof //"],
    ["with brackets and escapes", "(/[/\"]\\/()/)", "( // )"],
    ["after a condition", "if (a) /'/.test(b); c('d')", "if ( a ) // . test ( b ) ; c ( \"d\" )"],
    ["after a condition with brackets in it", "while ((a)) /'/; c", "while ( ( a ) ) // ; c"],
    ["after else", "else /'/; c", "else // ; c"]
  ])("starts a regular expression %s", (_, source, tokens) => expect(tokensOf(source)).toBe(tokens))

  it.each([
    ["after a name", "a /b()/ c", "a / b ( ) / c"],
    ["after a number", "1 /b()/ 2", "1 / b ( ) / 2"],
    ["after a string", "'a' /b()/ 2", "\"a\" / b ( ) / 2"],
    ["after a call", "a() /b()/ 2", "a ( ) / b ( ) / 2"],
    ["after an element", "a[0] /b()/ 2", "a [ 0 ] / b ( ) / 2"],
    ["after an expression", "/a/ /b()/ 2", "// / b ( ) / 2"],
    ["after a property of a name like an operator", "a.in /b()/ 2", "a . in / b ( ) / 2"],
    ["where the line ends before the next one", "x = /b()\n/ 2", "x = b ; / b ( ) / 2"]
  ])("divides %s", (_, source, tokens) => expect(tokensOf(source)).toBe(tokens))

  it.each([
    ["after a block or an object", "function a() {} /'/.test(b); call('x')"],
    ["after counting", "a++ /call()/ 1; b = '/'"],
    ["after a word that is a name or not", "of /call()/ 1; yield /call()/ 2"],
    ["where the name is in escapes", "a++ /'/; c\\u0061ll()"],
    ["where the name begins with an escape", "a++ /'/; \\u0063all()"],
    ["where it opens a comment", "{} /[/*]/; call() // */"]
  ])("hides nothing if it is ambiguous: %s", (_, source) => {
    expect(scriptTokens(source).filter(({ kind }) => kind === "name").map(({ text }) => text)).toContain("call")
  })

  it("divides if it is ambiguous, and keeps every name after it", () => {
    expect(tokensOf("a++ / 1u; /'b'/")).toBe("a + + u b ; / 1u ; //")
    expect(tokensOf("a++ /(\\x)\\u0062/ c")).toBe("a + + x b c ; / ( \\ x ) b / c")
  })
})

describe("strings concatenated from strings", () => {
  it.each([
    ["by a sign", "'a' + \"b\" + `c`", "\"abc\""],
    ["in brackets", "(('a') + ('b' + 'c'))", "\"abc\""],
    ["in a template", "`a${'b'}${\"c\"}`", "\"abc\""],
    ["of numbers", "String.fromCharCode(104, 0x74) + 'tp' + String.fromCodePoint(58)", "\"http:\""],
    ["by a function", "'a'.concat('b').concat('c')", "\"abc\""],
    ["as a name", "app['laun' + 'chURL']", "app [ \"launchURL\" ]"]
  ])("%s are folded", (_, source, tokens) => expect(foldedOf(source)).toBe(tokens))

  it.each([
    ["with a name between", "'a' + b + 'c'", "\"a\" + b + \"c\""],
    ["as arguments", "f('a', 'b')", "f ( \"a\" , \"b\" )"],
    [
      "as the argument of what is called",
      "f('a') + g[0]('b') + h()('c')",
      "f ( \"a\" ) + g [ 0 ] ( \"b\" ) + h ( ) ( \"c\" )"
    ],
    ["of names", "String.fromCharCode(a, 1)", "String . fromCharCode ( a , 1 )"],
    ["without an end", "String.fromCharCode(97", "String . fromCharCode ( 97"],
    ["of another kind", "'a' - 'b'", "\"a\" - \"b\""]
  ])("%s are not folded", (_, source, tokens) => expect(foldedOf(source)).toBe(tokens))
})

describe("any text", () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        "'",
        "\"",
        "`",
        "${",
        "}",
        "/",
        "/*",
        "*/",
        "//",
        "<!--",
        "-->",
        "\\",
        "\\u",
        "\\u{",
        "\n",
        "(",
        ")"
      ),
      fc.constantFrom(
        "[",
        "]",
        "+",
        "++",
        "if",
        "return",
        "String",
        ".",
        "fromCharCode",
        "concat",
        "0",
        "0x",
        "a",
        " "
      ),
      fc.string({ maxLength: 5, unit: anyCharacter })
    ),
    { maxLength: 60 }
  )

  it("has tokens, and only strings may be empty", () => {
    fc.assert(fc.property(pieces, (all) => {
      const tokens = foldStrings(scriptTokens(all.join("")))
      for (const { kind, text } of tokens) expect(kind === "string" || text.length > 0).toBe(true)
    }))
  })

  it("starts with the tokens of the text before a line of its own", () => {
    fc.assert(fc.property(fc.array(fc.constantFrom("a", "(", ")", "'b'", "+", "1", "[", "]")), (all) => {
      const before = scriptTokens(all.join(" "))
      expect(scriptTokens(`${all.join(" ")}\n;call()`).slice(0, before.length)).toEqual(before)
    }))
  })

  it.each(
    [
      "'",
      "`",
      "`${",
      "/",
      "/*",
      "a/",
      ")/",
      "}/",
      "++/",
      "\\u",
      "\\u{",
      "\\",
      "(",
      "[",
      "'a'+",
      "('a'",
      "String.fromCharCode(",
      "'a'.concat(",
      "<!--",
      "(/[",
      "=/\\",
      "=/a",
      "\n-->",
      "<",
      "0.",
      "//\n",
      "/* */ -->",
      "ü",
      "\u{1d4c1}",
      "if(",
      "${",
      "'\\\n"
    ]
  )("is tokenized in time linear in its length: %j", (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length))
    expect(measureCpuMillis(() => void foldStrings(scriptTokens(text)))).toBeLessThan(2_000)
  })
})
