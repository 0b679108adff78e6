import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import {
  type ColumnReader,
  jsonReader,
  MalformedRow,
  membersOf,
  MissingRow,
  oneOfReader,
  readInstant,
  readInstantOrNull,
  readInteger,
  readNumberOrNull,
  readText,
  readTextList,
  readTextOrNull,
  requireRow,
  tableReader
} from "../../../../../adapters/storage/sql/statements/Row.ts"

const size = oneOfReader(["small", "large"])
const numbers = jsonReader("a JSON list of numbers", Schema.is(Schema.Array(Schema.Number)))

const readers: Readonly<Record<string, ColumnReader<unknown>>> = {
  instant: readInstant,
  instantOrNull: readInstantOrNull,
  integer: readInteger,
  numbers,
  numberOrNull: readNumberOrNull,
  size,
  text: readText,
  textOrNull: readTextOrNull,
  texts: readTextList
}
const orNull = { instantOrNull: readInstantOrNull, numberOrNull: readNumberOrNull, textOrNull: readTextOrNull }

describe("a column of a row", () => {
  it.each([[12, 12], [12n, 12], ["12", 12], ["-1.5", -1.5], [0, 0]])("reads %s as the number %d", (value, expected) => {
    expect(readInteger({ n: value }, "n")).toBe(expected)
    expect(readNumberOrNull({ n: value }, "n")).toBe(expected)
    expect(readInstant({ n: value }, "n")).toEqual(new Date(expected))
  })

  it("may be text or JSON", () => {
    expect([readText({ t: "" }, "t"), readTextOrNull({ t: "a" }, "t"), readTextList({ t: "[\"b\"]" }, "t")]).toEqual([
      "",
      "a",
      [
        "b"
      ]
    ])
    expect([numbers({ t: "[1]" }, "t"), size({ t: "small" }, "t")]).toEqual([[1], "small"])
  })

  it.each(Object.entries(orNull))("may be null: %s", (_, read) => expect(read({ c: null }, "c")).toBe(null))

  it.each(Object.entries(readers))("is malformed if missing: %s", (_, read) => {
    expect(() => read({ other: 1 }, "renamed")).toThrow(MalformedRow)
    expect(() => read({ other: 1 }, "renamed")).toThrow(/^The column renamed should contain .* does not exist\.$/)
  })

  it.each<[string, (row: Record<string, unknown>, column: string) => unknown, unknown]>([
    ["a number, and holds null", readInteger, null],
    ["a number, and holds words", readInteger, "twelve"],
    ["a number, and holds an empty text", readInteger, ""],
    ["a number, and holds a truth value", readInteger, true],
    ["an instant, and holds words", readInstant, "now"],
    ["text, and holds a number", readText, 1],
    ["text, and holds null", readText, null],
    ["text or null, and holds bytes", readTextOrNull, new Uint8Array(1)],
    ["one of two words, and holds a third", size, "Small"],
    ["one of two words, and holds the name of a property", size, "constructor"],
    ["a list of numbers, and holds an object", numbers, "{}"],
    ["a list of numbers, and holds no JSON", numbers, "[1"],
    ["a list of texts, and holds one of numbers", readTextList, "[1]"]
  ])("is malformed if it should contain %s", (_, read, value) => {
    expect(() => read({ c: value }, "c")).toThrow(MalformedRow)
  })
})

it("the error for a malformed row quotes an unknown value and lists the known ones", () => {
  expect(() => size({ c: "medium" }, "c"))
    .toThrow("The column c should contain one of small, large but contains \"medium\".")
  expect(() => size({ c: "m".repeat(99) }, "c")).toThrow(`contains "${"m".repeat(40)}".`)
})

it("the error for a malformed row does not quote JSON, which may be personal", () => {
  expect(() => numbers({ c: "[\"ann@example.com\"]" }, "c"))
    .toThrow("The column c should contain a JSON list of numbers but contains JSON of the wrong shape.")
  expect(() => numbers({ c: "ann@example.com" }, "c")).toThrow("contains text that is not JSON.")
})

it("each error names its own table if table readers are nested", () => {
  const inner = tableReader("inner", (row) => readText(row, "a"))
  const outer = tableReader("outer", (row) => inner(row) + readText(row, "b"))
  expect(outer({ a: "1", b: "2" })).toBe("12")
  expect(() => outer({ a: "1" })).toThrow("The column outer.b should contain text")
  expect(() => outer({ b: "2" })).toThrow("The column inner.a should contain text")
  const other = new RangeError("not of the row")
  expect(() =>
    tableReader("t", () => {
      throw other
    })({})
  ).toThrow(other)
})

it("a statement that should return a row and returns none fails with a clear message", () => {
  expect(requireRow([{ n: 1 }, { n: 2 }])).toEqual({ n: 1 })
  expect(() => requireRow([])).toThrow(MissingRow)
})

it("a list of the members of a union is complete", () => {
  expect(membersOf<"small" | "large">()(["small", "large"])).toEqual(["small", "large"])
  // @ts-expect-error "large" is missing
  expect(membersOf<"small" | "large">()(["small"])).toEqual(["small"])
})
