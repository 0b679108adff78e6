import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { escapeBytes, fromByteText, toByteText, unescapeFully } from "../../../core/urls/ByteText.ts"
import { canonicalizeText, formatExpression, normalizePaths } from "../../../core/urls/Canonicalize.ts"
import { canonicalHost, isIpHost, parseIpv4 } from "../../../core/urls/HostName.ts"
import { runs } from "../../support/TestRun.ts"
import { anyText, webUrl } from "./spellings/WebUrls.ts"

const joined = (...pieces: ReadonlyArray<string>): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(""))

describe("bytes", () => {
  it("are unescaped in one pass with the result of repeated passes", () => {
    const many = (text: string): string => {
      const once = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      return once === text ? text : many(once)
    }
    fc.assert(
      fc.property(joined("%", "2", "5", "%25", "%32", "%35", "4", "1", "c", "F", "g", "%e9", "%00"), (text) => {
        expect(unescapeFully(text)).toBe(many(text))
      }),
      runs(400)
    )
  })

  it("are escaped reversibly if they contained no escapes", () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => {
      const text = String.fromCharCode(...bytes).replaceAll("%", "")
      expect(escapeBytes(text)).toMatch(/^[\x21-\x7e]*$/)
      expect(unescapeFully(escapeBytes(text))).toBe(text)
    }))
    expect(escapeBytes("\u0000 #%\u007f\u0080\u00ff~")).toBe("%00%20%23%25%7F%80%FF~")
  })

  it("of a text encode the text at any length", () => {
    fc.assert(
      fc.property(anyText.map((text) => text.toWellFormed()), fc.integer({ min: 1, max: 2_000 }), (text, count) => {
        const long = text.repeat(count)
        expect(fromByteText(toByteText(long)) === long).toBe(true)
      }),
      runs(40)
    )
    expect(fromByteText("\u0080")).toBeNull()
    expect(toByteText("\ud800")).toBe("\u00ef\u00bf\u00bd")
  })
})

describe("a path", () => {
  it.each([
    ["/", ["/"]],
    ["/a/b", ["/a/b"]],
    ["/.a/..b/c./...", ["/.a/..b/c./..."]],
    ["/a/./b/../c/.", ["/a/c/"]],
    ["/../../a/..", ["/"]],
    ["//a///b//", ["/a/b/"]],
    ["/a//../b", ["/a/b", "/b"]],
    ["//..//a/..", ["/"]],
    ["/a/b//..//..", ["/a/b/", "/"]]
  ])("%s is %j", (path, expected) => expect(normalizePaths(path)).toEqual(expected))

  it("that the URL standard normalized is only joined", () => {
    fc.assert(fc.property(joined("/", "a", ".", "..", "/../", "/./", "//"), (text) => {
      const { pathname } = new URL(`http://a.example/${text}`)
      expect(normalizePaths(`/${text}`)[0]).toBe(pathname.replaceAll(/\/+/g, "/"))
      expect(normalizePaths(pathname)).toEqual([pathname.replaceAll(/\/+/g, "/")])
    }))
  })
})

describe("a host", () => {
  it.each([
    ["..WWW...Example.COM..", "www.example.com"],
    ["1.2.3.00x0", "1.2.3.00x0"],
    ["08.1.2.3", "08.1.2.3"],
    ["1.2.3.4.5", "1.2.3.4.5"],
    ["4294967296", "4294967296"],
    ["0x", "0.0.0.0"],
    ["a b\u0001", "a%20b%01"],
    ["[::]", "[::]"],
    ["[::ffff:7]", "[::ffff:7]"],
    ["[64:ff9b:1::1.2.3.4]", "[64:ff9b:1::102:304]"],
    ["[1.2.3.4]", null],
    ["[fe80::1%en0]", null],
    ["[::\t1]", null],
    ["[", null],
    ["", ""],
    ["...", ""]
  ])("%j is %j", (host, expected) => expect(canonicalHost(host)).toBe(expected))

  it("is an IPv4 address if the URL standard accepts it as one", () => {
    const number = fc.oneof(
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 0, max: 2 ** 32 + 5 }),
      fc.constantFrom(255, 256, 65_535, 65_536, 2 ** 24, 2 ** 32 - 1, 2 ** 32)
    )
    const part = fc.tuple(number, fc.nat(4), fc.constantFrom(0, 1, 30)).map(([value, way, zeros]) =>
      way < 2
        ? String(value)
        : way < 3
        ? `0${"0".repeat(zeros)}${value.toString(8)}`
        : way < 4
        ? `0x${"0".repeat(zeros)}${value.toString(16)}`
        : ["", "0x", "08", "0x0g", "a1"][value % 5]!
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(".")), (text) => {
        const standard = URL.parse(`http://${text}/`)?.hostname ?? ""
        // Excludes empty labels. The standard keeps them, and does not treat a host with one as an address.
        fc.pre(!/^\.|\.\.|\.$/.test(text))
        expect(parseIpv4(text)).toBe(isIpHost(standard) ? standard : null)
      }),
      runs(400)
    )
  })
})

describe("the canonical form", () => {
  const canonical = (text: string): ReadonlyArray<string> => canonicalizeText(text).map(formatExpression)

  it("is idempotent", () => {
    const text = joined(
      "a",
      ".",
      "/",
      "..",
      "?",
      "#",
      "%25",
      "%2",
      "%41",
      "é",
      "\ud800",
      "@",
      ":",
      "1",
      "[",
      "]",
      "%00",
      " "
    )
    fc.assert(
      fc.property(fc.oneof(text, anyText, webUrl), (rest) => {
        const forms = canonical(`http://${rest}`)
        const again = forms.map((form) => canonical(`http://${form}`).join(" or "))
        if (again.join() !== forms.join()) expect(again).toEqual(forms)
      }),
      runs(400)
    )
  })
})
