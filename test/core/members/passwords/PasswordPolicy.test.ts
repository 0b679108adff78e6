import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  isCommonPassword,
  normalizePassword,
  passwordCharsMax,
  passwordCharsMin,
  passwordProblem
} from "../../../../core/members/passwords/PasswordPolicy.ts"
import { anyCharacter } from "../../../support/AnyCharacter.ts"

const ann = { name: "Ann Ágnes Miller", email: "ann.miller@example.com" }
const problem = (password: string) => passwordProblem(password, ann)

describe("a password", () => {
  it("has 12 to 128 user-perceived characters", () => {
    expect(problem("goose on hat")).toBe(null)
    expect(problem("goose on ha")).toBe("A password needs at least 12 characters. This one has 11.")
    expect(problem("\u{1f98a}\u{1f9a2}\u{1f40d}\u{1f40e}\u{1f40f}\u{1f410}")).toContain("This one has 6")
    const long = Array.from({ length: 40 }, (_, n) => `${n} geese `).join("")
    expect(problem(long.slice(0, passwordCharsMax))).toBe(null)
    expect(problem(long.slice(0, passwordCharsMax + 1))).toBe("A password must not exceed 128 characters.")
    expect(problem("x".repeat(10_000_000))).toBe("A password must not exceed 128 characters.")
  })

  it("is the same in every Unicode composition", () => {
    expect(normalizePassword("pa\u0308sse")).toBe(normalizePassword("pässe"))
    expect(problem("a\u0308".repeat(6))).toContain("This one has 6")
  })

  it("is none of the most common ones", () => {
    for (
      const common of [
        "passwordpassword",
        "Password1234",
        "P@ssw0rd2026!!",
        "123456789012",
        "1234567890123",
        "210987654321",
        "qwertyuiop12",
        "QWERTYUIOPasdf",
        "1q2w3e4r5t6y",
        "iloveyou2024",
        "administrator",
        "Administrator!",
        "letmein123456",
        "aaaaaaaaaaaa",
        "121212121212",
        "abcabcabcabc",
        "abcdefghijkl",
        "Welcome-2026!",
        "changemechangeme",
        "Summer2025!!",
        "gatehouse1234",
        "correcthorsebatterystaple",
        "admin admin admin"
      ]
    ) {
      expect(isCommonPassword(common), common).toBe(true)
      expect(problem(common), common).toContain("too common")
    }
  })

  it("is good if it is long and unique", () => {
    for (
      const own of [
        "a goose on the roof",
        "my password is a long secret",
        "Tr0ub4dor&3 and more",
        "8392 0174 6651",
        "839201746651",
        "kq7-xw2-vv9-pl",
        "пять гусей на крыше",
        "summertime in Kraków",
        "pass the salt, please"
      ]
    ) expect(problem(own), own).toBe(null)
  })

  it("does not consist of the member's name or address", () => {
    for (
      const own of [
        "ann.miller@example.com",
        "Ann.Miller@example.com1",
        "ann.miller12",
        "Ann Ágnes Miller",
        "example.comX!"
      ]
    ) {
      expect(problem(own), own).toBe("This password is too similar to your name or email address. Choose another.")
    }
    expect(problem("ann.miller rides a horse")).toBe(null)
    expect(passwordProblem("abc on a roof", { name: "abc", email: "" })).toBe(null)
  })

  it("is judged for any text and any name", () => {
    const any = fc.string({ unit: anyCharacter, maxLength: 150 })
    fc.assert(fc.property(any, any, any, (password, name, email) => {
      const problem = passwordProblem(password, { name, email })
      const chars = [...normalizePassword(password)].length
      if (chars < passwordCharsMin || chars > passwordCharsMax) expect(problem).not.toBe(null)
      else expect(problem === null || problem.endsWith(".")).toBe(true)
    }))
  })

  it("with a lone surrogate cannot be typed again and is refused", () => {
    expect(problem("a goose on the roof \ud83e")).toContain("an incomplete Unicode character")
  })
})
