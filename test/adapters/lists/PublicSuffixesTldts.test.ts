import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { anyCharacter } from "../../support/AnyCharacter.ts"

const { hasKnownTopLevel, isPublicSuffix, registrableDomain } = publicSuffixes

describe("PublicSuffixesTldts", () => {
  it.each<[string, string | null]>([
    ["www.example.com", "example.com"],
    ["example.com", "example.com"],
    ["a.b.example.co.uk", "example.co.uk"],
    ["user.github.io", "user.github.io"],
    ["x.user.github.io", "user.github.io"],
    ["a.b.c.ck", "b.c.ck"],
    ["www.ck", "www.ck"],
    ["city.kawasaki.jp", "city.kawasaki.jp"],
    ["xn--85x722f.com.cn", "xn--85x722f.com.cn"],
    ["com", null],
    ["co.uk", null],
    ["github.io", null],
    ["192.0.2.1", null],
    ["host.no-such-top-level", null],
    ["localhost", null],
    ["", null]
  ])("the registrable domain of %j is %j", (host, expected) => {
    assert.strictEqual(registrableDomain(host), expected)
  })

  it.each([
    ["com", true],
    ["co.uk", true],
    ["github.io", true],
    ["c.ck", true],
    ["example.com", false],
    ["www.ck", false],
    ["no-such-top-level", false],
    ["", false]
  ])("%j is a public suffix: %j", (host, expected) => {
    assert.strictEqual(isPublicSuffix(host), expected)
  })

  it.each([
    ["example.com", true],
    ["user.github.io", true],
    ["example.xn--p1ai", true],
    ["example.con", false],
    ["192.0.2.1", false],
    ["localhost", false],
    ["", false]
  ])("%j has a known top-level domain: %j", (host, expected) => {
    assert.strictEqual(hasKnownTopLevel(host), expected)
  })

  it("a registrable domain is its own registrable domain and no public suffix", () => {
    const host = fc.tuple(fc.domain(), fc.constantFrom("", ".github.io", ".co.uk")).map((parts) => parts.join(""))
    fc.assert(fc.property(host, (host) => {
      const registrable = registrableDomain(host)
      if (registrable === null) return
      assert.isTrue(host === registrable || host.endsWith(`.${registrable}`))
      assert.strictEqual(registrableDomain(registrable), registrable)
      assert.isFalse(isPublicSuffix(registrable))
    }))
  })

  it("accepts any text", () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      assert.isBoolean(isPublicSuffix(text))
      assert.isBoolean(hasKnownTopLevel(text))
      registrableDomain(text)
    }))
  })
})
