import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { canonicalizeText, formatExpression } from "../../../core/urls/Canonicalize.ts"
import { expressionsOf } from "../../../core/urls/Expressions.ts"
import { hostCharsMax } from "../../../core/urls/PublicHost.ts"
import { parseWebUrl, urlCharsMax, type WebUrl } from "../../../core/urls/WebUrl.ts"
import { measureCpuMillis } from "../../support/CpuTime.ts"
import { runs } from "../../support/TestRun.ts"
import { anyText, webUrl } from "./spellings/WebUrls.ts"

const parsed = (text: string): WebUrl => Result.getOrThrow(parseWebUrl(text))

describe("parseWebUrl", () => {
  it.each([
    "",
    "example.com",
    "example.com/x",
    "//example.com/x",
    "ftp://example.com/",
    "javascript:alert(1)",
    "data:text/html,x",
    "mailto:a@b.c",
    "http://",
    "http://?",
    "http://[::1",
    "http://1.2.3.256/",
    "http://a b.example/",
    "\ufeffhttp://example.com/",
    "\u00a0http://example.com/",
    "ｈttp://example.com/",
    "http%3a//example.com/",
    "//x"
  ])("refuses %j", (text) => expect(Result.isFailure(parseWebUrl(text))).toBe(true))

  it("is total and explains errors", () => {
    fc.assert(fc.property(fc.oneof(anyText, webUrl, hostile), (text) => {
      const result = parseWebUrl(text)
      if (Result.isFailure(result)) return result.failure.message.length > 10
      return /^[^/]+\//.test(result.success.canonical) &&
        [...expressionsOf(result.success, publicSuffixes)].every((expression) => /^[\x21-\x7e]+$/.test(expression))
    }))
  })

  it("returns a single reading if both parsers agree", () => {
    const char = fc.constantFrom(..."ab1./:?#@[]&=;~-_!$'()*+,<>\"`{}|^", "//", "/../", "/./", "..", "?#", "x.y/")
    const rest = fc.array(char, { maxLength: 20 }).map((chars) => chars.join(""))
    fc.assert(
      fc.property(
        fc.constantFrom("http://", "HTTPS://x", "http://a.b/", "http://c.d?", "http://1.2/"),
        rest,
        (a, b) => {
          const result = parseWebUrl(a + b)
          if (Result.isFailure(result)) return
          const readings = result.success.readings.map((reading) => JSON.stringify(reading))
          const missed = canonicalizeText(a + b).filter((reading) => !readings.includes(JSON.stringify(reading)))
          if (missed.length > 0) expect(readings).toContainEqual(missed)
        }
      ),
      runs(400)
    )
    expect(parsed("https://www.example.com/shop/items.html?page=3&to=a@b.example#top").readings).toHaveLength(1)
  })

  it.each([
    ["http://evil.example\\@good.example/x", ["evil.example/@good.example/x", "good.example/x"]],
    ["http://good.example%2f@evil.example/x", ["evil.example/x", "good.example/@evil.example/x"]],
    ["http://a.example/q?", ["a.example/q", "a.example/q?"]],
    ["http:a.example/q?#x", ["a.example/q", "a.example/q?"]],
    ["http://a.example/%2f../b", ["a.example/b", "a.example/../b"]],
    ["http://a.example/a/%2e%2e%2fb", ["a.example/b", "a.example/a/../b"]],
    ["http://a.example/a/.%252e/b?c", ["a.example/b?c", "a.example/a/../b?c"]],
    ["http://a.example/a/%2e%2e/.b%20", ["a.example/.b%20"]],
    ["http://a.example/a%2f/../b", ["a.example/b", "a.example/a/b"]],
    ["http://a.example/a%3fb=1", ["a.example/a?b=1", "a.example/a?b=1"]],
    ["http://a.example/a%3f/../b", ["a.example/b", "a.example/a?/../b"]],
    ["http:/\\a.example\\a\\%252e%252E\\b", ["a.example/b", "a.example/a/../b"]]
  ])("%s may be read as %j", (text, expected) => {
    const { canonical, readings } = parsed(text)
    expect(readings.map(formatExpression)).toEqual(expected)
    expect(canonical).toBe(expected[0])
  })

  it("accepts a host of the maximum DNS length and none that is longer, in any spelling", () => {
    const longest = `${"a.".repeat(125)}abc`
    expect(longest).toHaveLength(hostCharsMax)
    expect(Result.isSuccess(parseWebUrl(`http://${longest}./`))).toBe(true)
    for (const host of [`a${longest}`, "a.".repeat(4_000), "é.".repeat(1_000), `${"a".repeat(300)}.example`]) {
      expect(Result.isFailure(parseWebUrl(`http://${host}/`))).toBe(true)
    }
    const { readings } = parsed(`http://good.example\\@${"a.".repeat(4_000)}b/`)
    expect(readings.every(({ host }) => host === "good.example")).toBe(true)
  })

  it("accepts text up to the limit", () => {
    const fits = `http://a.example/${"x".repeat(urlCharsMax - 17)}`
    expect(Result.isSuccess(parseWebUrl(fits))).toBe(true)
    expect(Result.isFailure(parseWebUrl(`${fits}x`))).toBe(true)
  })
})

/** Fragments that are expensive to parse if they are repeated many times. */
const pieces = [
  "%25",
  "%",
  "%2",
  "%%35",
  "../",
  "/./",
  "//",
  "a.",
  ".",
  "xn--",
  "\u3002",
  "\u00ad",
  "é",
  "\ud800",
  "@",
  ":",
  "[",
  "]",
  "::",
  "0x",
  "0",
  "1.",
  "?",
  "#",
  "\\",
  "\t",
  "\u0000",
  "\u202e",
  "%2e%2e%2f",
  "http://"
]

const hostile = fc.tuple(
  fc.constantFrom("http://", "http://a.example/", "http://a.example/?", "http:", "http://x@", "http://[", ""),
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }),
  fc.integer({ min: 1, max: 3_000 }),
  fc.constantFrom("", "/", "35", "\u3002", "%", "a", "]/")
).map(([start, [...parts], count, end]) => (start + parts.join("").repeat(count) + end).slice(0, urlCharsMax))

describe("hostile text", () => {
  /** Maximum CPU time, far more than any of these texts takes. An exponential step would take seconds. */
  const millisMax = 500

  it("of the maximum length is processed immediately", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const read = () => {
          const result = parseWebUrl(text)
          if (Result.isSuccess(result)) expressionsOf(result.success, publicSuffixes)
          canonicalizeText(text)
        }
        expect(measureCpuMillis(read)).toBeLessThan(millisMax)
      }),
      runs(150)
    )
  })

  it("of any length is refused without parsing", () => {
    expect(Result.isFailure(parseWebUrl("http://x".repeat(1_000_000)))).toBe(true)
  })
})
