import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { PdfKeyword, PdfLexer } from "../../../../../adapters/documents/pdf/objects/PdfLexer.ts"
import {
  PdfDictionary,
  PdfName,
  PdfReference,
  PdfString,
  type PdfValue
} from "../../../../../adapters/documents/pdf/objects/PdfValue.ts"
import { Budget, nestingMax } from "../../../../../adapters/documents/reading/Budget.ts"
import { runs } from "../../../../support/TestRun.ts"

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

const lexerOf = (text: string, budget = new Budget()): PdfLexer => new PdfLexer(bytesOf(text), 0, budget)

/** Converts a value to plain data for comparison. */
const plain = (value: PdfValue | PdfKeyword): unknown =>
  value instanceof PdfName
    ? `/${value.text}`
    : value instanceof PdfString
    ? `(${String.fromCharCode(...value.bytes)})`
    : value instanceof PdfReference
    ? `${value.number} ${value.generation} R`
    : value instanceof PdfKeyword
    ? `keyword ${value.text}`
    : value instanceof PdfDictionary
    ? Object.fromEntries([...value.keys()].map((key) => [key, plain(value.get(key)!)]))
    : Array.isArray(value)
    ? value.map(plain)
    : value

const read = (text: string): unknown => plain(lexerOf(text).read())

describe("a value", () => {
  it.each<readonly [string, unknown]>([
    ["true", true],
    ["false", false],
    ["null", null],
    ["12", 12],
    ["-.5", -0.5],
    ["+7.25", 7.25],
    ["--5", -5],
    ["-0012.5000", -12.5],
    ["+.125]", 0.125],
    ["5.", 5],
    ["-", "keyword -"],
    [".", "keyword ."],
    ["123456789012345.6", 123456789012345.6],
    ["0.1234567890123456789", 0.12345678901234568],
    ["1.5e3", 1500],
    ["1.5-2", 1.5],
    ["1.2.3", 1.2],
    ["/Name", "/Name"],
    ["/", "/"],
    ["/A#42", "/AB"],
    ["/A#4x", "/A#4x"],
    ["/A#", "/A#"],
    ["(a(b)c)", "(a(b)c)"],
    ["(a\\)b\\(c\\\\)", "(a)b(c\\)"],
    ["(\\101\\60\\7)", "(A0\u0007)"],
    ["(\\n\\r\\t\\b\\f\\q)", "(\n\r\t\b\fq)"],
    ["(a\\\r\nb\\\nc)", "(abc)"],
    ["(open", "(open)"],
    ["<414 2\n43>", "(ABC)"],
    ["<4>", "(@)"],
    ["<41zz42", "(AB)"],
    ["[1 /A (b) [2]]", [1, "/A", "(b)", [2]]],
    ["[1 2 R 3 0 R 4 0]", ["1 2 R", "3 0 R", 4, 0]],
    ["12 0 R", "12 0 R"],
    ["12 0 Rx", 12],
    ["12 0 obj", 12],
    ["<</A 1/B<</C[2]>>>>", { A: 1, B: { C: [2] } }],
    ["<< /A % comment >>\r /B >>", { A: "/B" }],
    ["% comment\n 1", 1],
    ["", "keyword "],
    ["endobj", "keyword endobj"],
    ["]", "keyword ]"],
    [")", "keyword )"],
    ["{", "keyword {"]
  ])("reads %j as %j", (text, expected) => expect(read(text)).toEqual(expected))

  it("distinguishes a disguised name from a name that needs its escape", () => {
    const isDisguised = (text: string) => (lexerOf(text).read() as PdfName).isDisguised
    expect(["/JavaScript", "/Java#53cript", "/A#20B", "/A#2FB", "/#4a#53"].map(isDisguised)).toEqual([
      false,
      true,
      false,
      false,
      true
    ])
  })

  it("keeps the first of two entries and reports repeated or disguised keys", () => {
    const dictionary = lexerOf("<</A 1 /#41 2 /S#20T 3>>").read() as PdfDictionary
    expect(dictionary.get("A")).toBe(1)
    expect([dictionary.repeatedKeys, dictionary.disguisedKeys]).toEqual([["A"], ["A"]])
  })
})

describe("broken syntax hides nothing after it", () => {
  it.each<readonly [string, unknown]>([
    ["<</A 1 /B 2 endobj", { A: 1, B: 2 }],
    ["<</A [1 2 >> /B", { A: [1, 2] }],
    ["<</A /B /C endobj", { A: "/B", C: null }],
    ["<</A ] /B 1>>", { A: null, B: 1 }],
    ["<</A>>", { A: null }],
    ["<< 1 2 /A 3>>", { A: 3 }],
    ["[1 endobj", [1]],
    ["<</A garbage /B 1>>", { A: null, B: 1 }]
  ])("reads %j as %j", (text, expected) => expect(read(text)).toEqual(expected))

  it.each(["<</A [1", "<</A 1 ", "[[1 "])("leaves the end of the object unread after %j", (open) => {
    const lexer = lexerOf(`${open} endobj 2 0 obj`)
    lexer.read()
    expect(plain(lexer.read())).toBe("keyword endobj")
  })
})

