import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { replaceAddressInUrl, urlContainsAddress } from "../../../core/privacy/ContainsAddress.ts"

const address = "ann@example.com"

describe("an address within a URL", () => {
  it.each([
    ["https://bad.example/?mail=ann@example.com&n=1", "https://bad.example/?mail=X&n=1"],
    ["https://bad.example/?mail=ANN%40Example.com", "https://bad.example/?mail=X"],
    ["https://bad.example/?mail%3Dann%40example.com%26n%3D1", "https://bad.example/?mail%3DX%26n%3D1"],
    [
      "https://bad.example/?next=https%253A%252F%252Fx%252F%2561nn%252540example.com",
      "https://bad.example/?next=https%253A%252F%252Fx%252FX"
    ],
    ["https://bad.example/ann@example.com/ann%40example.com#ann@example.com", "https://bad.example/X/X#X"],
    ["bad.example/ann@example.com", "bad.example/X"],
    ["https://ann@example.com/login", "https://X@example.com/login"],
    ["https:\\\\ann%40example.com/", "https:\\\\X%40example.com/"],
    [
      "Already listed by blocklist entry 4, url bad.example/?m=ann@example.com.",
      "Already listed by blocklist entry 4, url bad.example/?m=X."
    ]
  ])("%s is found and erased", (url, marked) => {
    expect(urlContainsAddress(url, address)).toBe(true)
    expect(replaceAddressInUrl(url, address, "X")).toBe(marked)
  })

  it.each([
    "https://bad.example/?mail=joann@example.com",
    "https://bad.example/?mail=jo%2Eann%40example.com",
    "https://bad.example/?mail=ann%40example.com.au",
    "https://bad.example/?mail=ann%40",
    "https://bad.example/%%%4",
    ""
  ])("%s belongs to another person and stays", (url) => {
    expect(urlContainsAddress(url, address)).toBe(false)
    expect(replaceAddressInUrl(url, address, "X")).toBe(url)
  })

  it("of any script is found in any escaping", () => {
    const umlaut = "jürgen😀@bücher.example"
    for (const written of [umlaut, encodeURIComponent(umlaut), encodeURIComponent(encodeURIComponent(umlaut))]) {
      expect(replaceAddressInUrl(`https://bad.example/?m=${written}&n=1`, umlaut, "X")).toBe(
        "https://bad.example/?m=X&n=1"
      )
    }
  })

  it("is erased in any surroundings, and nothing else is", () => {
    const part = fc.string({ unit: fc.constantFrom("a", "%", "2", "5", "4", "0", "@", "/", "é", "=") })
    fc.assert(fc.property(part, part, (before, after) => {
      const url = `${before}&m=ann%40example.com&${after}`
      const marked = replaceAddressInUrl(url, address, "X")
      expect(marked).toBe(`${before}&m=X&${after}`)
      expect(urlContainsAddress(marked, address)).toBe(false)
    }))
  })
})
