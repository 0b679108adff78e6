import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { expressionsOf } from "../../../core/urls/Expressions.ts"
import { parseWebUrl } from "../../../core/urls/WebUrl.ts"
import { readingsOfText } from "./vectors/UrlText.ts"

const page = "evil-site.example/login/index.html"

/** Spellings that a browser resolves to `page`, by technique. */
const spellings: Readonly<Record<string, ReadonlyArray<string>>> = {
  scheme: ["HTTP://", "hTtPs://", "\u0000\u001f http://", "ht\ttp://", "http\n:\r//", "\r\nhttp://"].map((scheme) =>
    scheme + page
  ),
  slashes: [
    "http:",
    "http:/",
    "http:///",
    "http:////",
    "http:\\\\",
    "http:/\\",
    "http:\\/",
    "http:\\",
    "https:///\\\\/"
  ]
    .map((scheme) => scheme + page),
  "user info": [
    "user",
    "a:b",
    "",
    ":",
    "www.good.example",
    "www.good.example:443",
    "www.good.example%2f",
    "www.good.example%2F%2f%3F%23",
    "x@y",
    "%40",
    "a%40good.example",
    "a%00b",
    "é",
    "[",
    "a:b:c",
    "a;b"
  ].map((user) => `http://${user}@${page}`),
  port: [":", ":80", ":0", ":00080", ":8443", ":65535", ":00000000000000000000443"].map((port) =>
    `http://evil-site.example${port}/login/index.html`
  ),
  "dots of the host": [
    "evil-site.example.",
    "evil-site.example..",
    "evil-site%2eexample",
    "evil-site%2Eexample%2e",
    "evil-site\u3002example",
    "evil-site\uff0eexample\u3002",
    "evil-site\uff61example",
    "evil-site%E3%80%82example",
    "evil-site%ef%bc%8eexample"
  ].map((host) => `http://${host}/login/index.html`),
  "letters of the host": [
    "EVIL-SITE.EXAMPLE",
    "%65%76%69%6C-site.example",
    "ｅｖｉｌ-ｓｉｔｅ.ｅｘａｍｐｌｅ",
    "ⓔⓥⓘⓛ-site.example",
    "𝐞𝐯𝐢𝐥-𝓼𝓲𝓽𝓮.𝖊𝖝𝖆𝖒𝖕𝖑𝖊",
    "𝔼𝕍𝕀𝕃-site.example",
    "ⅇⅴⅰⅼ-ſite.example",
    "evil－site.example",
    "evil﹣site.example",
    "evil-site.ex\u2090mple",
    "%ef%bd%85vil-site.example",
    "evil-site.examp\u{1d5c5}e"
  ].map((host) => `http://${host}/login/index.html`),
  "what is ignored in a host": [
    "\u00ad",
    "\u200b",
    "\u2060",
    "\ufeff",
    "\ufe0f",
    "\ufe00",
    "\u034f",
    "\u180b",
    "\u180d",
    "\u2064",
    "\u{e0100}",
    "\u{e01ef}",
    "%C2%AD",
    "%e2%80%8b",
    "\t",
    "\n",
    "\r",
    "\u00ad\u200b\u2060\ufeff"
  ].map((mark) => `http://ev${mark}il-site.example/login/index.html`),
  "dot segments": [
    "/./login/index.html",
    "/../../login/index.html",
    "/a/../login/index.html",
    "/a/b/../../login/./index.html",
    "/login/a/%2e%2e/index.html",
    "/%2e/login/%2E/index.html",
    "/a/.%2e/login/index.html",
    "/a/%2E./login/x/%2e%2E/index.html",
    "\\a\\..\\login\\index.html",
    "/login/x/..\\index.html",
    "/a/..//login/index.html",
    "/login/\t./inde\nx.html",
    "/a/.\t./login/index.html"
  ].map((path) => `http://evil-site.example${path}`),
  "escapes and slashes that servers undo": [
    "/%6cogin/index.html",
    "/%6C%6F%67%69%6E/%69ndex%2ehtml",
    "/%256cogin/index.html",
    "/%25256cogin/index.html",
    "/%25%36%63ogin/index.html",
    "/login%2findex.html",
    "/login%252Findex.html",
    "//login///index.html",
    "/login/%2e%2e%2flogin/index.html",
    "/x%2f..%2flogin/index.html",
    "/login/%252e/index.html",
    `/%${"25".repeat(500)}6cogin/index.html`
  ].map((path) => `http://evil-site.example${path}`),
  "after the path": [
    "#",
    "#top",
    "#@good.example",
    "#/../..",
    "?",
    "?#",
    "?a=b",
    "?a=b#c",
    "?%2f..",
    "#\ud800",
    "?\ud800",
    " ",
    "\n"
  ]
    .map((end) => `http://${page}${end}`),
  "another host in sight": [
    `http://${page}?@good.example/`,
    `http://${page}#@good.example/`,
    "http://evil-site.example\\@good.example/../login/index.html",
    "http://evil-site.example\\.good.example/../login/index.html",
    "http://evil-site.example/\\good.example/..\\../login/index.html"
  ]
}

