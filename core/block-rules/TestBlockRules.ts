import { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import { Geo } from "../kernel/networks/Geo.ts"
import { networkSet } from "../kernel/networks/NetworkSet.ts"
import { emailKey } from "../mail-addresses/EmailKey.ts"
import type { BlockRule } from "./BlockRule.ts"
import { BlockRules } from "./BlockRules.ts"
import { type TestedValue, testedValue } from "./TestedValue.ts"

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