it("skips and reports values that are nested too deeply", () => {
  for (const [open, close] of [["[", "]"], ["<</A ", ">>"]] as const) {
    const within = new Budget()
    lexerOf(open.repeat(nestingMax) + close.repeat(nestingMax), within).read()
    expect(within.exhausted).toEqual([])
    const beyond = new Budget()
    const lexer = lexerOf(`${open.repeat(200_000)}${close.repeat(200_000)} 7`, beyond)
    lexer.read()
    expect(beyond.exhausted).toEqual(["nesting"])
  }
})

const names = fc.string({ unit: fc.constantFrom(..."ABCabc012 /#()<>[]%~!"), maxLength: 8 })
const literals = fc.uint8Array({ maxLength: 12 }).map((bytes) => new PdfString(bytes))
const scalars = fc.oneof(
  fc.boolean(),
  fc.constant(null),
  fc.integer({ min: -1e9, max: 1e9 }),
  names.map((text) => new PdfName(text, false)),
  literals,
  fc.tuple(fc.nat(99_999), fc.nat(9)).map(([number, generation]) => new PdfReference(number, generation))
)
const values = fc.letrec<{ value: PdfValue; list: ReadonlyArray<PdfValue>; dictionary: PdfDictionary }>((tie) => ({
  value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, scalars, tie("list"), tie("dictionary")),
  list: fc.array(tie("value"), { maxLength: 4 }),
  dictionary: fc.uniqueArray(fc.tuple(names, tie("value")), { maxLength: 4, selector: ([key]) => key }).map(
    (entries) => {
      const dictionary = new PdfDictionary()
      for (const [key, value] of entries) dictionary.set(new PdfName(key, false), value)
      return dictionary
    }
  )
})).value

/** Writes a value in one of many notations, which `choose` selects. */
const write = (value: PdfValue, choose: (ways: number) => number): string => {
  const blank = () => [" ", "\n", "\r\n", "\t", " % (comment] >>\n", "\0\f"][choose(6)]!
  const name = (text: string) =>
    `/${
      [...text].map((character) =>
        /[ /#()<>[\]%]/.test(character) || choose(3) === 0
          ? `#${character.charCodeAt(0).toString(16).padStart(2, "0")}`
          : character
      ).join("")
    }`
  if (value instanceof PdfName) return name(value.text)
  if (value instanceof PdfReference) return `${value.number}${blank()}${value.generation}${blank()}R`
  if (value instanceof PdfString) {
    return choose(2) === 0
      ? `<${
        [...value.bytes].map((byte) => byte.toString(16).padStart(2, "0") + (choose(4) === 0 ? blank() : ""))
          // A string cannot contain a comment.
          .join("").replaceAll(/ %[^\n]*\n/g, " ")
      }>`
      : `(${
        [...value.bytes].map((byte) =>
          byte === 13 || [40, 41, 92].includes(byte) || choose(3) === 0
            ? `\\${byte.toString(8).padStart(3, "0")}`
            : String.fromCharCode(byte)
        ).join("")
      })`
  }
  if (value instanceof PdfDictionary) {
    const entries = [...value.keys()].map((key) => name(key) + blank() + write(value.get(key)!, choose) + blank())
    return `<<${blank()}${entries.join("")}>>`
  }
  if (Array.isArray(value)) return `[${value.map((one) => write(one, choose) + blank()).join("")}]`
  return String(value)
}

it("reads back every value in every notation", () => {
  fc.assert(
    fc.property(values, fc.array(fc.nat(59), { minLength: 1, maxLength: 64 }), (value, choices) => {
      let next = 0
      const choose = (ways: number) => choices[next++ % choices.length]! % ways
      expect(read(`${write(value, choose)} `)).toEqual(plain(value))
    }),
    runs(250)
  )
})

it("never throws and always advances on arbitrary bytes", () => {
  const pieces = fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc.constantFrom("<<", ">>", "[", "]", "(", ")", "<", ">", "/#", "1 0 R", "1 0 obj", "endobj", "%", "\\", " ").map(
      bytesOf
    )
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const bytes = Buffer.concat(parts)
      const lexer = new PdfLexer(bytes, 0, new Budget())
      for (let reads = 0;; reads++) {
        const before = lexer.at
        const value = lexer.read()
        if (value instanceof PdfKeyword && value.text === "" && lexer.at >= bytes.length) return
        expect(lexer.at).toBeGreaterThan(before)
        expect(reads).toBeLessThanOrEqual(bytes.length)
      }
    }),
    runs(400)
  )
})
