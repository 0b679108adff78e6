import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  allWrappedUrls,
  isRedirectorHost,
  wrappedUrls,
  wrappedUrlsMax
} from "../../../../core/urls/redirectors/WrappedUrl.ts"
import { parseWebUrl } from "../../../../core/urls/WebUrl.ts"

const wrapped = (text: string) => wrappedUrls(Result.getOrThrow(parseWebUrl(text))).map(({ canonical }) => canonical)

const hostOf = (text: string): string => new URL(text).hostname

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
    `https://WWW.GOOGLE.COM.:443/%75rl?q=${escaped}`,
    `https://images.google.com/url?q=${escaped}`,
    `https://www.google.de/aclk?sa=L&adurl=${escaped}`,
    `https://docs.google.com/gview?embedded=true&url=${escaped}`,
    `https://drive.google.com/viewerng/viewer?url=${escaped}`,
    `https://translate.google.com/website?sl=de&u=${escaped}`,
    `https://ad.doubleclick.net/clk;265186560;90846275;t;pc=x?${page}`,
    `https://ad.doubleclick.net/ddm/trackclk/N1.2/B3;dc_trk=4?${page}`,
    `https://l.wl.co/l?u=${escaped}`,
    `https://l.threads.com/?u=${escaped}&e=x`,
    `https://www.tiktok.com/link/v2?aid=1988&target=${escaped}`,
    `https://www.pinterest.com/offsite/?url=${escaped}`,
    `https://x.com/i/redirect?url=${escaped}`,
    `https://t.me/iv?url=${escaped}&rhash=x`,
    `https://medium.com/r/?url=${escaped}`,
    `https://sba.yandex.ru/redirect?url=${escaped}`,
    `https://translate.yandex.com/translate?url=${escaped}`,
    `https://www.translatetheweb.com/?from=de&to=en&a=${escaped}`,
    `https://link.zhihu.com/?target=${escaped}`,
    `https://c.pc.qq.com/middlem.html?pfurl=${escaped}`,
    `https://www.bing.com/ck/a?!&&p=1&u=a1${btoa(page).replaceAll("=", "")}&ntb=1`,
    `https://view.officeapps.live.com/op/view.aspx?src=${escaped}&wdOrigin=BROWSELINK`,
    `https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=${escaped}`,
    `https://linkprotect.cudasvc.com/url?a=${escaped}&c=E,1,x`,
    `https://clicktime.symantec.com/3A1?u=${escaped}`,
    `https://ca-1234.ctp.trendmicro.com/wis/clicktime/v1/query?url=${escaped}&umid=1`,
    `https://protect2.fireeye.com/v1/url?k=1&q=1&e=2&u=${escaped}`,
    `https://eu-west-1.protection.sophos.com/?d=evil-site.example&u=${encodeURIComponent(btoa(page))}&p=m`,
    `https://secure-web.cisco.com/1AbC/${escaped}`,
    `https://r.search.yahoo.com/_ylt=x/RV=2/RE=1/RO=10/RU=${escaped}/RK=2/RS=x`,
    `https://web.archive.org/web/20240101000000/${page}`,
    `https://www.google.com/url?q=${encodeURIComponent(escaped)}`
  ])("from %s", (text) => {
    expect(wrapped(text)).toEqual(["evil-site.example/login?a=b"])
    expect(isRedirectorHost(hostOf(text))).toBe(true)
  })

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
  "https://www.youtube.com/watch?v=x&q=https://evil-site.example/",
  "https://www.bing.com/ck/a?u=a1%%%",
  "https://www.bing.com/ck/a?u=https://evil-site.example/",
  "https://eu-west-1.protection.sophos.com/?u=x",
  "https://docs.google.com/document/d/1?url=https://evil-site.example/",
  "https://www.tiktok.com/@name?target=https://evil-site.example/",
  "https://web.archive.org/details/x?u=https://evil-site.example/",
  "https://secure-web.cisco.com/https%3A",
  "https://www.google.com/url?q=https%3A%2F%2F%ZZ"
])("finds no target in %s", (text) => expect(wrapped(text)).toEqual([]))

describe("redirectors that wrap one another lead", () => {
  const all = (text: string) => allWrappedUrls(Result.getOrThrow(parseWebUrl(text))).map(({ canonical }) => canonical)
  const wrap = (text: string) => `https://www.google.com/url?q=${encodeURIComponent(text)}`

  it("through each of them to the last target", () => {
    expect(all(wrap(`https://l.facebook.com/l.php?u=${escaped}`)).at(-1)).toBe("evil-site.example/login?a=b")
    expect(all(wrap(wrap(wrap(page)))).at(-1)).toBe("evil-site.example/login?a=b")
  })

  it("to a limited number of URLs", () => {
    let text = page
    for (let times = 0; times < 9; times++) text = `https://www.google.com/url?q=${encodeURIComponent(text)}`
    expect(all(text).length).toBeLessThanOrEqual(wrappedUrlsMax)
    expect(all(`${wrap(page)}&q=${escaped}`.repeat(20)).length).toBeLessThanOrEqual(wrappedUrlsMax)
  })
})

it("never throws, for any address", () => {
  const hosts = fc.constantFrom(
    "www.google.com",
    "a.translate.goog",
    "translate.goog",
    "x.cdn.ampproject.org",
    "urldefense.com",
    "www.bing.com",
    "secure-web.cisco.com",
    "a.protection.sophos.com",
    "r.search.yahoo.com",
    "web.archive.org"
  )
  fc.assert(fc.property(hosts, fc.webPath(), fc.webQueryParameters(), (host, path, query) => {
    const parsed = parseWebUrl(`https://${host}${path}?${query}`)
    if (Result.isSuccess(parsed) && wrappedUrls(parsed.success).length > 0) {
      expect(isRedirectorHost(parsed.success.url.hostname)).toBe(true)
    }
  }))
})
