import { describe, expect, it } from "vitest"
import {
  instant,
  instantOrNull,
  integer,
  json,
  MalformedRow,
  numberOrNull,
  text,
  textOrNull
} from "../../../../../adapters/storage/sql/statements/Row.ts"

const readers = { instant, instantOrNull, integer, json, numberOrNull, text, textOrNull }
const orNull = { instantOrNull, numberOrNull, textOrNull }

describe("a column of a row", () => {
  it.each([[12, 12], [12n, 12], ["12", 12], ["-1.5", -1.5], [0, 0]])("%s is the number %d", (value, expected) => {
    expect(integer({ n: value }, "n")).toBe(expected)
    expect(numberOrNull({ n: value }, "n")).toBe(expected)
    expect(instant({ n: value }, "n")).toEqual(new Date(expected))
  })

  it("is text or JSON", () => {
    expect([text({ t: "" }, "t"), textOrNull({ t: "a" }, "t"), json({ t: "[1]" }, "t")]).toEqual(["", "a", [1]])
  })

  it.each(Object.entries(orNull))("may be null: %s", (_, read) => expect(read({ c: null }, "c")).toBe(null))

  it.each(Object.entries(readers))("that is missing is a malformed row: %s", (_, read) => {
    expect(() => read({ other: 1 }, "renamed")).toThrow(MalformedRow)
    expect(() => read({ other: 1 }, "renamed")).toThrow(/^The column renamed should hold .* there is no such column\.$/)
  })

  it.each<[string, (row: Record<string, unknown>, column: string) => unknown, unknown]>([
    ["a number, and holds null", integer, null],
    ["a number, and holds words", integer, "twelve"],
    ["a number, and holds an empty text", integer, ""],
    ["a number, and holds a truth value", integer, true],
    ["an instant, and holds words", instant, "now"],
    ["text, and holds a number", text, 1],
    ["text, and holds null", text, null],
    ["text or null, and holds bytes", textOrNull, new Uint8Array(1)]
  ])("that should hold %s is a malformed row", (_, read, value) => {
    expect(() => read({ c: value }, "c")).toThrow(MalformedRow)
  })
})
