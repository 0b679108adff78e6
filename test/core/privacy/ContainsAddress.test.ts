import fc from "fast-check"
import { expect, it } from "vitest"
import { containsAddress } from "../../../core/privacy/ContainsAddress.ts"

const address = "ann@example.com"

it.each([
  "ann@example.com",
  "Ann <ANN@Example.com>",
  "https://x.example/?mail=ann@example.com&n=1",
  "https://x.example/ann@example.com",
  "mailto:ann@example.com",
  "Ask ann@example.com.",
  "'ann@example.com', \"ann@example.com\"",
  "joann@example.com,ann@example.com"
])("%j names the address", (text) => {
  expect(containsAddress(text, address)).toBe(true)
})

it.each([
  null,
  "",
  "joann@example.com",
  "jo.ann@example.com",
  "jo+ann@example.com",
  "ann@example.com.au",
  "ann@example.community",
  "ann@example.com-pany.org",
  "a***@example.com"
])("%j does not", (text) => {
  expect(containsAddress(text, address)).toBe(false)
})

it("finishes in time for any text", () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), fc.string({ minLength: 1, maxLength: 5 }), (text, part) => {
    expect(typeof containsAddress(text, part)).toBe("boolean")
  }))
  expect(containsAddress("a".repeat(100_000), "a")).toBe(false)
})
