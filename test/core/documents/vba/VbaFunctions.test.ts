import { describe, expect, it } from "vitest"
import { applyFunction } from "../../../../core/documents/vba/VbaFunctions.ts"
import type { VbaValue } from "../../../../core/documents/vba/VbaValue.ts"

const [longest, tooLong] = ["a".repeat(65_536), "a".repeat(65_537)]

describe("a function of VBA", () => {
  it.each<readonly [string, ReadonlyArray<VbaValue>, VbaValue | undefined]>([
    ["chr", [0], "\0"],
    ["chr", ["&H41"], "A"],
    ["chr", [65.6], "B"],
    ["chrw", [65_535], "\uffff"],
    ["chrw", [65_536], null],
    ["chrw", [-1], null],
    ["asc", ["AB"], 65],
    ["asc", [""], null],
    ["asc", ["\0A"], null],
    ["strreverse", ["abc"], "cba"],
    ["replace", ["a-b-c", "-", "+"], "a+b+c"],
    ["replace", ["abc", "", "+"], "abc"],
    ["replace", ["abc", null, "+"], "abc"],
    ["replace", ["abc", "b", null], "abc"],
    ["replace", [null, "b", "c"], null],
    ["split", ["a b"], ["a", "b"]],
    ["split", ["a-b", "-"], ["a", "b"]],
    ["split", ["ab", ""], null],
    ["split", ["ab", null], null],
    ["split", [null], null],
    ["join", [["a", 1]], "a 1"],
    ["join", [["a", "b"], ""], "ab"],
    ["join", ["ab", ""], null],
    ["join", [["a"], null], null],
    ["array", ["a", 1], ["a", 1]],
    ["array", ["a", null], null],
    ["array", [["a"]], null],
    ["lcase", ["aB"], "ab"],
    ["ucase", ["aB"], "AB"],
    ["trim", [" a "], "a"],
    ["ltrim", [" a "], "a "],
    ["rtrim", [" a "], " a"],
    ["cstr", [1.5], "1.5"],
    ["cvar", [["a"]], ["a"]],
    ["cvar", [], null],
    ["format", [1], "1"],
    ["format", [1, "0.0"], null],
    ["strconv", ["ab", 64], "ab"],
    ["strconv", [["a"], 64], null],
    ["val", ["12ab"], 12],
    ["val", ["&h1F&"], 31],
    ["val", [" &H1F "], 31],
    ["val", ["a"], null],
    ["val", [`${"0".repeat(63)}7`], 7],
    ["val", [`${"0".repeat(64)}7`], null],
    ["clng", ["1.6"], 2],
    ["cdbl", ["1.6"], 1.6],
    ["csng", ["1.6"], 1.6],
    ["abs", [-2], 2],
    ["int", [-1.5], -2],
    ["fix", [-1.5], -1],
    ["sgn", [-5], -1],
    ["sqr", [9], 3],
    ["sqr", [-1], null],
    ["hex", [254.6], "FF"],
    ["oct", [7.6], "10"],
    ["len", ["abc"], 3],
    ["len", ["a\0"], null],
    ["mid", ["abcd", 2], "bcd"],
    ["mid", ["abcd", 2, 2], "bc"],
    ["mid", ["abcd"], null],
    ["mid", ["abcd", null], null],
    ["mid", ["a\0cd", 3], null],
    ["left", ["abc", 2], "ab"],
    ["left", ["abc", 0], ""],
    ["left", ["abc", -1], ""],
    ["right", ["abc", 2], "bc"],
    ["right", ["abc", 1], "c"],
    ["right", ["abc", 0], ""],
    ["right", ["abc", -1], ""],
    ["space", [2.9], "  "],
    ["space", [0], ""],
    ["space", [-1], null],
    ["string", [2, "ab"], "aa"],
    ["string", [2, 65], "AA"],
    ["string", [2, ""], null],
    ["string", [null, "a"], null],
    ["string", [2, null], null],
    ["shell", ["calc"], undefined],
    ["toString", ["a"], undefined]
  ])("%s of %j returns %j", (name, values, result) => expect(applyFunction(name, values)).toEqual(result))

  it("returns texts of at most 65,536 characters", () => {
    expect(applyFunction("cstr", [longest])).toBe(longest)
    expect(applyFunction("cstr", [tooLong])).toBeNull()
    expect(applyFunction("space", [65_536])).toHaveLength(65_536)
    expect(applyFunction("space", [65_537])).toBeNull()
    const half = "a".repeat(32_768)
    expect(applyFunction("join", [[half, half.slice(2)]])).toHaveLength(65_535)
    expect(applyFunction("join", [[half, half, "b"], ""])).toBeNull()
    expect(applyFunction("replace", [half, "a", "bb"])).toBeNull()
  })

  it("returns lists of at most 4,096 items", () => {
    const items = Array.from({ length: 4_096 }, (_, at) => at)
    expect(applyFunction("array", items)).toHaveLength(4_096)
    expect(applyFunction("array", [...items, 1])).toBeNull()
    expect(applyFunction("split", ["-".repeat(5_000), "-"])).toHaveLength(4_096)
  })
})
