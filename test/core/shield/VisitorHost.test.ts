import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { hostOfOrigin, matchesHostnames } from "../../../core/shield/VisitorHost.ts"

describe("hostOfOrigin", () => {
  it.each([
    ["https://shop.example.com", "shop.example.com"],
    ["http://shop.example.com:8080", "shop.example.com"],
    ["https://Shop.Example.COM", "shop.example.com"],
    ["HTTPS://shop.example.com", "shop.example.com"],
    ["https://shop.example.com.", "shop.example.com"],
    ["http://localhost:3000", "localhost"],
    ["https://bücher.example", "xn--bcher-kva.example"],
    ["https://xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["http://127.0.0.1:3000", "127.0.0.1"],
    ["http://2130706433", "127.0.0.1"],
    ["http://0x7f.1", "127.0.0.1"],
    ["https://0x", "0.0.0.0"],
    ["https://0xa", "0.0.0.10"],
    ["https://7.0x", "7.0.0.0"],
    ["http://[::1]:3000", "[::1]"]
  ])("of %s is %s", (origin, host) => assert.strictEqual(hostOfOrigin(origin), host))

  it.each([
    null,
    "",
    "null",
    "NULL",
    "file://",
    "file:///home/a.html",
    "chrome-extension://abcdefghijklmnop",
    "data:text/html,x",
    "javascript:alert(1)",
    "https://",
    "https:///",
    "//shop.example.com",
    "shop.example.com",
    "https://shop.example.com/",
    "https://shop.example.com/path",
    "https://user@shop.example.com",
    "https://evil.example#@shop.example.com",
    "https://evil.example?.shop.example.com",
    "https://evil.example\\.shop.example.com",
    "https://shop.example.com https://evil.example",
    "https://shop.example.com\r\n",
    "https://shop.example.com:99999",
    "https://shop.example.com:x",
    "https://.",
    "https://a.0x",
    "https://.0xa",
    `https://${"a".repeat(254)}`,
    `https://${"a".repeat(100_000)}.example.com`
  ])("of %j is null", (origin) => assert.isNull(hostOfOrigin(origin)))

  it("returns a name that browsers display, or nothing", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.domain().map((name) => `https://${name}`),
          fc.string(),
          fc.string().map((text) => `https://${text}`)
        ),
        (text) => {
          const host = hostOfOrigin(text)
          if (host === null) return
          const url = new URL(text)
          assert.strictEqual(host, url.hostname.replace(/\.$/, ""))
          assert.strictEqual(url.pathname + url.search + url.hash + url.username, "/")
        }
      )
    )
  })
})

describe("matchesHostnames", () => {
  const names = ["shop.example.com", "*.example.org"]
  it.each([
    ["shop.example.com", true],
    ["www.shop.example.com", false],
    ["example.com", false],
    ["a.example.org", true],
    ["a.b.example.org", true],
    ["example.org", false],
    [".example.org", false],
    ["evilexample.org", false],
    ["example.org.evil.example", false],
    ["shop.example.com.evil.example", false],
    ["*.example.org", true],
    ["", false]
  ])("%s: %s", (host, expected) => assert.strictEqual(matchesHostnames(names, host), expected))

  it("lists no host if no host is configured", () => assert.isFalse(matchesHostnames([], "example.com")))
})
