import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { digestOf, isInternalHost, UrlKeys, vendorKeys } from "../../../adapters/webrisk/UrlKeys.ts"
import { parseWebUrl } from "../../../core/urls/WebUrl.ts"

const outsideOf = (url: string) => vendorKeys(new UrlKeys(Result.getOrThrow(parseWebUrl(url)), publicSuffixes))

describe("expressions sent to the vendor", () => {
  it.each([
    "http://localhost/admin",
    "http://wiki/",
    "http://a.b.internal/x?token=1",
    "http://printer.lan/",
    "http://router.home.arpa/",
    "http://metadata.google.internal/computeMetadata/v1/",
    "http://metadata.goog/",
    "http://10.1.2.3/x",
    "http://192.168.0.1/",
    "http://127.1/",
    "http://0x7f.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/",
    "http://[::1]/",
    "http://[fd00::1]/x",
    "http://[::ffff:10.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://168.63.129.16/"
  ])("are empty for %s", (url) => {
    expect(outsideOf(url)).toEqual([])
  })

  it("are all expressions of a public host, with their digests", () => {
    const keys = outsideOf("https://a.b.example.com/x/y?z")
    expect(keys.map(({ expression }) => expression)).toContain("example.com/x/")
    expect(keys.every(({ digest, expression }) => Buffer.compare(digest, digestOf(expression)) === 0)).toBe(true)
    expect(outsideOf("http://8.8.8.8/x").map(({ expression }) => expression)).toEqual(["8.8.8.8/x", "8.8.8.8/"])
    expect(outsideOf("http://[2606:4700::1111]/").length).toBe(1)
  })

  it("include a name that no registry assigns, because DNS can contain it", () => {
    expect(outsideOf("http://-login-.phish.example/").map(({ expression }) => expression))
      .toContain("-login-.phish.example/")
    expect(isInternalHost(`${"a".repeat(300)}.example`)).toBe(false)
  })

  it("include only the public one of two interpretations", () => {
    // Browsers open public.example. The lists' URL rules read intranet as the host, after user information.
    const expressions = outsideOf("http://public.example\\@intranet/x").map(({ expression }) => expression)
    expect(expressions.length).toBeGreaterThan(0)
    expect(expressions.filter((expression) => !expression.startsWith("public.example/"))).toEqual([])
  })
})
