import { describe, expect as check, it } from "vitest"
import { ContractBroken, expect } from "./kit/Expect.ts"

const bytes = (...values: ReadonlyArray<number>) => Uint8Array.from(values)

/** Values that differ from each other. */
const values: ReadonlyArray<unknown> = [
  undefined,
  null,
  0,
  1,
  NaN,
  "",
  "1",
  true,
  [],
  [1],
  [1, 2],
  [2, 1],
  [undefined],
  {},
  { a: 1 },
  { a: 1, b: 2 },
  { a: { b: 1 } },
  { a: { b: 2 } },
  { a: [{ b: 1 }] },
  new Date(0),
  new Date(1),
  new Date(NaN),
  bytes(),
  bytes(1),
  bytes(2),
  new Map(),
  new Map([["a", 1]]),
  new Map([["a", 2]]),
  new Map([["b", 1]]),
  new Set(),
  new Set(["a"])
]

const holds = (assert: () => void): boolean => {
  try {
    assert()
    return true
  } catch (cause) {
    check(cause).toBeInstanceOf(ContractBroken)
    return false
  }
}

describe("the assertions of the contracts", () => {
  it.each(values.map((value, at) => [at, value] as const))("distinguish the value %i from all others", (at, value) => {
    for (const [other, expected] of values.entries()) {
      check(holds(() => expect(value).toEqual(structuredClone(expected))), `${at} equals ${other}`).toBe(at === other)
      check(holds(() => expect(value).not.toEqual(structuredClone(expected))), `${at} differs`).toBe(at !== other)
    }
  })

  it.each<readonly [what: string, passing: () => void, failing: () => void]>([
    ["identity", () => expect(1).toBe(1), () => expect([]).toBe([])],
    ["null", () => expect(null).toBeNull(), () => expect(undefined).toBeNull()],
    ["parts", () => expect({ a: 1, b: 2 }).toMatchObject({ a: 1 }), () => expect({ a: 1 }).toMatchObject({ b: 2 })],
    ["nested parts", () => expect([{ a: 1, b: 2 }]).toMatchObject([{ a: 1 }]), () => expect([]).toMatchObject([{}])],
    ["undefined", () => expect({ a: undefined }).toEqual({}), () => expect({ a: null }).toEqual({})],
    ["the length", () => expect([1]).toHaveLength(1), () => expect({ length: 1 }).toHaveLength(1)],
    ["items", () => expect([1]).toContain(1), () => expect([[1]]).toContain([1])],
    ["parts of texts", () => expect("abc").toContain("b"), () => expect("abc").toContain("d")],
    ["the class", () => expect(bytes()).toBeInstanceOf(Uint8Array), () => expect([]).toBeInstanceOf(Uint8Array)],
    ["more", () => expect(2).toBeGreaterThan(1), () => expect(1).toBeGreaterThan(1)],
    ["at least", () => expect(1).toBeGreaterThanOrEqual(1), () => expect(0).toBeGreaterThanOrEqual(1)],
    ["less", () => expect(0).toBeLessThan(1), () => expect(1).toBeLessThan(1)],
    ["at most", () => expect(1).toBeLessThanOrEqual(1), () => expect("0").toBeLessThanOrEqual(1)]
  ])("check %s", (_, passing, failing) => {
    check(holds(passing)).toBe(true)
    check(holds(failing)).toBe(false)
  })

  it("name both values", () => {
    check(() => expect([1, new Map([["a", 2]])], "the balance").toEqual([])).toThrow(
      "the balance: expected [1,[[\"a\",2]]] to equal []"
    )
  })
})
