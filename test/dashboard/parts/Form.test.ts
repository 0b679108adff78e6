import { describe, expect, it } from "vitest"
import { emailError, hasErrors, numberError, requiredError } from "../../../apps/dashboard/parts/forms/Form.tsx"
import { IntegerInput } from "../../../apps/dashboard/parts/forms/IntegerInput.tsx"
import { shown } from "./Shown.ts"

describe("field errors", () => {
  it.each([
    [30, undefined],
    [1, undefined],
    [31, "The maximum is 30."],
    [0, "The minimum is 1."],
    [1.5, "Enter a whole number."],
    [Number.NaN, "Enter a number from 1 to 30."]
  ])("for the number %s: %s", (value, says) => {
    expect(numberError(value, { min: 1, max: 30 })).toBe(says)
  })

  it("format large bounds with separators", () => {
    expect(numberError(1e20, { min: 1, max: 1_000_000_000_000 })).toBe("The maximum is 1,000,000,000,000.")
    expect(numberError(Number.NaN, { min: 1, max: 60_000 })).toBe("Enter a number from 1 to 60,000.")
  })

  it.each([["", "Say it."], ["  ", "Say it."], ["x", undefined]])(
    "for the required text %j: %s",
    (value, says) => {
      expect(requiredError(value, "Say it.")).toBe(says)
    }
  )

  it.each([
    ["", "Enter an email address."],
    ["ann", "Enter a valid email address, such as ann@example.com."],
    ["ann@", "Enter a valid email address, such as ann@example.com."],
    ["ann @example.com", "Enter a valid email address, such as ann@example.com."],
    [" ann@example.com ", undefined]
  ])("for the email address %j: %s", (value, says) => {
    expect(emailError(value)).toBe(says)
  })

  it("are empty if every field is valid", () => {
    expect(hasErrors({ name: undefined, email: undefined })).toBe(false)
    expect(hasErrors({ name: undefined, email: "Type it." })).toBe(true)
  })
})

describe("a whole-number field", () => {
  const field = (value: number, error?: string) =>
    shown(IntegerInput, { label: "Days", min: 1, max: 30, value, error, onChange: () => {} })

  it("keeps a number that is too large and explains the error below", () => {
    expect(field(900)).toContain("value=\"900\"")
    expect(field(900)).toContain("The maximum is 30.")
    expect(field(900)).toContain("aria-invalid=\"true\"")
  })

  it("shows no error for a valid or untouched value, unless the form reports one", () => {
    expect(field(30)).not.toContain("aria-invalid")
    expect(field(Number.NaN)).toContain("value=\"\"")
    expect(field(Number.NaN)).not.toContain("aria-invalid")
    expect(field(Number.NaN, "Type a number.")).toContain("Type a number.")
  })
})