const isFound = (readings: Parameters<typeof expressionsOf>[0]["readings"], listed: string): boolean =>
  expressionsOf({ readings }, publicSuffixes).has(listed)

describe("a listed page is found despite its", () => {
  it.each(Object.entries(spellings))("%s", (_, texts) => {
    const missed = texts.filter((text) => {
      const url = parseWebUrl(text)
      return Result.isFailure(url) || !isFound(url.success.readings, page)
    })
    expect(missed).toEqual([])
  })

  it.each([
    ["http://3405803783/", "203.0.113.7/"],
    ["http://0xcb007107/", "203.0.113.7/"],
    ["http://0313.0.0161.07/", "203.0.113.7/"],
    ["http://0XCB.0x0.0x71.0x7/", "203.0.113.7/"],
    ["http://203.0x7107/", "203.0.113.7/"],
    ["http://203.0.28935/", "203.0.113.7/"],
    ["http://203.0.113.7./", "203.0.113.7/"],
    ["http://203.0.113.7../", "203.0.113.7/"],
    ["http://000000000000000000313.0.113.7/", "203.0.113.7/"],
    ["http://0x000000000000000000cb007107/", "203.0.113.7/"],
    ["http://%32%30%33.0.113.7:8080/x", "203.0.113.7/"],
    ["http://２０３。０｡１１３．７/", "203.0.113.7/"],
    ["http://②⓪③.⓪.①①③.⑦/", "203.0.113.7/"],
    ["http://⓪ⓧcb007107/", "203.0.113.7/"],
    ["http://𝟐𝟎𝟑.0.𝟣𝟣𝟥.𝟩/", "203.0.113.7/"],
    ["http://2\u00ad03.0.113.7/", "203.0.113.7/"],
    ["http://user@3405803783:80\\x", "203.0.113.7/"],
    ["http://[::ffff:203.0.113.7]/", "203.0.113.7/"],
    ["http://[::FFFF:CB00:7107]/", "203.0.113.7/"],
    ["http://[0000:0:0::0:FFFF:cb00:7107]:80/", "203.0.113.7/"],
    ["http://[64:ff9b::203.0.113.7]/", "203.0.113.7/"],
    ["http://[0064:FF9B:0:0:0:0:cb00:7107]/", "203.0.113.7/"],
    ["http://[64:ff9b::7]/", "0.0.0.7/"],
    ["http://[64:ff9b::]/", "0.0.0.0/"],
    ["http://[2001:DB8:0:0:0:0:0:7]/", "[2001:db8::7]/"],
    ["http://[2001:db8::0.0.0.7]/", "[2001:db8::7]/"],
    ["http://[2001:0db8:0000::0007]:8080/", "[2001:db8::7]/"],
    ["http://BÜCHER.example/", "xn--bcher-kva.example/"],
    ["http://bu\u0308cher.example/", "xn--bcher-kva.example/"],
    ["http://b%C3%BCcher.example/", "xn--bcher-kva.example/"],
    ["http://B%C3%9Ccher.example/", "xn--bcher-kva.example/"],
    ["http://XN--BCHER-KVA.example/", "xn--bcher-kva.example/"],
    ["http://xn--bcher-Kva.EXAMPLE/", "xn--bcher-kva.example/"],
    ["http://fa\u00df.example/", "xn--fa-hia.example/"],
    ["http://FA\u1e9e.example/", "xn--fa-hia.example/"],
    ["http://βόλος.example/", "xn--nxasmm1c.example/"],
    ["http://o\ufb03ce.example/", "office.example/"],
    ["http://\u2116.example/", "no.example/"],
    ["http://a.example/%C3%BC", "a.example/%C3%BC"],
    ["http://a.example/ü", "a.example/%C3%BC"],
    ["http://a.example/%c3%bc", "a.example/%C3%BC"],
    ["http://a.example/%FC", "a.example/%FC"],
    ["http://a.example/a b", "a.example/a%20b"],
    ["http://a.example/a%00b", "a.example/a%00b"],
    ["http://a.example/a\u0000b", "a.example/a%00b"],
    ["http://a.example/%zz%", "a.example/%25zz%25"],
    ["http://a.example/a;b=c", "a.example/a;b=c"],
    ["http://a.example/a%3Bb", "a.example/a;b"],
    ["http://a.example/a%3Fb=c", "a.example/a"],
    ["http:\\a.example/a%3Fb=c", "a.example/a"],
    ["http://a.example/a%23b", "a.example/a%23b"],
    ["http://a.example/a|b\"<>^`{}", "a.example/a|b\"<>^`{}"],
    ["http://a.example/%7Ca%22", "a.example/|a\""],
    ["http://a.example/?q=%61%2562", "a.example/?q=ab"],
    ["http://a.example/?q='<>\"", "a.example/?q='<>\""],
    ["http://a.example/?q=a/../b//c", "a.example/?q=a/../b//c"],
    ["http://a.example?q", "a.example/?q"],
    ["http:a.example?", "a.example/?"],
    ["http://a.example/\ud800", "a.example/%EF%BF%BD"],
    ["http://a.example/\u202e\u200f", "a.example/%E2%80%AE%E2%80%8F"],
    ["http://a.example/\u007f", "a.example/%7F"]
  ])("%j is %s", (text, listed) => {
    expect(isFound(Result.getOrThrow(parseWebUrl(text)).readings, listed)).toBe(true)
  })
})

