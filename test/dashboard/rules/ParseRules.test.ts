import { describe, expect, it } from "vitest"
import { guessKind } from "../../../apps/dashboard/pages/rules/GuessKind.ts"
import {
  formatInvalidLine,
  importLinesMax,
  noImportCounts,
  parseRules,
  summarizeImport
} from "../../../apps/dashboard/pages/rules/ParseRules.ts"

describe("guessKind", () => {
  it.each([
    ["ann@example.com", "email"],
    [" Ann@Example.com ", "email"],
    ["@example.com", "domain"],
    ["*.example.com", "domain"],
    ["example.com", "domain"],
    ["com", "domain"],
    ["203.0.113.7", "cidr"],
    ["203.0.113.0/24", "cidr"],
    ["203.0.113", "cidr"],
    ["2001:db8::/32", "cidr"],
    ["::ffff:192.0.2.1", "cidr"],
    ["nl", "country"],
    ["NL", "country"],
    ["  ", null]
  ])("for %j returns %j", (text, kind) => {
    expect(guessKind(text)).toBe(kind)
  })
})

describe("readRules", () => {
  it("reads one rule per line, with the line's own options", () => {
    const { invalidLines, rules } = parseRules(
      "# ours\nspam.example # since March\nallow ann@spam.example\n\nblock: 203.0.113.9/24\nNL,\n@EXAMPLE.org",
      "block"
    )
    expect(invalidLines).toEqual([])
    expect(rules).toEqual([
      { line: 2, kind: "domain", action: "block", value: "spam.example", note: "since March" },
      { line: 3, kind: "email", action: "allow", value: "ann@spam.example", note: "" },
      { line: 5, kind: "cidr", action: "block", value: "203.0.113.0/24", note: "" },
      { line: 6, kind: "country", action: "block", value: "NL", note: "" },
      { line: 7, kind: "domain", action: "block", value: "example.org", note: "" }
    ])
  })

  it("reports invalid rules with their line, and reads the others", () => {
    const { invalidLines, rules } = parseRules("999.1.1.1\nexample.com\n#x\nallow", "allow")
    expect(rules.map(({ action, value }) => [action, value])).toEqual([["allow", "example.com"]])
    expect(invalidLines.map(({ line }) => line)).toEqual([1, 4])
    expect(invalidLines[0]!.problem).toContain("203.0.113.0/24")
  })

  it("reports duplicates once, and the number of lines over the limit", () => {
    const again = parseRules("example.com\nEXAMPLE.com\n*.example.com\nallow example.com", "block")
    expect([again.rules.length, again.duplicates]).toEqual([2, 2])
    const many = parseRules(Array.from({ length: importLinesMax + 2 }, (_, at) => `a${at}.example`).join("\n"), "block")
    expect([many.rules.length, many.linesOverLimit]).toEqual([importLinesMax, 2])
  })
})

it("distinguishes the results of an import", () => {
  expect(summarizeImport({ new: 2, changed: 1, kept: 4, failed: 1 })).toBe(
    "2 rules added, 1 note updated, 4 unchanged, 1 not imported."
  )
  expect(summarizeImport({ ...noImportCounts, kept: 1 })).toBe("1 unchanged.")
  expect(summarizeImport({ ...noImportCounts, new: 1_200 })).toBe("1,200 rules added.")
  expect(summarizeImport(noImportCounts)).toBe("Nothing imported.")
})

it("shows the content of a rejected line once", () => {
  expect(formatInvalidLine({ line: 3, text: "a b", problem: "a b is not a domain, such as example.com." })).toBe(
    "Line 3: a b is not a domain, such as example.com."
  )
  expect(formatInvalidLine({ line: 4, text: "allow", problem: "The line has no value to block or allow." })).toBe(
    "Line 4, “allow”: The line has no value to block or allow."
  )
})
