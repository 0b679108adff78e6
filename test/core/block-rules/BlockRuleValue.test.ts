import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import type { BlockRuleKind } from "../../../core/block-rules/BlockRules.ts"
import { parseRuleValue } from "../../../core/block-rules/BlockRuleValue.ts"
import { runs } from "../../support/TestRun.ts"

describe("parseRuleValue", () => {
  it.each<[BlockRuleKind, string, string]>([
    ["email", " A.nn+x@GoogleMail.com ", "ann@gmail.com"],
    ["email", "Ann@Bücher.example", "ann@xn--bcher-kva.example"],
    ["domain", "Example.COM", "example.com"],
    ["domain", ".example.com", "example.com"],
    ["domain", "*.example.com", "example.com"],
    ["domain", "@example.com", "example.com"],
    ["domain", "bücher.example", "xn--bcher-kva.example"],
    ["cidr", "192.0.2.7", "192.0.2.7/32"],
    ["cidr", "192.0.2.7/24", "192.0.2.0/24"],
    ["cidr", "0.0.0.0/0", "0.0.0.0/0"],
    ["cidr", "::ffff:192.0.2.7/120", "192.0.2.0/24"],
    ["cidr", "2001:DB8:0:0:1::1/64", "2001:db8::/64"],
    ["cidr", "::/0", "::/0"],
    ["cidr", "1:0:0:2:0:0:0:3", "1:0:0:2::3/128"],
    ["cidr", "1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7/128"],
    ["country", " nl ", "NL"]
  ])("canonicalizes %s %j to %s", (kind, text, value) => {
    assert.strictEqual(Result.getOrThrow(parseRuleValue(kind, text)), value)
  })

  it.each<[BlockRuleKind, string]>([
    ["email", "ann"],
    ["email", "*@example.com"],
    ["email", "@example.com"],
    ["email", ""],
    ["domain", "com"],
    ["domain", "exa mple.com"],
    ["domain", "a@b.com"],
    ["domain", "192.0.2.1"],
    ["domain", ""],
    ["cidr", "192.0.2.0/33"],
    ["cidr", "192.0.2.0/-1"],
    ["cidr", "192.0.2.0/"],
    ["cidr", "192.0.2.0/24/24"],
    ["cidr", "192.0.2"],
    ["cidr", "2001:db8::/129"],
    ["cidr", "::ffff:192.0.2.0/24"],
    ["cidr", "example.com"],
    ["cidr", ""],
    ["country", "NLD"],
    ["country", "N1"],
    ["country", "ZZ"],
    ["country", "EU"],
    ["country", ""]
  ])("refuses %s %j and explains why", (kind, text) => {
    assert.match(Result.getOrThrow(Result.flip(parseRuleValue(kind, text))).message, /\.$/)
  })

  it("is total and idempotent", () => {
    const kind = fc.constantFrom<BlockRuleKind>("email", "domain", "cidr", "country")
    const network = fc.tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.integer({ min: 0, max: 129 })).map((parts) =>
      parts.join("/")
    )
    const text = fc.oneof(fc.string(), fc.emailAddress(), fc.domain(), network)
    fc.assert(
      fc.property(kind, text, (kind, text) => {
        const once = parseRuleValue(kind, text)
        if (Result.isSuccess(once)) assert.deepStrictEqual(parseRuleValue(kind, once.success), once)
      }),
      runs(400)
    )
  })
})

describe("a country", () => {
  it.each([["Germany", "DE"], [" netherlands ", "NL"], ["UK", "GB"], ["Czech Republic", "CZ"]])(
    "%s is refused with a hint at the correct format",
    (name, code) => {
      const found = parseRuleValue("country", name)
      assert.include(Result.isFailure(found) ? found.failure.message : "", `Use ${code}.`)
    }
  )

  it("is accepted without an ISO code if networks use it", () => {
    assert.deepEqual(parseRuleValue("country", "xk"), Result.succeed("XK"))
  })
})
