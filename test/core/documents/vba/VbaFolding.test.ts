import { describe, expect, it } from "vitest"
import { ExpressionFolder, type FoldingListener } from "../../../../core/documents/vba/VbaFolding.ts"
import { statementsOf } from "../../../../core/documents/vba/VbaTokens.ts"
import type { VbaValue } from "../../../../core/documents/vba/VbaValue.ts"

/**
 * Returns the events of a source in order.
 *
 * The events are `text`, `name(values)` of a call, `open path mode` and `name = value`.
 */
const heard = (source: string, constants: ReadonlyMap<string, VbaValue> = new Map()): ReadonlyArray<string> => {
  const all: Array<string> = []
  const shown = (value: VbaValue): string => (JSON.stringify(value) ?? "").replaceAll("\\u0000", "?")
  const listener: FoldingListener = {
    text: (value) => {
      if (value !== null && typeof value !== "number" && value.length > 0) all.push(shown(value))
    },
    call: ({ name, receiver, values }) => all.push(`${receiver}.${name}(${values.map(shown).join(" ")})`),
    open: (path, mode) => all.push(`open ${shown(path)} ${mode}`),
    set: (name, value) => all.push(`${name} = ${shown(value)}`)
  }
  const folding = new ExpressionFolder(constants, listener)
  for (const statement of statementsOf(source)) folding.run(statement)
  folding.finish()
  return all
}

const bracketed = (text: string, depth = 32): string => "(".repeat(depth) + text + ")".repeat(depth)

describe("a text that is not used further is reported", () => {
  it.each([
    ["of a variable", "x = \"a\" & \"b\"", ["\"ab\""]],
    ["of a variable with a type", "Const x As String = \"a\" & \"b\"", ["\"ab\""]],
    ["of several constants", "Const x = \"a\", y = \"b\"", ["\"a\"", "\"b\""]],
    ["of a property", "o.p = \"a\" & \"b\"", ["p = \"ab\"", "\"ab\""]],
    ["that grows, once it is whole", "x = \"a\"\nx = x & \"b\"\nx = x & \"c\"", ["\"a\"", "\"abc\""]],
    ["that grew, when its name is given something else", "x = x & \"b\"\nx = x & \"c\"\nx = 1", ["\"?bc\""]],
    ["that grew, once only", "x = x & \"b\"\nx = \"c\"\nx = \"d\"", ["\"?b\"", "\"c\"", "\"d\""]],
    ["on the left of a comparison", "If \"a\" & \"b\" = y Then", ["\"ab\"", ".if(null)"]],
    ["on the right of a comparison", "If y <> \"a\" & \"b\" Then", ["\"ab\"", ".if(null)"]],
    ["on both sides", "If \"a\" < \"b\" Then", ["\"a\"", "\"b\"", ".if(null)"]],
    ["of a variable, in 32 brackets", `x = ${bracketed("\"a\"")} & "b"`, ["\"ab\""]],
    ["of a property, in 32 brackets", `o.p = ${bracketed("\"a\"")} & "b"`, ["p = \"ab\"", "\"ab\""]],
    ["of a name alone, in 32 brackets", `f & ${bracketed("\"a\"")} & "b"`, ["\"?ab\""]],
    ["of a file, in 32 brackets", `Open ${bracketed("\"a\"")} & "b" For Input As #1`, ["\"ab\"", "open \"ab\" input"]],
    ["as an argument", "f \"a\" & \"b\", 1", ["\"ab\"", ".f(\"ab\" 1)"]],
    ["as a named argument", "f a:=\"a\" & \"b\"", ["\"ab\"", ".f(\"ab\")"]],
    ["once, where nothing is added to it", "f \"a\" & \"\"", ["\"a\"", ".f(\"a\")"]],
    ["without a name", "f & \"b\"", ["\"?b\""]]
  ])("%s", (_, source, reported) => expect(heard(source)).toEqual(reported))

  it("where it would exceed 65,536 characters, and only its end is kept", () => {
    const long = "x".repeat(40_000)
    expect(heard(`f "${long}" & "${long.slice(0, 25_536)}"`)).toHaveLength(2)
    const reported = heard(`f "${long}" & "${long.slice(0, 25_537)}"`)
    expect(reported.map(({ length }) => length)).toEqual([40_002, 25_539, 25_543])
  })
})

