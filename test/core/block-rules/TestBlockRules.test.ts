import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { BlockRule, BlockRuleKind } from "../../../core/block-rules/BlockRules.ts"
import { parseRuleValue } from "../../../core/block-rules/BlockRuleValue.ts"
import { compileBlockRules } from "../../../core/block-rules/CompiledBlockRules.ts"
import { evaluateRules, parseTestedValue } from "../../../core/block-rules/TestBlockRules.ts"

const rule = (id: number, text: string): BlockRule => {
  const [action, kind, value] = text.split(" ") as [BlockRule["action"], BlockRuleKind, string]
  const canonical = Result.getOrThrow(parseRuleValue(kind, value))
  return { id, accountId: "acc_1", kind, action, value: canonical, note: "", createdAt: new Date(0) }
}

const rules = [
  "block domain example.com",
  "allow domain good.example.com",
  "block email ann@good.example.com",
  "block email bob@gmail.com",
  "block cidr 192.0.2.0/24",
  "block cidr 192.0.0.0/16",
  "allow cidr 192.0.2.128/25",
  "block cidr 2001:db8::/32",
  "block country NL",
  "allow country DE",
  "block country DE",
  "block cidr 198.51.100.1"
].map((text, at) => rule(at + 1, text))

const countryOf = (ip: string) => ip.startsWith("198.51.100.") ? "DE" : ip.startsWith("192.") ? "NL" : null
const tell = (typed: string) => {
  const value = parseTestedValue(typed, countryOf)
  if (Result.isFailure(value)) return value.failure.message
  const { kind, outcome, rules: matching } = evaluateRules(rules, value.success)
  return [kind, outcome, ...matching.map(({ id }) => id)].join(" ")
}

describe("testing a value against the rules", () => {
  it.each([
    ["x@example.com", "email blocked 1"],
    ["X@sub.example.com", "email blocked 1"],
    ["x@notexample.com", "email no-rule"],
    // An exception for a domain wins over a block of the exact address.
    ["ann@good.example.com", "email allowed 2 3 1"],
    ["B.o.b+tag@googlemail.com", "email blocked 4"],
    ["example.com", "domain blocked 1"],
    ["deep.good.example.com.", "domain allowed 2 1"],
    ["@example.com", "domain blocked 1"],
    ["  EXAMPLE.com ", "domain blocked 1"],
    ["192.0.2.1", "ip blocked 5 6 9"],
    ["192.0.2.200", "ip allowed 7 5 6 9"],
    ["192.9.9.9", "ip blocked 9"],
    ["[2001:db8::1]", "ip blocked 8"],
    ["::ffff:192.0.2.1", "ip blocked 5 6"],
    ["203.0.113.1", "ip no-rule"],
    // A blocked network stays blocked even if a rule allows its country.
    ["198.51.100.1", "ip blocked 12 10 11"],
    ["198.51.100.2", "ip allowed 10 11"],
    ["nl", "country blocked 9"],
    ["DE", "country allowed 10 11"],
    ["FR", "country no-rule"]
  ])("%s: %s", (typed, told) => {
    expect(tell(typed)).toBe(told)
  })

  it.each([
    ["ZZ", "ZZ is not a two-letter country code (ISO 3166-1), such as NL."],
    ["qq", "qq is not a two-letter country code (ISO 3166-1), such as NL."],
    ["uk", "uk is not a two-letter country code (ISO 3166-1). Use GB."]
  ])("refuses %s, which is no country code, as a rule would", (typed, told) => {
    expect(tell(typed)).toBe(told)
  })

  it.each(["", " ", "@", "a@", "192.0.2.0/24", "http://example.com/", "a b", "\u0000", "x".repeat(200), "[::1", "N1"])(
    "finds nothing for %j, which is no value of any kind",
    (typed) => {
      expect(tell(typed)).toMatch(/^Enter one email address|is not an email address/)
    }
  )

  it("names the deciding rule and the rules it overrides", () => {
    const evaluate = (typed: string) =>
      evaluateRules(rules, Result.getOrThrow(parseTestedValue(typed, countryOf))).message
    expect(evaluate("x@example.com")).toBe("The address x@example.com is blocked by rule 1 (block domain example.com).")
    expect(evaluate("good.example.com")).toBe(
      "Addresses at good.example.com are allowed by rule 2 (allow domain good.example.com). It overrides rule 1, which would block."
    )
    expect(evaluate("192.0.2.200")).toBe(
      "192.0.2.200 (NL) is allowed by rule 7 (allow cidr 192.0.2.128/25). It overrides rules 5, 6, 9, which would block."
    )
    expect(evaluate("FR")).toBe("No rule matches visitors from FR.")
  })

  it.each([
    [1, "rule 1"],
    [2, "rules 1, 2"],
    [5, "rules 1, 2, 3, 4, 5"],
    [6, "rules 1, 2, 3, 4, 5 and 1 more"],
    [8, "rules 1, 2, 3, 4, 5 and 3 more"]
  ])("names at most five overridden rules: of %d, %s", (count, named) => {
    const blocks = Array.from({ length: count }, (_, at) => rule(at + 1, "block domain example.com"))
    const value = Result.getOrThrow(parseTestedValue("example.com", countryOf))
    expect(evaluateRules([...blocks, rule(99, "allow domain example.com")], value).message).toBe(
      `Addresses at example.com are allowed by rule 99 (allow domain example.com). It overrides ${named}, which would block.`
    )
  })

  it("agrees with the compiled rules", () => {
    const labels = fc.constantFrom("a", "b", "good")
    const domains = fc.array(labels, { minLength: 1, maxLength: 3 }).map((parts) =>
      [...parts, "example", "com"].join(".")
    )
    const emails = fc.tuple(labels, domains).map(([name, domain]) => `${name}@${domain}`)
    const v4 = fc.integer({ min: 0, max: 255 }).map((n) => `192.0.2.${n}`)
    const nets = fc.tuple(v4, fc.integer({ min: 22, max: 32 })).map(([ip, bits]) => `${ip}/${bits}`)
    const kinds = fc.oneof(
      emails.map((value) => `email ${value}`),
      domains.map((value) => `domain ${value}`),
      nets.map((value) => `cidr ${value}`),
      fc.constantFrom("country NL", "country DE")
    )
    const some = fc.array(fc.tuple(fc.constantFrom("block", "allow"), kinds), { maxLength: 12 })
      .map((list) => list.map(([action, text], at) => rule(at + 1, `${action} ${text}`)))
    const country = (ip: string) => Number(ip.split(".")[3]) % 2 === 0 ? "NL" : "DE"
    fc.assert(fc.property(some, fc.oneof(emails, v4), (list, typed) => {
      const value = Result.getOrThrow(parseTestedValue(typed, country))
      const { outcome, rules: matching } = evaluateRules(list, value)
      const compiled = compileBlockRules(list)
      const isBlocked = value.kind === "email"
        ? compiled.blocksEmail(value.address)
        : value.kind === "ip" && (compiled.blocksIp(value.ip) || compiled.blocksCountry(value.country, value.ip))
      expect(outcome === "blocked").toBe(isBlocked)
      expect(outcome === "no-rule").toBe(matching.length === 0)
      expect(outcome === "allowed").toBe(matching[0]?.action === "allow")
    }))
  })
})
