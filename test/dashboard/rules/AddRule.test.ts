import { expect, it } from "vitest"
import { describeRule, valueError } from "../../../apps/dashboard/pages/rules/AddRule.tsx"

it("shows an error below the value, and not again in the rule's explanation", () => {
  const problem = valueError("domain", "a b")
  expect(problem).toBe("a b is not a domain, such as example.com.")
  expect(describeRule("domain", { action: "block", value: "a b" })).not.toContain(problem)
  expect(valueError(null, " ")).toBe("Type what the rule is about.")
})

it("shows only the meaning of a valid value", () => {
  expect(valueError("domain", "*.Spam.example")).toBeUndefined()
  expect(describeRule("domain", { action: "allow", value: "*.Spam.example" })).toBe(
    "A domain with everything below it. It is kept as spam.example. It wins over block rules on addresses and domains."
  )
})