describe("the values of a call", () => {
  it.each([
    ["f (\"a\")", "\"a\""],
    ["f (\"a\", \"b\")", "\"a\" \"b\""],
    ["f 1 + (\"a\", \"b\")", "null"],
    ["f -(1 + 2) * 3", "-9"],
    ["f 1, --2, - + -3, +4, -\"a\"", "1 2 3 4 null"],
    ["f 1, Not 2, ByVal \"a\"", "1 2 \"a\""],
    ["f 1 + 2 * 3 ^ 2 - 1", "18"],
    ["f , \"b\",, \"c\"", "\"b\" \"\" \"c\""],
    ["f Array(\"a\", \"b\")", "[\"a\",\"b\"]"],
    ["f StrReverse(\"ab\") & Chr(65)", "\"baA\""],
    ["f 1, (2 + ) & \"a\"", "1 \"?a\""],
    ["f 1 + ) & \"a\"", "\"?a\""],
    ["f 1, (2 + ), \"b\"", "1 null \"b\""],
    ["f Chr(65 + , ) & \"a\"", "\"?a\""],
    ["f Array(1 +, 2, #3)", "null"],
    ["f Array(#, 2)", "null"],
    ["f vbCrLf & vbTab", "\"\\r\\n\\t\""]
  ])("are those of %s", (source, values) => {
    expect(heard(source).filter((one) => one.startsWith(".f"))).toEqual([`.f(${values})`])
  })
})

describe("a call", () => {
  it("of a function is computed until 8,000,000 characters have been processed", () => {
    // Each call counts as one more character: 122 × 65,536 + 4,608 is the limit.
    const start = `x = "${"a".repeat(65_535)}"\n${"y = Len(x)\n".repeat(122)}`
    expect(heard(`${start}f Len("${"b".repeat(4_607)}")`).at(-1)).toBe(".f(4607)")
    expect(heard(`${start}f Len("${"b".repeat(4_608)}")`).at(-1)).toBe(".f(null)")
  })

  it("has at most 4,096 values, with and without parentheses", () => {
    const all = `${"1, ".repeat(4_095)}1`
    for (const call of [`f ${all}`, `f(${all})`, `f ${all}, "a"`, `f(${all}, "a")`]) {
      expect(heard(call).at(-1)).toBe(`.f(${all.replaceAll(",", "")})`)
    }
    expect(heard(`f(${all}, "a")`)[0]).toBe("\"a\"")
  })

  it.each([
    ["f g(1 +, -2)", [".g(null -2)", ".f(null)"]],
    ["f g(, 1,, 2)", [".g(\"\" 1 \"\" 2)", ".f(null)"]],
    ["f g(a:=1)", [".g(1)", ".f(null)"]],
    ["Call f(1)", [".f(1)"]],
    ["10 f 1", [".f(1)"]],
    ["a.b(1).c 2", ["a.b(1)", "b.c(2)"]],
    [".b 1: o!p 2", [".b(1)", "o.p(2)"]],
    ["f(1)(2)", [".f(1)", ".f(2)"]],
    ["f: f(): x = f()", []],
    ["f - 1", [".f(-1)"]],
    ["f * g(1)", [".g(1)"]],
    ["x = g(1).h", [".g(1)"]],
    ["x = Mid(\"a\") & \"b\"", ["\"a\"", ".mid(\"a\")", "\"?b\""]],
    ["Mid = \"a\": x = Mid(\"b\") & \"c\"", ["\"a\"", "\"b\"", ".mid(\"b\")", "\"?c\""]],
    ["g = \"a\": x = g(\"b\") & \"c\"", ["\"a\"", "\"b\"", ".g(\"b\")", "\"ac\""]],
    ["x = f(1", [".f(1)"]],
    ["Dim f(1)", [".f(1)"]],
    ["Open 1 For Output As #2", ["open 1 output"]],
    ["Open 1 For Nothing As #2", []],
    ["Open 1 In Output As #2", []]
  ])("reports %s", (source, reported) => expect(heard(source)).toEqual(reported))

  it.each([
    ["x = Array(\"a\", \"b\"): f x(1)", "\"b\""],
    ["x = Array(\"a\", \"b\"): f x(2)", "null"],
    ["x = 1: f x + y", "null"],
    ["f c & \"b\"", "\"ab\""],
    ["c = 1: f c", "1"],
    ["vbTab = 1: f vbTab", "1"],
    ["f toString & 1", "\"?1\""],
    [`f ${bracketed("1")}`, "1"],
    [`f 1, ${bracketed("1")}`, "1 1"],
    [`f 1, ${bracketed("1", 33)}`, "1 null null"]
  ])("uses the values of names: %s", (source, values) => {
    expect(heard(source, new Map([["c", "a"]])).at(-1)).toBe(`.f(${values})`)
  })
})
