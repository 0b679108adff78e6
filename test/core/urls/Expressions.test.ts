import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import {
  domainExpressionsOf,
  expressionsOf,
  hostLabelsMax,
  hostsPerReadingMax,
  hostSuffixesOf,
  pathsPerReadingMax
} from "../../../core/urls/Expressions.ts"
import { parseWebUrl, readingsMax, type WebUrl } from "../../../core/urls/WebUrl.ts"
import { webUrl } from "./spellings/WebUrls.ts"

const parsed = (text: string): WebUrl => Result.getOrThrow(parseWebUrl(text))
const expressions = (text: string): ReadonlyArray<string> => [...expressionsOf(parsed(text), publicSuffixes)]

describe("expressionsOf", () => {
  it("returns the documented example", () => {
    expect(expressions("http://a.b.c/1/2.html?param=1/2")).toEqual([
      "a.b.c/1/2.html?param=1/2",
      "a.b.c/1/2.html",
      "a.b.c/",
      "a.b.c/1/",
      "b.c/1/2.html?param=1/2",
      "b.c/1/2.html",
      "b.c/",
      "b.c/1/"
    ])
  })

  it.each([
    ["http://1.2.3.4/1/", ["1.2.3.4/1/", "1.2.3.4/"]],
    ["http://[2001:db8::1]/x?", ["[2001:db8::1]/x", "[2001:db8::1]/", "[2001:db8::1]/x?"]],
    ["http://com/", ["com/"]],
    ["http://a.com/1/2/3/4/5/", ["a.com/1/2/3/4/5/", "a.com/", "a.com/1/", "a.com/1/2/", "a.com/1/2/3/"]]
  ])("of %s are %j", (text, expected) => expect(expressions(text)).toEqual(expected))

  it("include suffixes of up to seven labels, and four from a longer registrable domain", () => {
    const short = expressions("http://a.b.c.d.e.f.g.h.i.example.com/").map((text) => text.split(".").length)
    expect(short.toSorted((one, other) => one - other)).toEqual([2, 3, 4, 5, 6, 7, 11])
    const deep = "http://a.b.c.d.e.f.g.bucket.x.cn-north-1.compute.amazonaws.com.cn/"
    const registrable = publicSuffixes.registrableDomain(new URL(deep).hostname)!
    expect(expressions(deep)).toContain(`${registrable}/`)
    const far = { ...publicSuffixes, registrableDomain: () => "h.i.j.k.l.m.n.o" }
    const hosts = [...expressionsOf(parsed("http://a.b.c.d.e.f.g.h.i.j.k.l.m.n.o/"), far)]
    expect(hosts.map((text) => text[0])).toEqual([..."anmlkjihgfe"])
  })

  it("are unique and limited in number", () => {
    const part = fc.stringMatching(/^[ab.]{0,12}$/)
    const url = fc.tuple(part, fc.stringMatching(/^[./a?%2F]{0,24}$/)).map(([host, rest]) =>
      `http://x.${host}y/${rest}`
    )
    fc.assert(fc.property(fc.oneof(url, webUrl), (text) => {
      const result = parseWebUrl(text)
      if (Result.isFailure(result)) return
      expect(result.success.readings.length).toBeLessThanOrEqual(readingsMax)
      expect(expressionsOf(result.success, publicSuffixes).size)
        .toBeLessThanOrEqual(result.success.readings.length * hostsPerReadingMax * pathsPerReadingMax)
    }))
  })
})

describe("hostSuffixesOf", () => {
  it.each([
    ["a.b.example.co.uk", ["a.b.example.co.uk", "b.example.co.uk", "example.co.uk", "co.uk", "uk"]],
    ["localhost", ["localhost"]],
    ["1.2.3.4", ["1.2.3.4"]],
    ["[::1]", ["[::1]"]]
  ])("of %s are %j", (host, expected) => expect(hostSuffixesOf(host)).toEqual(expected))

  it("start at the longest name that DNS allows", () => {
    const deepest = `${"a.".repeat(hostLabelsMax - 1)}b`
    expect(hostSuffixesOf(deepest)).toHaveLength(hostLabelsMax)
    const deeper = `${"a.".repeat(4_000)}b`
    expect(hostSuffixesOf(deeper)).toHaveLength(hostLabelsMax + 1)
    expect(hostSuffixesOf(deeper).at(-1)).toBe("b")
  })
})

describe("domainExpressionsOf", () => {
  it("finds a domain at any depth of subdomains", () => {
    const url = parsed(`https://${"a.".repeat(40)}evil.example/x/y?z`)
    expect(domainExpressionsOf(url)).toContain("evil.example/")
    expect(domainExpressionsOf(url)).toContain("a.a.a.a.a.a.a.a.a.evil.example/")
    expect(expressionsOf(url, publicSuffixes)).not.toContain("a.a.a.a.a.a.a.a.a.evil.example/")
  })

  it("includes the hosts of every reading", () => {
    expect([...domainExpressionsOf(parsed("http://evil.example\\@good.example/"))])
      .toEqual(["evil.example/", "example/", "good.example/"])
  })
})
