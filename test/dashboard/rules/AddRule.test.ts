import { expect, it } from "vitest"
import { describeRule, valueError } from "../../../apps/dashboard/pages/rules/AddRule.tsx"

it("shows an error below the value, and not again in the rule's explanation", () => {
  const problem = valueError("domain", "a b")
  expect(problem).toBe("a b is not a domain, such as example.com.")
  expect(describeRule("domain", { action: "block", value: "a b" })).not.toContain(problem)
  expect(valueError(null, " ")).toBe("Enter a value.")
})

it("shows only the meaning of a valid value", () => {
  expect(valueError("domain", "*.Spam.example")).toBeUndefined()
  expect(describeRule("domain", { action: "allow", value: "*.Spam.example" })).toBe(
    "Matches the domain and its subdomains. Stored as spam.example. Overrides block rules for addresses and domains."
  )
})
