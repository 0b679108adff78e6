import { Result } from "effect"
import * as fc from "fast-check"
import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { expressionOf, readTextually } from "../../../core/urls/Canonicalize.ts"
import { expressionsOf } from "../../../core/urls/Expressions.ts"
import { parseWebUrl, urlCharsMax, type WebUrl } from "../../../core/urls/WebUrl.ts"

const canonical = (text: string): string | null => {
  const reading = readTextually(text)
  return reading === null ? null : expressionOf(reading)
}

const parsed = (text: string): WebUrl => Result.getOrThrow(parseWebUrl(text))

describe("canonical form (Safe Browsing, \"URLs and Hashing\")", () => {
  it.each([
    ["http://host/%25%32%35", "host/%25"],
    ["http://host/%2525252525252525", "host/%25"],
    ["http://host/%%%25%32%35asd%%", "host/%25%25%25asd%25%25"],
    [
      "http://%31%36%38%2e%31%38%38%2e%39%39%2e%32%36/%2E%73%65%63%75%72%65/%77%77%77%2E%65%62%61%79%2E%63%6F%6D/",
      "168.188.99.26/.secure/www.ebay.com/"
    ],
    [
      "http://195.127.0.11/uploads/%20%20%20%20/.verify/.eBaysecure=updateuserdataxplimnbqmn-xplmvalidateinfoswqpcmlx=hgplmcx/",
      "195.127.0.11/uploads/%20%20%20%20/.verify/.eBaysecure=updateuserdataxplimnbqmn-xplmvalidateinfoswqpcmlx=hgplmcx/"
    ],
    ["http://3279880203/blah", "195.127.0.11/blah"],
    ["http://www.google.com/blah/..", "www.google.com/"],
    ["www.google.com/", "www.google.com/"],
    ["http://www.evil.com/blah#frag", "www.evil.com/blah"],
    ["http://www.GOOgle.com/", "www.google.com/"],
    ["http://www.google.com.../", "www.google.com/"],
    ["http://www.google.com/foo\tbar\rbaz\n2", "www.google.com/foobarbaz2"],
    ["http://www.google.com/q?r?s", "www.google.com/q?r?s"],
    ["http://evil.com/foo#bar#baz", "evil.com/foo"],
    ["http://evil.com/foo;", "evil.com/foo;"],
    ["http://%01%80.com/", "%01%80.com/"],
    ["http://www.gotaport.com:1234/", "www.gotaport.com/"],
    ["  http://www.google.com/  ", "www.google.com/"],
    ["http:// leadingspace.com/", "%20leadingspace.com/"],
    ["http://host.com/ab%23cd", "host.com/ab%23cd"],
    ["http://host.com//twoslashes?more//slashes", "host.com/twoslashes?more//slashes"],
    ["https://[::ffff:1.2.3.4]/x", "1.2.3.4/x"],
    ["https://[64:ff9b::102:304]/x", "1.2.3.4/x"],
    ["https://[2001:DB8:0:0::1]/x", "[2001:db8::1]/x"],
    ["https://BÜCHER.de/Über", "xn--bcher-kva.de/%C3%9Cber"],
    ["https://verein。。de/x", "verein.de/x"]
  ])("%s", (input, expected) => expect(canonical(input)).toBe(expected))

  it("changes nothing when it is applied again", () => {
    fc.assert(fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
      const once = canonical(url)!
      expect(canonical(`http://${once}`)).toBe(once)
    }))
  })

  const vectors = new URL("../../../../shared/vectors/canonicalize.google-docs.json", import.meta.url)
  it.skipIf(!existsSync(vectors))(
    "agrees with every published vector (skipped where the vectors are not at hand)",
    () => {
      const { cases } = JSON.parse(readFileSync(vectors, "utf8"))
      const wrong = cases.filter((one: { input: string; canonical: string; inputIsLatin1Bytes?: boolean }) =>
        // A raw byte that is no UTF-8 cannot stand in JSON; its escaped form is among the cases above.
        one.inputIsLatin1Bytes !== true &&
        `${one.input.startsWith("https") ? "https" : "http"}://${canonical(one.input)}` !== one.canonical
      )
      expect(wrong).toEqual([])
    }
  )
})

