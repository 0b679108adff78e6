import { Effect, Result } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import { Geo } from "../kernel/networks/Geo.ts"
import { type IpAddress, parseIpAddress } from "../kernel/networks/IpAddress.ts"
import { networkSet } from "../kernel/networks/NetworkSet.ts"
import { type EmailAddress, parseEmailAddress } from "../mail-addresses/EmailAddress.ts"
import { emailKey } from "../mail-addresses/EmailKey.ts"
import { type BlockRule, BlockRules } from "./BlockRules.ts"
import { canonicalRuleValue, InvalidBlockRule } from "./BlockRuleValue.ts"

/** Something that rules may match, as what it was read. */
type TestedValue =
  | { readonly kind: "email"; readonly text: string; readonly address: EmailAddress }
  | { readonly kind: "domain"; readonly text: string }
  | { readonly kind: "ip"; readonly text: string; readonly ip: IpAddress; readonly country: string | null }
  | { readonly kind: "country"; readonly text: string }

/**
 * What somebody typed to see what the rules say of it: an email address, an IP address, a country's code of two letters, or else a
 * domain.
 *
 * @param countryOf of an IP address; null where it is not known
 */
export const testedValue = (
  typed: string,
  countryOf: (ip: string) => string | null
): Result.Result<TestedValue, InvalidBlockRule> => {
  const text = typed.trim()
  const bare = /^\[(.*)\]$/.exec(text)?.[1] ?? text
  const ip = parseIpAddress(bare)
  if (ip !== null) return Result.succeed({ kind: "ip", text: bare, ip, country: countryOf(bare) })
  if (text.lastIndexOf("@") > 0) {
    return Result.mapBoth(parseEmailAddress(text), {
      onFailure: ({ message }) => new InvalidBlockRule({ message: `${text} is no email address: ${message}` }),
      onSuccess: (address) => ({ kind: "email", text: `${address.localPart}@${address.domain}`, address } as const)
    })
  }
  // As a rule for it is written: of a code that no country has nothing can be told.
  if (/^[A-Za-z]{2}$/.test(text)) {
    return Result.map(canonicalRuleValue("country", text), (code) => ({ kind: "country", text: code } as const))
  }
  return Result.mapBoth(canonicalRuleValue("domain", text), {
    onFailure: () => new InvalidBlockRule({ message: unreadable }),
    onSuccess: (domain) => ({ kind: "domain", text: domain } as const)
  })
}

const unreadable =
  "Type one email address, domain, IP address or country, such as ann@example.com, example.com, 203.0.113.7 or NL."

/** What an account's rules say of something. */
export interface RulesTested {
  readonly kind: TestedValue["kind"]
  readonly outcome: "blocked" | "allowed" | "no-rule"
  /** That match, the one that decides first. */
  readonly rules: ReadonlyArray<BlockRule>
  /** A sentence for people. */
  readonly message: string
}

/** Tells what an account's rules say of an address, a domain, an IP address or a country, as they would decide now. */
export const testBlockRules = Effect.fn("testBlockRules")(function*(accountId: AccountId, typed: string) {
  const { countryOf } = yield* Geo
  const value = yield* Effect.fromResult(testedValue(typed, countryOf))
  return decideRules(yield* (yield* BlockRules).list(accountId), value)
})

/**
 * Which rules match, in the order in which they decide: `compileBlockRules` answers the same. Of rules of one kind that say the
 * same, the narrowest stands first.
 */
export const decideRules = (rules: ReadonlyArray<BlockRule>, value: TestedValue): RulesTested => {
  const matching = rules.filter((rule) => isMatch(rule, value))
    .toSorted((a, b) => weight(a, value) - weight(b, value) || breadth(a) - breadth(b) || a.id - b.id)
  const [first] = matching
  const outcome = first === undefined ? "no-rule" : first.action === "block" ? "blocked" : "allowed"
  return { kind: value.kind, outcome, rules: matching, message: sentence(value, outcome, matching) }
}

const isMatch = ({ kind, value }: BlockRule, tested: TestedValue): boolean => {
  switch (tested.kind) {
    case "email":
      return kind === "email"
        ? value === emailKey(tested.address)
        : kind === "domain" && covers(value, tested.address.domain)
    case "domain":
      return kind === "domain" && covers(value, tested.text)
    case "ip":
      return kind === "cidr" ? networkSet([value])(tested.ip) : kind === "country" && value === tested.country
    case "country":
      return kind === "country" && value === tested.text
  }
}

const covers = (domain: string, name: string): boolean => name === domain || name.endsWith(`.${domain}`)

/** An exception wins, of networks over countries as well; a network that is blocked is so whatever is said of its country. */
const weight = ({ action, kind }: BlockRule, tested: TestedValue): number =>
  (tested.kind === "ip" && kind === "country" ? 2 : 0) + (action === "allow" ? 0 : 1)

/** Less is narrower. */
const breadth = ({ kind, value }: BlockRule): number =>
  kind === "email" ? -addressCharsMax : kind === "cidr" ? -Number(value.split("/")[1]) : -value.length

/** No domain is longer. */
const addressCharsMax = 254

const sentence = (
  value: TestedValue,
  outcome: RulesTested["outcome"],
  matching: ReadonlyArray<BlockRule>
): string => {
  const [name, is] = subject(value)
  const [first, ...others] = matching
  if (first === undefined) return `No rule matches ${name}.`
  const { action, id, kind, value: of } = first
  const overruled = others.filter((rule) => rule.action !== action).map((rule) => rule.id)
  const outweighs = overruled.length === 0
    ? ""
    : ` It outweighs rule${overruled.length === 1 ? "" : "s"} ${overruled.slice(0, idsNamedMax).join(", ")}${
      overruled.length > idsNamedMax ? ` and ${overruled.length - idsNamedMax} more` : ""
    }, which would ${action === "allow" ? "block" : "allow"}.`
  return `${name.slice(0, 1).toUpperCase()}${
    name.slice(1)
  } ${is} ${outcome} by rule ${id} (${action} ${kind} ${of}).${outweighs}`
}

/** Ids of outweighed rules that the sentence names. */
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
