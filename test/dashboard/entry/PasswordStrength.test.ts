import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { passwordError, passwordStrength } from "../../../apps/dashboard/pages/entry/NewPassword.tsx"
import { passwordProblem } from "../../../core/members/passwords/PasswordPolicy.ts"

const ann = { name: "Ann Owner", email: "ann.owner@example.com" }

describe("password strength", () => {
  it("is described in plain words", () => {
    expect(passwordStrength("", ann)).toMatchObject({ level: 0, isAllowed: false })
    expect(passwordStrength("short", ann)).toMatchObject({ level: 1, isAllowed: false })
    expect(passwordStrength("lantern-moose", ann)).toMatchObject({ level: 2, isAllowed: true })
    expect(passwordStrength("lantern-moose-7qk", ann)).toMatchObject({ level: 3, isAllowed: true })
    expect(passwordStrength("lantern moose quilt 7", ann)).toMatchObject({ level: 4, isAllowed: true })
  })

  it("accepts exactly what the server accepts", () => {
    fc.assert(fc.property(fc.string({ maxLength: 140 }), (typed) => {
      expect(passwordStrength(typed, ann).isAllowed).toBe(passwordProblem(typed, ann) === null)
    }))
  })
})

it("explains the reason for which the server would reject the password", () => {
  const owner = { name: "Ann", email: "ann@example.com" }
  expect(passwordError("", owner)).toBe("Choose a password.")
  expect(passwordError("short", owner)).toBe(passwordStrength("short", owner).text)
  expect(passwordError("a long enough sentence of words", owner)).toBeUndefined()
})