describe("parseWebUrl", () => {
  it.each([
    "",
    "example.com",
    "ftp://example.com/",
    "javascript:alert(1)",
    "data:text/html,x",
    "mailto:a@b.c",
    "http://",
    "//x"
  ])(
    "refuses %s",
    (text) => expect(Result.isFailure(parseWebUrl(text))).toBe(true)
  )

  it("is total and says why", () => {
    fc.assert(fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.webUrl()), (text) => {
      const result = parseWebUrl(text)
      if (Result.isFailure(result)) expect(result.failure.message.length).toBeGreaterThan(10)
      else expect(result.success.canonical).toMatch(/^[^/]+\//)
    }))
  })

  it("takes up to the limit and not one more", () => {
    const fits = `http://a.example/${"x".repeat(urlCharsMax - 17)}`
    expect(Result.isSuccess(parseWebUrl(fits))).toBe(true)
    expect(Result.isFailure(parseWebUrl(`${fits}x`))).toBe(true)
  })

  it("answers hostile text of a megabyte and deep nesting in bounded time", () => {
    for (
      const text of [
        `http://a.example/${"%25".repeat(2_700)}`,
        `http://${"a.".repeat(4_000)}b/`,
        "http://x".repeat(131_072),
        `http://h/${"../".repeat(2_700)}`
      ]
    ) {
      const startedAt = process.cpuUsage().user
      parseWebUrl(text)
      expect(process.cpuUsage().user - startedAt).toBeLessThan(500_000)
    }
  })
})

/** Ways to write a URL that a browser takes to the same place. */
const spellings = fc.record({
  scheme: fc.constantFrom("http://", "HTTP://", "http:/", "http:\\\\", "\thttp://", "http:///"),
  user: fc.constantFrom("", "user@", "www.paypal.com:443@", "a:b@"),
  host: fc.constantFrom(
    "evil.example.com",
    "EVIL.example.COM",
    "ev%69l.example.com",
    "evil。example．com",
    "ｅvil.example.com",
    "evil.example.com."
  ),
  port: fc.constantFrom("", ":80", ":8080"),
  path: fc.constantFrom(
    "/login/index.html",
    "/login/./index.html",
    "/x/../login/index.html",
    "\\login\\index.html",
    "/%6Cogin/index.html",
    "/lo\tgin/index.html",
    "//login//index.html",
    "/login/%2e/index.html",
    "/login/index.html#top"
  )
})

describe("expressions", () => {
  it("hold the listed URL under every spelling that a browser takes there", () => {
    fc.assert(
      fc.property(spellings, ({ host, path, port, scheme, user }) => {
        const text = scheme + user + host + port + path
        expect([...expressionsOf(parsed(text), publicSuffixes)], text).toContain("evil.example.com/login/index.html")
      }),
      { numRuns: 2_000 }
    )
  })

  it("are the union of the published rules", () => {
    expect([...expressionsOf(parsed("http://a.b.c/1/2.html?param=1/2"), publicSuffixes)].toSorted()).toEqual(
      [
        "a.b.c/1/2.html?param=1/2",
        "a.b.c/1/2.html",
        "a.b.c/",
        "a.b.c/1/",
        "b.c/1/2.html?param=1/2",
        "b.c/1/2.html",
        "b.c/",
        "b.c/1/"
      ].toSorted()
    )
    expect([...expressionsOf(parsed("http://1.2.3.4/1/"), publicSuffixes)].toSorted()).toEqual([
      "1.2.3.4/",
      "1.2.3.4/1/"
    ])
  })

  it("stay few, whatever the URL", () => {
    fc.assert(fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
      const result = parseWebUrl(url)
      if (Result.isSuccess(result)) {
        expect(expressionsOf(result.success, publicSuffixes).size).toBeLessThanOrEqual(2 * 12 * 6)
      }
    }))
  })
})