/**
 * A browser's parser rejects these texts, although the rules of the lists find a host in them.
 *
 * They are therefore never reported as safe.
 */
describe("a text that is no URL, or a URL that no browser opens", () => {
  it.each([
    [page, page],
    [`//${page}`, page],
    ["evil-site.example", "evil-site.example/"],
    ["evil-site.example:8080/login/index.html", page],
    ["EVIL-SITE。example/login\\..\\index.html", "evil-site.example/index.html"],
    ["ＥＶＩＬ-site.example:8080/login/index.html", page],
    ["evil-site.example:8080/a\\..\\login/index.html", page],
    ["http%3A%2F%2Fevil-site.example/login/index.html", page],
    ["http://ev%2569l-site.example/login/index.html", page],
    ["http://evil-site.example%3a80/login/index.html", page],
    ["http://evil-site.example%2flogin/index.html", page],
    ["http://evil-site.example:99999/login/index.html", page],
    ["ftp://evil-site.example/login/index.html", page],
    ["http://a b.example/", "a%20b.example/"],
    ["http://a^b.example/", "a^b.example/"],
    ["http://\u0001\u00e9.example/", "%01%C3%A9.example/"],
    ["203.0.113.7/x", "203.0.113.7/"],
    ["3405803783/x", "203.0.113.7/"],
    ["[2001:DB8::7]:80/x", "[2001:db8::7]/"]
  ])("%j is refused, and found as %s", (text, listed) => {
    expect(Result.isFailure(parseWebUrl(text))).toBe(true)
    expect(isFound(readingsOfText(text), listed)).toBe(true)
  })

  it.each([
    "",
    " ",
    "/path",
    "?query",
    "#fragment",
    ":",
    "mailto:someone@good.example",
    "someone@good.example",
    "javascript:alert(1)",
    "javascript://%0aalert",
    "data:text/html,x",
    "tel:112",
    "about:blank",
    "http://",
    "http://[::1",
    "http://[::g]/",
    "http://a:b:c/"
  ])("%j contains no host that could be listed", (text) => {
    const readings = readingsOfText(text)
    expect(readings.filter(({ host }) => host.includes("good") || host.includes("[") || host === "")).toEqual([])
    expect(text.startsWith("javascript://") || readings.length === 0).toBe(true)
  })
})
