import { describe, expect, it } from "vitest"
import { parseBlocklistSearch } from "../../../../core/threats/blocklist/BlocklistSearch.ts"

const covering = (typed: string) =>
  parseBlocklistSearch(typed)?.targets.map(({ expression, kind }) => `${kind} ${expression}`)

describe("a blocklist search", () => {
  it.each([
    [" https://Login.example.com/verify ", "Login.example.com/verify"],
    ["login.example.com", "login.example.com"],
    ["/konto?n=2", "/konto?n=2"],
    ["b\u00fccher.example", "xn--bcher-kva.example"],
    ["b\u00fccher.example/\u00e4", "xn--bcher-kva.example/%C3%A4"]
  ])("for %j omits the scheme, which entries do not contain", (typed, text) => {
    expect(parseBlocklistSearch(typed)?.text).toBe(text)
  })

  it.each(["https://www.example.com/a/b?c", "www.example.com:8080/a/b?c", "HTTP://www.example.com/a/b?c#d"])(
    "for %j includes entries that cover it",
    (typed) => {
      const targets = [
        "url www.example.com/a/b?c",
        "host www.example.com",
        "domain example.com",
        "prefix www.example.com/a/"
      ]
      expect(covering(typed)).toEqual(expect.arrayContaining(targets))
    }
  )

  it.each(["", "  ", "https://"])("for %j finds nothing", (typed) => {
    expect(parseBlocklistSearch(typed)).toBeNull()
  })

  it.each(["[", "a b", "%"])("for %j, which is no URL, uses only the text", (text) => {
    expect(parseBlocklistSearch(text)).toEqual({ text, targets: [] })
  })
})
