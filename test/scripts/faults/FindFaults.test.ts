import { describe, expect, it } from "vitest"
import { type FaultKind, faultKinds, plantFault } from "../../../scripts/faults/Fault.ts"
import { findFaults, isPlantable } from "../../../scripts/faults/FindFaults.ts"
import { readText, sourceFiles } from "../../house/Tree.ts"

const allKinds = Object.keys(faultKinds) as ReadonlyArray<FaultKind>

/** Returns a source text for each fault of a kind, in which the fault is planted. */
const madeOf = (kind: FaultKind, text: string, includesWording = false): ReadonlyArray<string> =>
  findFaults({ file: "a.ts", text }, { kinds: [kind], includesWording }).map((fault) => plantFault(fault, text))

describe("faults of a source", () => {
  it.each<readonly [FaultKind, string, ReadonlyArray<string>]>([
    ["comparison", "f(a < b)", ["f(a <= b)"]],
    ["comparison", "f((a) >= b)", ["f((a) > b)"]],
    ["equality", "f(a === b)", ["f(a !== b)"]],
    ["logic", "f(a && b)", ["f(a || b)"]],
    ["logic", "f(!a, b ?? c)", ["f(a, b ?? c)", "f(!a, b)"]],
    ["arithmetic", "f(a + b)", ["f(a - b)"]],
    ["arithmetic", "f(a + \"b\" + c, `a` + b)", []],
    ["arithmetic", "a += 1; a++", ["a -= 1; a++", "a += 1; a--"]],
    ["arithmetic", "f(Math.min(a, b))", ["f(Math.max(a, b))"]],
    ["number", "f(0, 1, 60_000, 2n)", [
      "f(1, 1, 60_000, 2n)",
      "f(0, 0, 60_000, 2n)",
      "f(0, 1, 60001, 2n)",
      "f(0, 1, 60_000, 3n)"
    ]],
    ["step", "f(0, 1, 5)", ["f(0, 1, 4)"]],
    ["step", "f(0.25, 2n)", ["f(0.26, 2n)", "f(0.24, 2n)"]],
    ["boolean", "f(true)", ["f(false)"]],
    ["boolean", "Effect.forEach(a, b, { concurrency: 2, discard: true })", []],
    ["string", "f(\"a\", \"\", `b${c}`)", [
      "f(\"\", \"\", `b${c}`)",
      "f(\"a\", \"planted\", `b${c}`)",
      "f(\"a\", \"\", \"\")"
    ]],
    ["string", "import a from \"b\"; const c = { \"d\": a }; export * from \"e\"", []],
    ["condition", "if (a) f()", ["if (true) f()", "if (false) f()"]],
    ["condition", "f(a ? b : c)", ["f(true ? b : c)", "f(false ? b : c)"]],
    ["condition", "while (a) f(); while (true) g()", ["while (false) f(); while (true) g()"]],
    ["filter", "f(a.filter(g).map(h))", ["f(a.map(h))"]],
    ["filter", "f(a?.slice(1))", ["f(a)"]],
    ["filter", "f(a.some(g), Effect.filter(a, g))", ["f(a.every(g), Effect.filter(a, g))"]],
    ["statement", "function* g() { yield* f(); return 1 }", ["function* g() { ; return 1 }"]],
    ["statement", "if (a) f()\nb = c", ["if (a) ;\nb = c", "if (a) f()\n;"]],
    ["return", "const g = () => { if (a) { f(); return 1 } return 2 }", [
      "const g = () => { if (a) { f(); ; } return 2 }"
    ]],
    ["return", "const g = () => { if (a) return 1; return 2 }", []],
    ["return", "switch (a) { case 1: f(); break; default: g() }", ["switch (a) { case 1: f(); ; default: g() }"]],
    ["sql", "sql`SELECT a FROM b WHERE c = ${d} AND e < ${f} ORDER BY a DESC`", [
      "sql`SELECT a FROM b WHERE 1 = 1 AND e < ${f} ORDER BY a DESC`",
      "sql`SELECT a FROM b WHERE c <> ${d} AND e < ${f} ORDER BY a DESC`",
      "sql`SELECT a FROM b WHERE c = ${d} AND 1 = 1 ORDER BY a DESC`",
      "sql`SELECT a FROM b WHERE c = ${d} AND e <= ${f} ORDER BY a DESC`",
      "sql`SELECT a FROM b WHERE c = ${d} AND e < ${f} ORDER BY a ASC`"
    ]]
  ])("%s: %s", (kind, text, made) => {
    expect(madeOf(kind, text)).toEqual(made)
  })

  it("do not change types", () => {
    const text =
      "type A = \"a\" | 1\ninterface B { c: true }\nconst d = e as \"f\"\nconst g = <H extends 2>(h: H): 3 => h satisfies 4"
    expect(allKinds.flatMap((kind) => madeOf(kind, text))).toEqual([])
  })

  it("change names and texts for people only on request", () => {
    const text = [
      "const a = Effect.fn(\"a\")(function*() {})",
      "class B extends TaggedError<B>()(\"B\", {}) {}",
      "f({ message: `${b} of 2` }, new Error(\"c\" + 1), \"At most three of them.\")",
      "Effect.logWarning(\"d\")"
    ].join("\n")
    expect(madeOf("string", text)).toEqual([])
    expect(madeOf("number", text)).toEqual([])
    expect(madeOf("string", text, true)).toHaveLength(6)
  })

  it("have the line and the column that an editor shows", () => {
    const text = "f()\n  if (a < b) g()\n"
    expect(findFaults({ file: "a.ts", text }, { kinds: ["comparison"], includesWording: false })).toEqual([{
      file: "a.ts",
      start: 12,
      end: 13,
      line: 2,
      column: 9,
      kind: "comparison",
      before: "<",
      after: "<="
    }])
  })

  it("can all be parsed in the product's own sources", () => {
    for (const file of sourceFiles("core/credits")) {
      const text = readText(file)
      for (const fault of findFaults({ file, text }, { kinds: allKinds, includesWording: true })) {
        expect(isPlantable(fault, text), `${fault.file}:${fault.line} ${fault.after}`).toBe(true)
      }
    }
  })
})
