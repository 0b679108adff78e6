import { describe, expect, it } from "vitest"
import { applyOperator, precedenceOf, type VbaValue } from "../../../../core/documents/vba/VbaValue.ts"

describe("a VBA operator", () => {
  it.each<readonly [VbaValue, string, VbaValue, VbaValue]>([
    [6, "+", 3, 9],
    [6, "-", 3, 3],
    [6, "*", 3, 18],
    [6, "/", 4, 1.5],
    [6, "/", 0, null],
    [7.6, "\\", 2.6, 2],
    [-7, "\\", 2, -3],
    [7.6, "mod", 2.6, 2],
    [7, "mod", 0, null],
    [2, "^", 10, 1_024],
    [6, "xor", 3, 5],
    [6, "and", 3, 2],
    [6, "or", 3, 7],
    [6, "imp", 3, null],
    [6, "=", 6, null],
    [6, "&", 3, "63"],
    ["a", "&", "b", "ab"],
    ["a", "+", "b", "ab"],
    ["a", "+", 1, "a1"],
    [1, "+", "a", "1a"],
    ["a", "+", null, "a\0"],
    [1, "+", null, null],
    [["a"], "+", null, null],
    ["a", "-", "b", null],
    ["a", "-", 1, null],
    ["a", "&", null, "a\0"],
    [null, "&", "a", "\0a"],
    [null, "&", null, null],
    ["\0", "&", null, null],
    [["a"], "&", "b", "\0b"]
  ])(
    "%j %s %j returns %j",
    (left, operator, right, result) => expect(applyOperator(operator, left, right)).toEqual(result)
  )

  it("concatenates at most 65,536 characters and keeps the end of longer results", () => {
    const half = "a".repeat(32_768)
    expect(applyOperator("&", half, half)).toHaveLength(65_536)
    expect(applyOperator("&", `${half}b`, half)).toBe(half)
    expect(applyOperator("&", "b", half + half)).toBe(half + half)
    expect(applyOperator("&", "b", `${half}${half}c`)).toBeNull()
  })

  it("has the documented precedence", () => {
    const byPlace = [["imp"], ["eqv"], ["xor"], ["or"], ["and"], ["=", "<", ">", "like", "is"], ["&"]]
      .concat([["+", "-"], ["mod"], ["\\"], ["*", "/"], ["^"]])
    const places = byPlace.map((operators) => {
      const [place, ...others] = new Set(operators.map(precedenceOf))
      expect(others).toEqual([])
      return place!
    })
    expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other))
    for (const none of ["", "not", "toString", "(", ","]) expect(precedenceOf(none)).toBe(0)
  })
})
