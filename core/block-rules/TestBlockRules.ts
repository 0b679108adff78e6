import { Effect, Result } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import { Geo } from "../kernel/networks/Geo.ts"
import { type IpAddress, parseIpAddress } from "../kernel/networks/IpAddress.ts"
import { makeNetworkSet } from "../kernel/networks/NetworkSet.ts"
import { type EmailAddress, parseEmailAddress } from "../mail-addresses/EmailAddress.ts"
import { mailboxKey } from "../mail-addresses/MailboxKey.ts"
import { type BlockRule, BlockRules } from "./BlockRules.ts"
import { InvalidBlockRule, parseRuleValue } from "./BlockRuleValue.ts"

/** Parsed value to test against rules. */
type TestedValue =
  | { readonly kind: "email"; readonly text: string; readonly address: EmailAddress }
  | { readonly kind: "domain"; readonly text: string }
  | { readonly kind: "ip"; readonly text: string; readonly ip: IpAddress; readonly country: string | null }
  | { readonly kind: "country"; readonly text: string }

/**
 * Parses a value to test: an email address, an IP address, a two-letter country code, or otherwise a domain.
 *
 * @param countryOf returns the country of an IP address, or null
 */
export const parseTestedValue = (
  typed: string,
  countryOf: (ip: string) => string | null
): Result.Result<TestedValue, InvalidBlockRule> => {
  const text = typed.trim()
  const bare = /^\[(.*)\]$/.exec(text)?.[1] ?? text
  const ip = parseIpAddress(bare)
  if (ip !== null) return Result.succeed({ kind: "ip", text: bare, ip, country: countryOf(bare) })
  if (text.lastIndexOf("@") > 0) {
    return Result.mapBoth(parseEmailAddress(text), {
      onFailure: ({ message }) => new InvalidBlockRule({ message: `${text} is not an email address: ${message}` }),
      onSuccess: (address) => ({ kind: "email", text: `${address.localPart}@${address.domain}`, address } as const)
    })
  }
  // Two letters are a country code, as in a rule. Unassigned codes are rejected.
  if (/^[A-Za-z]{2}$/.test(text)) {
    return Result.map(parseRuleValue("country", text), (code) => ({ kind: "country", text: code } as const))
  }
  return Result.mapBoth(parseRuleValue("domain", text), {
    onFailure: () => new InvalidBlockRule({ message: unknownInputMessage }),
    onSuccess: (domain) => ({ kind: "domain", text: domain } as const)
  })
}

const unknownInputMessage =
  "Enter one email address, domain, IP address or country code, such as ann@example.com, example.com, 203.0.113.7 or NL."

export interface RuleTestResult {
  readonly kind: TestedValue["kind"]
  readonly outcome: "blocked" | "allowed" | "no-rule"
  /** Matching rules. The first one decides. */
  readonly rules: ReadonlyArray<BlockRule>
  /** Explanation in one or two sentences. */
  readonly message: string
}

/** Tests an address, domain, IP address or country against an account's current rules. */
export const testBlockRules = Effect.fn("testBlockRules")(function*(accountId: AccountId, typed: string) {
  const { countryOf } = yield* Geo
  const value = yield* Effect.fromResult(parseTestedValue(typed, countryOf))
  return evaluateRules(yield* (yield* BlockRules).list(accountId), value)
})

/**
 * Returns the matching rules in order of precedence. The outcome is the same as with `compileBlockRules`. Among rules
 * of equal precedence, the narrowest comes first.
 */
export const evaluateRules = (rules: ReadonlyArray<BlockRule>, value: TestedValue): RuleTestResult => {
  const matching = rules.filter((rule) => isMatch(rule, value))
    .toSorted((a, b) => precedence(a, value) - precedence(b, value) || breadth(a) - breadth(b) || a.id - b.id)
  const [first] = matching
  const outcome = first === undefined ? "no-rule" : first.action === "block" ? "blocked" : "allowed"
  return { kind: value.kind, outcome, rules: matching, message: explanation(value, outcome, matching) }
}

const isMatch = ({ kind, value }: BlockRule, tested: TestedValue): boolean => {
  switch (tested.kind) {
    case "email":
      return kind === "email"
        ? value === mailboxKey(tested.address)
        : kind === "domain" && covers(value, tested.address.domain)
    case "domain":
      return kind === "domain" && covers(value, tested.text)
    case "ip":
      return kind === "cidr" ? makeNetworkSet([value])(tested.ip) : kind === "country" && value === tested.country
    case "country":
      return kind === "country" && value === tested.text
  }
}

const covers = (domain: string, name: string): boolean => name === domain || name.endsWith(`.${domain}`)

/**
 * Returns the precedence of a rule; the lowest value decides. Allow rules override block rules, and network rules
 * override country rules.
 */
const precedence = ({ action, kind }: BlockRule, tested: TestedValue): number =>
  (tested.kind === "ip" && kind === "country" ? 2 : 0) + (action === "allow" ? 0 : 1)

/** Returns the breadth of a rule. Lower values are narrower. */
const breadth = ({ kind, value }: BlockRule): number =>
  kind === "email" ? -addressCharsMax : kind === "cidr" ? -Number(value.split("/")[1]) : -value.length

/**
 * Maximum characters of an email address. Domains are shorter, so a rule for an address is always narrower than a rule
 * for a domain.
 */
const addressCharsMax = 254

const explanation = (
  value: TestedValue,
  outcome: RuleTestResult["outcome"],
  matching: ReadonlyArray<BlockRule>
): string => {
  const [name, is] = subject(value)
  const [first, ...others] = matching
  if (first === undefined) return `No rule matches ${name}.`
  const { action, id, kind, value: of } = first
  const overruled = others.filter((rule) => rule.action !== action).map((rule) => rule.id)
  const overrides = overruled.length === 0
    ? ""
    : ` It overrides rule${overruled.length === 1 ? "" : "s"} ${overruled.slice(0, idsNamedMax).join(", ")}${
      overruled.length > idsNamedMax ? ` and ${overruled.length - idsNamedMax} more` : ""
    }, which would ${action === "allow" ? "block" : "allow"}.`
  return `${name.slice(0, 1).toUpperCase()}${
    name.slice(1)
  } ${is} ${outcome} by rule ${id} (${action} ${kind} ${of}).${overrides}`
}

/** Maximum number of overruled rules whose IDs the explanation lists. */
const idsNamedMax = 5

const subject = (value: TestedValue): readonly [name: string, is: "is" | "are"] => {
  switch (value.kind) {
    case "email":
      return [`the address ${value.text}`, "is"]
    case "domain":
      return [`addresses at ${value.text}`, "are"]
    case "ip":
      return [value.country === null ? value.text : `${value.text} (${value.country})`, "is"]
    case "country":
      return [`visitors from ${value.text}`, "are"]
  }
}
