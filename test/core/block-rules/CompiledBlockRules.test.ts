import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import type { BlockRule, BlockRuleKind } from "../../../core/block-rules/BlockRules.ts"
import { parseRuleValue } from "../../../core/block-rules/BlockRuleValue.ts"
import { compileBlockRules } from "../../../core/block-rules/CompiledBlockRules.ts"
import { parseIpAddress } from "../../../core/kernel/networks/IpAddress.ts"
import { parseEmailAddress } from "../../../core/mail-addresses/EmailAddress.ts"
import { measureCpuMillis } from "../../support/CpuTime.ts"
import { runs } from "../../support/TestRun.ts"

const rule = (kind: BlockRuleKind, text: string, action: BlockRule["action"] = "block"): BlockRule => ({
  id: 1,
  accountId: "acc_1",
  kind,
  action,
  value: Result.getOrThrow(parseRuleValue(kind, text)),
  note: "",
  createdAt: new Date(0)
})

const email = (text: string) => Result.getOrThrow(parseEmailAddress(text))
const ip = (text: string) => parseIpAddress(text)!

describe("address rules", () => {
  const rules = compileBlockRules([
    rule("email", "ann@gmail.com"),
    rule("domain", "example.com"),
    rule("domain", "good.example.com", "allow"),
    rule("email", "boss@example.com", "allow")
  ])

  it.each([
    ["a.n.n+x@googlemail.com", true],
    ["anna@gmail.com", false],
    ["x@example.com", true],
    ["x@deep.sub.example.com", true],
    ["x@notexample.com", false],
    ["x@example.com.evil.org", false],
    ["x@good.example.com", false],
    ["x@very.good.example.com", false],
    ["Boss+hi@example.com", false]
  ])("block %s: %s", (text, blocked) => {
    assert.strictEqual(rules.blocksEmail(email(text)), blocked)
  })
})

describe("network rules", () => {
  it("cover exactly the first to the last address of a network", () => {
    const v4 = fc.tuple(fc.integer({ min: 0, max: 0xffffffff }), fc.integer({ min: 0, max: 32 }))
    fc.assert(
      fc.property(v4, ([number, prefix]) => {
        const size = 2 ** (32 - prefix)
        const first = Math.floor(number / size) * size
        const rules = compileBlockRules([rule("cidr", `${dotted(number)}/${prefix}`)])
        const blocks = (at: number) => rules.blocksIp(ip(dotted(at)))
        assert.isTrue(blocks(first) && blocks(number) && blocks(first + size - 1))
        if (first > 0) assert.isFalse(blocks(first - 1))
        if (first + size <= 0xffffffff) assert.isFalse(blocks(first + size))
      }),
      runs(250)
    )
  })

  it("cover IPv6 networks in the same way", () => {
    const rules = compileBlockRules([rule("cidr", "2001:db8:8::/45")])
    const blocks = (text: string) => rules.blocksIp(ip(text))
    assert.isTrue(blocks("2001:db8:8::") && blocks("2001:db8:f:ffff:ffff:ffff:ffff:ffff"))
    assert.isFalse(blocks("2001:db8:7:ffff:ffff:ffff:ffff:ffff") || blocks("2001:db8:10::"))
  })

  it("match a mapped address as its IPv4 address and keep the families apart", () => {
    const rules = compileBlockRules([rule("cidr", "192.0.2.0/24")])
    assert.isTrue(rules.blocksIp(ip("::ffff:192.0.2.9")))
    assert.isFalse(rules.blocksIp(ip("::192.0.2.9")))
    assert.isFalse(compileBlockRules([rule("cidr", "::/0")]).blocksIp(ip("192.0.2.9")))
    assert.isFalse(compileBlockRules([rule("cidr", "0.0.0.0/0")]).blocksIp(ip("::1")))
  })

  it("exempt an allowed network inside a blocked one, from country rules as well", () => {
    const rules = compileBlockRules([
      rule("cidr", "192.0.0.0/16"),
      rule("cidr", "192.0.2.0/24", "allow"),
      rule("country", "NL")
    ])
    assert.isTrue(rules.blocksIp(ip("192.0.1.255")) && rules.blocksIp(ip("192.0.3.0")))
    assert.isFalse(rules.blocksIp(ip("192.0.2.0")) || rules.blocksIp(ip("192.0.2.255")))
    assert.isTrue(rules.blocksCountry("NL", ip("192.0.3.0")))
    assert.isFalse(rules.blocksCountry("NL", ip("192.0.2.0")))
  })
})

