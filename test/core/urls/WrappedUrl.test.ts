import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseWebUrl } from "../../../core/urls/WebUrl.ts"
import { wrappedUrls, wrappedUrlsMax } from "../../../core/urls/WrappedUrl.ts"

const wrapped = (text: string) => wrappedUrls(Result.getOrThrow(parseWebUrl(text))).map(({ canonical }) => canonical)

const page = "https://evil-site.example/login?a=b"
const escaped = encodeURIComponent(page)

describe("a known redirector leads", () => {
  it.each([
    `https://www.google.com/url?sa=t&q=${escaped}&usg=x`,
    `https://google.co.uk/url?url=${escaped}`,
    `https://translate.google.com/translate?sl=de&u=${escaped}`,
    "https://evil--site-example.translate.goog/login?a=b",
    `https://ad.doubleclick.net/ddm/trackclk/N1;dc?adurl=${escaped}`,
    `https://www.youtube.com/redirect?event=x&q=${escaped}`,
    `https://l.facebook.com/l.php?u=${escaped}&h=x`,
    `https://l.instagram.com/?u=${escaped}`,
    `https://www.facebook.com/flx/warn/?u=${escaped}`,
    `https://www.linkedin.com/redir/redirect?url=${escaped}`,
    `https://out.reddit.com/t3_x?url=${escaped}`,
    `https://slack-redir.net/link?url=${escaped}`,
    `https://steamcommunity.com/linkfilter/?url=${escaped}`,
    `https://vk.com/away.php?to=${escaped}`,
    `https://duckduckgo.com/l/?uddg=${escaped}`,
    `https://eur01.safelinks.protection.outlook.com/?url=${escaped}&data=05`,
    `https://urldefense.com/v3/__${page}__;!!Abc!x$`,
    "https://urldefense.proofpoint.com/v2/url?u=https-3A__evil-2Dsite.example_login-3Fa-3Db&d=x",
    `https://urldefense.proofpoint.com/v1/url?u=${escaped}`,
    "https://www.google.com/amp/s/evil-site.example/login?a=b",
    "https://evil--site-example.cdn.ampproject.org/c/s/evil-site.example/login?a=b",
    "https://cdn.ampproject.org./v/evil-site.example/login?a=b",
    "https://www.google.com/url?q=evil-site.example/login%3Fa%3Db",
    `https://WWW.GOOGLE.COM.:443/%75rl?q=${escaped}`
  ])("from %s", (text) => expect(wrapped(text)).toEqual(["evil-site.example/login?a=b"]))

  it("past addresses that cannot be decoded", () => {
    const broken = "u=-ZZ&".repeat(20)
    expect(wrapped(`https://urldefense.proofpoint.com/v2/url?${broken}u=https-3A__evil-2Dsite.example_login`))
      .toEqual(["evil-site.example/login"])
  })

  it("to each of several targets that it may choose", () => {
    expect(wrapped(`https://www.google.com/url?q=https://good.example/&url=${escaped}&q=${escaped}`))
      .toEqual(["good.example/", "evil-site.example/login?a=b", "evil-site.example/login?a=b"])
    expect(wrapped(`https://www.google.com/url?${`q=${escaped}&`.repeat(50)}`)).toHaveLength(wrappedUrlsMax)
  })
})

it.each([
  "https://www.google.com/search?q=https://evil-site.example/",
  "https://www.google.com/url?q=/search%3Fq%3Dx",
  "https://www.google.com/url?q=javascript:alert(1)",
  "https://www.google.com/amp/about",
  "https://www.google.com.evil.example/url?q=https://other.example/",
  "https://notgoogle.com/url?q=https://evil-site.example/",
  "https://example.com/?url=https://evil-site.example/",
  "https://urldefense.proofpoint.com/v2/url?u=-ZZ",
  "https://urldefense.com/v3/x",
  "https://www.youtube.com/watch?v=x&q=https://evil-site.example/"
])("finds no target in %s", (text) => expect(wrapped(text)).toEqual([]))

it("never throws, for any address", () => {
  const hosts = fc.constantFrom(
    "www.google.com",
    "a.translate.goog",
    "translate.goog",
    "x.cdn.ampproject.org",
    "urldefense.com"
  )
  fc.assert(fc.property(hosts, fc.webPath(), fc.webQueryParameters(), (host, path, query) => {
    const parsed = parseWebUrl(`https://${host}${path}?${query}`)
    if (Result.isSuccess(parsed)) wrappedUrls(parsed.success)
  }))
})
