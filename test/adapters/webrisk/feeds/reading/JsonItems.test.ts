import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { JsonItems } from "../../../../../adapters/webrisk/feeds/reading/JsonText.ts"

/**
 * Returns the items of a text that is read in chunks of `length` characters. Returns null if the text is incomplete.
 */
const itemsOf = (text: string, length = text.length) => {
  const found: Array<readonly [string | null, unknown]> = []
  const reading = new JsonItems((key, item) => found.push([key, item === null ? item : JSON.parse(item)]))
  for (let at = 0; at < text.length; at += length) reading.add(text.slice(at, at + length))
  return reading.finish() ? found : null
}

/** Returns the items that the reader should report for a value. */
const expected = (value: unknown): ReadonlyArray<readonly [string | null, unknown]> => {
  if (Array.isArray(value)) return value.map((item) => [null, item] as const)
  return Object.entries(value as object).flatMap(([key, items]) =>
    Array.isArray(items) ? items.map((item) => [key, item] as const) : []
  )
}

const key = fc.stringMatching(/^[a-z ,:[\]{}]{1,8}$/)
const list = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 6 })
const value = fc.oneof(list, fc.dictionary(key, fc.oneof(list, fc.jsonValue({ maxDepth: 2 })), { maxKeys: 5 }))

describe("JSON items", () => {
  it("match a full parser for any chunk size", () =>
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 2), (any, length, indent) => {
        const text = JSON.stringify(any, null, indent)
        const whole = JSON.parse(text) as unknown
        // A name is compared without unescaping, because no format uses names with `\\`.
        expect(itemsOf(text, length)).toEqual(expected(whole))
      })
    ))

  it("are reported as incomplete if the text is truncated", () =>
    fc.assert(
      fc.property(value, fc.nat(), (any, at) => {
        const text = JSON.stringify(any)
        expect(itemsOfAny(text.slice(0, at % text.length))).toBe(false)
      })
    ))

  it.each(["", "1", "\"a\"", "[1]]", "[1}", "[1] [2]", "]", "{}{}", "[\"a]", "[\"a\\"])("%s is not a list", (text) => {
    expect(itemsOfAny(text)).toBe(false)
  })
})

const itemsOfAny = (text: string): boolean => {
  const reading = new JsonItems(() => {})
  reading.add(text)
  return reading.finish()
}
