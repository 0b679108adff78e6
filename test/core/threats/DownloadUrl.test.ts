import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { downloadPorts, makeNotPublicError, parseDownloadUrl } from "../../../core/threats/DownloadUrl.ts"
import { isPublicHost } from "../../../core/urls/PublicHost.ts"

const parse = (text: string) => parseDownloadUrl(text, downloadPorts, null)

const messageOf = (text: string): string | null => {
  const parsed = parse(text)
  return Result.isFailure(parsed) ? parsed.failure.message : null
}

/** Reports whether a URL is refused for its host, and not for another part. */
const isHostRefused = (text: string) => messageOf(text) === makeNotPublicError().message

describe("isPublicHost", () => {
  it.each([
    "localhost",
    "a.localhost",
    "localhost.localdomain",
    "x.localdomain",
    "printer.local",
    "db.internal",
    "metadata.google.internal",
    "host.docker.internal",
    "instance-data.ec2.internal",
    "metadata",
    "instance-data",
    "ip6-localhost",
    "kubernetes.default.svc",
    "redis.default.svc.cluster.local",
    "router.lan",
    "nas.home",
    "nas.home.arpa",
    "home.arpa",
    "wiki.corp",
    "wiki.intranet",
    "x.private",
    "abc.onion",
    "x.alt",
    "metadata.goog",
    "metadata.packet.net",
    "metadata.platformequinix.com",
    "",
    ".",
    "a.",
    ".a",
    "a..b",
    "1.2.3.4.5",
    "a.1",
    "a.0x1",
    "a.0x",
    "-a.example",
    "a-.example",
    "a b.example",
    "a%2e.example",
    "a*.example",
    "ü.example",
    `${"a".repeat(64)}.example`,
    `${"a.".repeat(125)}example`
  ])("refuses %s", (host) => expect(isPublicHost(host)).toBe(false))

  it.each([
    "example.com",
    "a.b.c.example.co.uk",
    "xn--bcher-kva.example",
    "_dmarc.example.com",
    "a_b.example.com",
    "localhost.example.com",
    "local.example",
    "internal.example.org",
    "127.0.0.1.nip.io",
    "metadata.goog.example.com",
    "x.metadata-goog.com",
    "a.1a",
    "svc.example",
    `${"a".repeat(63)}.example`,
    "rr1---sn-x.example.com",
    "arpa.home.example"
  ])("accepts %s", (host) => expect(isPublicHost(host)).toBe(true))
})

describe("parseDownloadUrl", () => {
  it.each([
    ["https://EXAMPLE.com./a", "example.com", 443],
    ["http://example.com", "example.com", 80],
    ["http:example.com/x", "example.com", 80],
    ["https:\\\\example.com\\x", "example.com", 443],
    ["http://bücher.example:8080/", "xn--bcher-kva.example", 8080],
    ["http://134744072/", "8.8.8.8", 80],
    ["http://0x8.0x8.2056/", "8.8.8.8", 80],
    ["https://[2a00:1450::1]:8443/", "2a00:1450::1", 8443],
    ["http://[::ffff:8.8.8.8]/", "::ffff:808:808", 80]
  ])("accepts %s", (text, host, port) => {
    const { success } = parse(text) as Result.Success<any, never>
    expect([success.host, success.port]).toEqual([host, port])
  })

  it.each([
    ["", "This is not a URL"],
    ["example.com", "This is not a URL"],
    ["//example.com/", "This is not a URL"],
    ["http://", "This is not a URL"],
    ["http://[::1", "This is not a URL"],
    ["http://example.com:65536/", "This is not a URL"],
    ["http://127.0.0.1%0d%0aHost:%20x/", "This is not a URL"],
    ["http://1.2.3.4.5/", "This is not a URL"],
    ["http://[fe80::1%25eth0]/", "This is not a URL"],
    ["file:///etc/passwd", "Only http and https"],
    ["ftp://example.com/", "Only http and https"],
    ["ws://example.com/", "Only http and https"],
    ["http+unix://%2Frun%2Fdocker.sock/info", "Only http and https"],
    ["http://u@example.com/", "user name or password"],
    ["http://u:p@example.com/", "user name or password"],
    ["http://:p@example.com/", "user name or password"],
    ["http://example.com:22/", "ports"],
    ["http://example.com:0/", "ports"],
    ["https://example.com:6379/", "ports"],
    [`https://example.com/${"a".repeat(8_192)}`, "longer than"]
  ])("refuses %s", (text, why) => expect(messageOf(text)).toContain(why))

  it.each([
    "http://localhost。/",
    "http://ｌｏｃａｌｈｏｓｔ/",
    "http://LOCALHOST/",
    "http://loc\tal\nhost/",
    "http:\\\\localhost\\@a.b/"
  ])(
    "handles the spelling of %s",
    (text) => expect(isHostRefused(text)).toBe(true)
  )

  it("removes the fragment and nothing else", () => {
    const { success } = parse("https://example.com/a%2fb/../c?x=%00#frag") as Result.Success<any, never>
    expect(success.url.href).toBe("https://example.com/c?x=%00")
  })

  const from = Result.getOrThrow(parse("https://example.com/a/b?c"))
  it.each([
    ["../d", "https://example.com/d"],
    ["//other.example/x", "https://other.example/x"],
    ["/\\other.example/x", "https://other.example/x"],
    ["?q", "https://example.com/a/b?q"]
  ])(
    "resolves the redirect %s",
    (location, href) => expect(Result.getOrThrow(parseDownloadUrl(location, downloadPorts, from)).url.href).toBe(href)
  )

  it.each([
    "http://example.com/",
    "http:c",
    "file:///x",
    "data:,x",
    "//u:p@example.com/",
    "//localhost/",
    "http://",
    "//[",
    "//a:22/"
  ])(
    "refuses the redirect %s",
    (location) => expect(Result.isFailure(parseDownloadUrl(location, downloadPorts, from))).toBe(true)
  )

  it("is total, and returns a host that can be requested", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.string().map((text) => `http://${text}`)), (text) => {
      const parsed = parse(text)
      if (Result.isSuccess(parsed)) {
        expect(parsed.success.host).toMatch(/^[a-z0-9_.:-]+$/)
        expect(parsed.success.isAddress || isPublicHost(parsed.success.host)).toBe(true)
      }
    }))
  })
})
