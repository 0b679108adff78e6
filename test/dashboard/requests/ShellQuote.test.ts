import fc from "fast-check"
import { spawnSync } from "node:child_process"
import { expect, it } from "vitest"
import { pastableJson, pastableName, shellQuoted } from "../../../apps/dashboard/shared/requests/ShellQuote.ts"
import { runs } from "../../support/TestRun.ts"

/** Returns the words that sh parses. The script ends each word with NUL. */
const parsed = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const script = `set -f; for word in ${words.map(shellQuoted).join(" ")}; do printf '%s\\0' "$word"; done`
  const { status, stderr, stdout } = spawnSync("sh", ["-c", script], { encoding: "utf8" })
  expect([status, stderr]).toEqual([0, ""])
  return stdout.split("\0").slice(0, -1)
}

const shellish = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."'\"\\$`!*?[]{}()<>|&;~#=%^ \t\n\r-aZ0é\u{1f600}"),
    fc.constantFrom("$(id)", "'\\''", "\\'", "$'", "\u001b[201~", "&&", ">x")
  ),
  minLength: 1,
  maxLength: 12
}).map((text) => text.toWellFormed())

it("is parsed by sh as the original text", () => {
  fc.assert(
    fc.property(fc.array(shellish, { minLength: 50, maxLength: 200 }), (words) => {
      expect(parsed(words)).toEqual(words)
    }),
    runs(6)
  )
})

it("is one word for any text", () => {
  expect(parsed(["", "a b", "'", "''", "-", "~", "$HOME", "!!", "*", "a\nb"])).toEqual(
    ["", "a b", "'", "''", "-", "~", "$HOME", "!!", "*", "a\nb"]
  )
  expect(shellQuoted("https://gatehouse.example:8080/scan")).toBe("https://gatehouse.example:8080/scan")
  expect(shellQuoted("a\0b")).toBe("'a\ufffdb'")
})

it("writes JSON of the same value without invisible characters", () => {
  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom("\u001b", "\u009b", "\u202e", "\u2066", "\u2028", "\ud800", "\u{e0041}", "\0"),
      fc.string()
    )
  })
  fc.assert(fc.property(hostile, (text) => {
    const json = pastableJson({ text })
    expect(JSON.parse(json)).toEqual({ text })
    expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    expect(pastableName(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
  }))
})