describe("country rules", () => {
  it("block the named country and never an unknown one", () => {
    const rules = compileBlockRules([rule("country", "nl"), rule("country", "be"), rule("country", "be", "allow")])
    const at = ip("192.0.2.1")
    assert.deepStrictEqual(["NL", "BE", "DE", null].map((country) => rules.blocksCountry(country, at)), [
      true,
      false,
      false,
      false
    ])
  })
})

describe("any set of rules", () => {
  const kindAndText = fc.oneof(
    fc.tuple(fc.constant<BlockRuleKind>("email"), fc.constantFrom("a@x.com", "b@x.com", "a@sub.x.com", "a@gmail.com")),
    fc.tuple(fc.constant<BlockRuleKind>("domain"), fc.constantFrom("x.com", "sub.x.com", "gmail.com")),
    fc.tuple(
      fc.constant<BlockRuleKind>("cidr"),
      fc.constantFrom("10.0.0.0/8", "10.1.0.0/16", "10.1.1.1", "::/0", "::1")
    ),
    fc.tuple(fc.constant<BlockRuleKind>("country"), fc.constantFrom("NL", "BE"))
  )
  const anyRule = fc.tuple(kindAndText, fc.constantFrom<BlockRule["action"]>("block", "allow"))
    .map(([[kind, text], action]) => rule(kind, text, action))
  const addresses = ["a@x.com", "b@x.com", "a@sub.x.com", "a+t@gmail.com", "c@other.org"].map(email)
  const ips = ["10.1.1.1", "10.1.2.3", "10.9.9.9", "11.0.0.1", "::1", "2001:db8::1"].map(ip)
  const verdicts = (rules: ReadonlyArray<BlockRule>): ReadonlyArray<boolean> => {
    const { blocksCountry, blocksEmail, blocksIp } = compileBlockRules(rules)
    return [
      ...addresses.map(blocksEmail),
      ...ips.map(blocksIp),
      ...ips.flatMap((at) => ["NL", "BE"].map((c) => blocksCountry(c, at)))
    ]
  }

  it("is independent of order and repetition", () => {
    fc.assert(fc.property(fc.array(anyRule), (rules) => {
      assert.deepStrictEqual(verdicts(rules.toReversed()), verdicts(rules))
      assert.deepStrictEqual(verdicts([...rules, ...rules]), verdicts(rules))
    }))
  })

  it("blocks no more with another allow rule and no less with another block rule", () => {
    fc.assert(
      fc.property(fc.array(anyRule), anyRule, (rules, more) => {
        const [before, after] = [verdicts(rules), verdicts([...rules, more])]
        before.forEach((blocked, at) => {
          if (more.action === "allow") assert.isFalse(after[at]! && !blocked)
          else assert.isFalse(blocked && !after[at]!)
        })
      }),
      runs(250)
    )
  })

  it("blocks nothing if it contains only allow rules", () => {
    fc.assert(fc.property(fc.array(anyRule), (rules) => {
      assert.isFalse(verdicts(rules.filter(({ action }) => action === "allow")).some(Boolean))
    }))
  })

  it("matches quickly at any size", () => {
    const networks = Array.from(
      { length: 50_000 },
      (_, at) => rule("cidr", `${dotted(at * 65_536 + 77)}/${17 + at % 16}`)
    )
    const rules = compileBlockRules(networks)
    const match = () => {
      for (let at = 0; at < 10_000; at++) rules.blocksIp(ips[at % ips.length]!)
    }
    assert.isBelow(measureCpuMillis(match), 1_000)
  })
})

const dotted = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".")
