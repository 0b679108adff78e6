import { describe, expect, it } from "vitest"
import { publicSuffixes } from "../../../../adapters/lists/PublicSuffixesTldts.ts"
import type { LinkOrigin } from "../../../../core/documents/facts/Fact.ts"
import type { DocumentLink } from "../../../../core/documents/judge/DocumentLinks.ts"
import { judgeEachLink, judgeLinks, judgeOtherLinks } from "../../../../core/documents/judge/JudgeLinks.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"

const link = (raw: string, text: string | null = null, from: LinkOrigin = "annotation"): DocumentLink => ({
  href: new URL(raw).href,
  raw,
  text,
  from,
  where: "object 1",
  through: null
})

const judged = (...links: ReadonlyArray<DocumentLink>): string =>
  judgeLinks(links, publicSuffixes.registrableDomain)
    .filter(({ code }) => code !== "BRAND_LOOKALIKE")
    .map(({ code, penalty }) => `${code} ${penalty}`).join(", ")

const mismatch = "LINK_TEXT_MISMATCH 30"

describe("a link whose text shows a different domain", () => {
  it.each([
    ["www.bank.org", "https://www.evil.com/"],
    ["https://bank.org/login", "https://www.evil.com/login"],
    [" http://bank.org:8080/a?b ", "https://www.evil.com/"],
    ["bank.com", "https://www.evil.com/"],
    ["WWW.BANK.COM", "https://www.evil.com/"],
    ["www.bank.com.", "https://www.evil.com/"],
    ["<https://bank.com>", "https://www.evil.com/"],
    ["(www.bank.com)", "https://www.evil.com/"],
    ["www.bank.com \u{1f600}!", "https://www.evil.com/"],
    ["www.bank.co.uk", "https://www.evil.co.uk/"],
    ["https://ann.github.io", "https://bob.github.io/"],
    ["www.bank.com", "http://8.8.8.8/"],
    ["www.b\u00fccher.de", "https://www.bucher.de/"],
    ["www.bank.com", "https://bank.com.evil.org/"],
    ["www.bank.com", "https://evil.org/bank.com/login"],
    ["www.bank.com", "https://evil.org/?bank.com"],
    ["www.bank.com", "https://evil.org/?next=https://notbank.com/"],
    ["www.bank.com", "https://evil.org/?next=https://bank.com.evil.org/"],
    ["www.bank.com", "https://evil.org/?next=https://bank.com@evil.org/"],
    ["www.bank.com", "https://google.evi.co/url?q=a"],
    ["www.bank.com", "https://notaka.ms/a"],
    ["bank.net", "https://www.evil.com/"],
    ["Bank.net", "https://www.evil.com/"],
    ["www.Bank.NET", "https://www.evil.com/"],
    ["www.bank.com", "http://httpx.org//www.bank.com"]
  ] as ReadonlyArray<readonly [string, string]>)(
    "%j, %s",
    (text, raw) => expect(judged(link(raw, text))).toContain(mismatch)
  )

  it.each([
    ["the same", "https://www.bank.com/a", "https://www.bank.com/b"],
    ["another host of the domain", "www.bank.com", "https://login.secure.bank.com/"],
    ["in another case", "WWW.Bank.COM", "https://bank.com/"],
    ["in Unicode and in ASCII", "www.b\u00fccher.de", "https://www.xn--bcher-kva.de/"],
    ["a blog in another country", "https://ann.blogspot.com/", "https://ann.blogspot.co.uk/"],
    ["a shortener", "www.bank.com", "https://bit.ly/abc"],
    ["shows a shortener", "https://bit.ly/abc", "https://www.bank.com/"],
    ["protection of links", "www.bank.com", "https://eur01.safelinks.protection.outlook.com/?url=x"],
    ["protection of links", "www.bank.com", "https://urldefense.com/v3/__https://bank.com"],
    ["a search engine's own", "www.bank.com", "https://www.google.co.uk/url?q=x"],
    ["an identifier's resolver", "www.journal.org", "https://doi.org/10.1/2"],
    ["an archive", "www.bank.com", "https://web.archive.org/web/2020/http://www.bank.com/"],
    ["counting of clicks", "www.bank.com", "https://click.mailer.org/?u=https%3A%2F%2Fwww.bank.com%2Fa"],
    ["counting of clicks", "www.bank.com", "https://click.mailer.org/https:/bank.com:443/a"],
    ["a word", "click here", "https://www.evil.com/"],
    ["more than an address", "See www.bank.com for more", "https://www.evil.com/"],
    ["a program", "setup.py", "https://www.evil.com/"],
    ["a file", "README.md", "https://www.evil.com/"],
    ["a file", "invoice.pdf", "https://www.evil.com/"],
    ["a library", "Node.js", "https://nodejs.org/"],
    ["a framework", "Vue.ts", "https://www.evil.com/"],
    ["an address of mail", "ann@bank.com", "https://www.evil.com/"],
    ["a number", "3.14", "https://www.evil.com/"],
    ["a program for .NET", "WebGoat.NET", "https://www.owasp.org/index.php/WebGoat.NET"],
    ["a library of .NET", "ADO.NET", "https://www.evil.com/"],
    ["an address whose scheme is there twice", "www.bank.com", "http://http//www.bank.com"],
    ["a version", "v1.2.3", "https://www.evil.com/"],
    ["nothing", "", "https://www.evil.com/"],
    ["no known top level", "www.bank.nosuchtoplevel", "https://www.evil.com/"],
    ["very much", `www.bank.com/${"a".repeat(3_000)}`, "https://www.evil.com/"]
  ] as ReadonlyArray<readonly [string, string, string]>)(
    "does not include text that shows %s: %j, %s",
    (_, text, raw) => expect(judged(link(raw, text))).not.toContain(mismatch)
  )

  const inPieces = (raw: string, ...texts: ReadonlyArray<string | null>): string =>
    judged(...texts.map((text) => link(raw, text)))

  it.each([
    ["a line ends at a hyphen", "https://docs.good-bank.org/a", ["http://docs.good-", "bank.org/a"]],
    ["three lines", "https://docs.good-bank.org/a", ["docs.", "good-", "bank.org/", "a"]],
    ["words before", "https://good-bank.org/", ["here", "good-", "bank.org"]],
    ["the last line first", "https://docs.good-bank.org/a/b", ["/b", "a", "bank.org/", "https://docs.good-"]],
    ["a hyphen by itself", "https://good-bank.org/a", ["https://good", null, "bank.org/a"]],
    ["runs of a text", "https://goodbank.eu/", ["good", "bank.eu"]],
    ["a line ends at a dot", "https://store.apple.com/a/b", ["https://store.apple", ".com/a/b"]]
  ] as ReadonlyArray<readonly [string, string, ReadonlyArray<string | null>]>)(
    "does not include an address in pieces: %s",
    (_, raw, texts) => expect(inPieces(raw, ...texts)).toBe("")
  )

  it.each([
    ["the end of another name", "https://evil-bank.org/", ["bank.org"]],
    ["with no piece before it", "https://evil-bank.org/", ["bank.org", "evil-"]],
    ["with an unread piece alone before it", "https://evil-bank.org/", [null, "bank.org"]],
    ["with another piece before it", "https://evil-bank.org/", ["good-", "bank.org"]],
    ["a name that could be the whole", "https://www.bank.com.evil.org/", ["www.bank.com", ".evil.org"]],
    ["a name under a land that could be the whole", "https://www.bank.ru.evil.org/", ["www.bank.ru", ".evil.org"]],
    ["no piece of where it leads", "https://www.evil.com/", ["good-", "bank.org"]]
  ] as ReadonlyArray<readonly [string, string, ReadonlyArray<string>]>)(
    "includes text that shows %s",
    (_, raw, texts) => expect(inPieces(raw, ...texts)).toContain(mismatch)
  )

  it("includes text next to a fragment that leads elsewhere", () => {
    const pieces = [link("https://good-bank.org/", "evil-"), link("https://evil-bank.org/", "bank.org")]
    expect(judged(...pieces)).toContain(mismatch)
  })

  it("is not reported if a bracket became part of the host", () => {
    expect(judged(link("https://a.bank.com)", "https://a.bank.com)"))).toBe("")
    expect(judged(link("https://a.evil.com)", "https://a.bank.com)"))).toBe(mismatch)
    expect(judged(link("https://a.bank.com)evil.com", "https://a.bank.com)"))).toBe(mismatch)
  })

  it("is not reported if the text is unknown", () => expect(judged(link("https://www.evil.com/"))).toBe(""))
})

describe("a link of a kind that is common in attacks", () => {
  const many = Array.from({ length: 3 }, (_, at) => link(`https://example.com/${at}`))

  it.each([
    ["http://8.8.8.8/a", "SUSPICIOUS_LINK 45", "SUSPICIOUS_LINK 24"],
    ["http://0x8.8.2056/a", "SUSPICIOUS_LINK 45", "SUSPICIOUS_LINK 24"],
    ["http://[2001:db8::1]/a", "SUSPICIOUS_LINK 45", "SUSPICIOUS_LINK 24"],
    ["https://a.example/setup.EXE?x#y", "SUSPICIOUS_LINK 45", "SUSPICIOUS_LINK 24"],
    ["https://a.example/a.iso", "SUSPICIOUS_LINK 45", "SUSPICIOUS_LINK 24"],
    ["https://bank.com@a.example/", "SUSPICIOUS_LINK 45", "SUSPICIOUS_LINK 45"],
    ["https://bank.com%2flogin@a.example/", "SUSPICIOUS_LINK 45", "SUSPICIOUS_LINK 45"],
    ["https://login.bank.at@a.example/", "SUSPICIOUS_LINK 45", "SUSPICIOUS_LINK 45"],
    ["http://192.168.1.1/", "SUSPICIOUS_LINK 8", "SUSPICIOUS_LINK 8"],
    ["http://100.64.0.1/", "SUSPICIOUS_LINK 8", "SUSPICIOUS_LINK 8"],
    ["http://100.127.255.255/", "SUSPICIOUS_LINK 8", "SUSPICIOUS_LINK 8"],
    ["http://100.63.255.255/", "SUSPICIOUS_LINK 45", "SUSPICIOUS_LINK 24"],
    ["http://100.128.0.0/", "SUSPICIOUS_LINK 45", "SUSPICIOUS_LINK 24"],
    ["http://127.0.0.1:8080/a.exe", "SUSPICIOUS_LINK 8", "SUSPICIOUS_LINK 8"],
    ["http://localhost/", "SUSPICIOUS_LINK 8", "SUSPICIOUS_LINK 8"],
    ["http://[::1]/", "SUSPICIOUS_LINK 8", "SUSPICIOUS_LINK 8"],
    ["https://tinyurl.com/a", "SUSPICIOUS_LINK 8", "SUSPICIOUS_LINK 8"],
    ["https://a.example/exe", "", ""],
    ["https://a.example/?setup.exe", "", ""],
    ["https://8.8.8.8.example/", "", ""],
    ["https://10.a.example/", "", ""],
    ["https://ann@a.example/", "", ""]
  ])("%s, alone and among others: %j, %j", (raw, alone, among) => {
    expect(judged(link(raw))).toBe(alone)
    expect(judged(link(raw), ...many.slice(1))).toBe(alone)
    expect(judged(link(raw), ...many)).toBe(among)
  })

  it.each([
    ["10.0.0.1", "9.255.255.255", "11.0.0.0"],
    ["127.0.0.1", "126.255.255.255", "128.0.0.0"],
    ["192.168.0.0", "192.167.255.255", "192.169.0.0"],
    ["169.254.0.0", "169.253.255.255", "169.255.0.0"],
    ["172.16.0.0", "172.15.255.255"],
    ["172.20.0.0", "173.20.0.0"],
    ["172.31.255.255", "172.32.0.0"],
    ["100.64.0.0", "100.63.255.255"],
    ["100.70.0.1", "101.70.0.1"],
    ["100.99.0.1", "99.99.0.1"],
    ["100.101.0.1", "110.101.0.1"],
    ["100.119.0.1", "100.129.0.1"],
    ["100.127.255.255", "100.128.0.0"],
    ["[fc00::1]", "[fb00::1]"],
    ["[fd00::1]", "[2001:fd00::1]"],
    ["[fe80::1]", "[ff02::1]"]
  ])("is nearby at %s, but not at %s", (nearby, ...others) => {
    expect(judged(link(`http://${nearby}/`))).toBe("SUSPICIOUS_LINK 8")
    for (const other of others) expect(judged(link(`http://${other}/`)), other).toBe("SUSPICIOUS_LINK 45")
  })

  it("weighs less if it is only part of the text", () => {
    const others = Array.from({ length: 11 }, (_, at) => link(`https://example.com/${at}`))
    expect(judged(link("http://8.8.8.8/a", null, "text"))).toBe("SUSPICIOUS_LINK 24")
    expect(judged(link("http://8.8.8.8/a", null, "text"), ...others.slice(1))).toBe("SUSPICIOUS_LINK 24")
    expect(judged(link("http://8.8.8.8/a", null, "text"), ...others)).toBe("SUSPICIOUS_LINK 8")
    expect(judged(link("http://8.8.8.8/a"), ...others)).toBe("SUSPICIOUS_LINK 24")
  })

  it("is reported if it is in an image", () => {
    expect(judged(link("https://example.com/", null, "qr"))).toBe("QR_LINK 8")
  })
})

describe("a link to a non-web target", () => {
  const other = (url: string) =>
    judgeOtherLinks([{ kind: "link", url, text: null, from: "annotation", where: "object 1" }])
      .map(({ code, penalty }) => `${code} ${penalty}`).join(", ")

  it.each([
    ["ms-msdt:/id PCWDiagnostic", "SUSPICIOUS_LINK 45"],
    ["search-ms:query=a&crumb=location:\\\\a.example", "SUSPICIOUS_LINK 45"],
    ["%6ds-msdt:/id", "SUSPICIOUS_LINK 45"],
    ["javascript:steal(document.cookie)", "SUSPICIOUS_LINK 24"],
    ["data:text/html;base64,PGh0bWw+", "SUSPICIOUS_LINK 24"],
    ["data:image/svg+xml,<svg>", "SUSPICIOUS_LINK 24"],
    ["\\\\server\\share", "CREDENTIAL_LEAK_PATH 10"],
    ["javascript:void(0)", ""],
    ["javascript:;", ""],
    ["javascript:void%20(%200%20)%20;", ""],
    ["javascript: // ", ""],
    ["javascript:void(0);steal", "SUSPICIOUS_LINK 24"],
    ["javascript:goBack()", ""],
    ["javascript: goBack( 'a' ) ; ", ""],
    ["javascript:def('/Glossary/term.aspx?word=System',%20500,%20500);", ""],
    ["javascript:show(\"a\", -1, this)", ""],
    ["javascript:show('https://a.example/')", "SUSPICIOUS_LINK 24"],
    ["javascript:show('a');show('b')", "SUSPICIOUS_LINK 24"],
    ["javascript:show('https://a.example/');", "SUSPICIOUS_LINK 24"],
    ["javascript:show(String.fromCharCode(97))", "SUSPICIOUS_LINK 24"],
    ["javascript:eval('a')", "SUSPICIOUS_LINK 24"],
    ["javascript:open('/a')", "SUSPICIOUS_LINK 24"],
    ["javascript:window.open('/a')", "SUSPICIOUS_LINK 24"],
    [`javascript:show(${"1,".repeat(190)}1.1)`, "SUSPICIOUS_LINK 24"],
    ["data:image/png;base64,AAAA", ""],
    ["mailto:ann@a.example", ""],
    ["tel:+1555", ""],
    ["a.pdf", ""],
    ["#top", ""]
  ])("%s: %j", (url, is) => expect(other(url)).toBe(is))
})

it("takes no longer if link texts contain punctuation", () => {
  const links = Array.from({ length: 2_000 }, (_, at) => link(`https://a.example/${at}`, `a${".".repeat(2_000)}b`))
  expect(measureCpuMillis(() => void judgeLinks(links, publicSuffixes.registrableDomain))).toBeLessThan(3_000)
})

describe("the time for a link to a non-web target", () => {
  const millisFor = (url: string): number =>
    measureCpuMillis(() =>
      void judgeOtherLinks([{ kind: "link", url, text: null, from: "annotation", where: "object 1" }])
    )

  // A pattern with five optional runs of blanks would take 40 s for the shortest of these inputs.
  it.each([300, 2_000, 20_000])("is short with %i blanks", (blanks) => {
    for (const blank of [" ", "%20", "\t", "\u2003"]) {
      expect(millisFor(`javascript:void${blank.repeat(blanks)}x`)).toBeLessThan(200)
      expect(millisFor(`javascript:a()${blank.repeat(blanks)}x`)).toBeLessThan(200)
      expect(millisFor(`javascript:a(${"1,".repeat(150)})${blank.repeat(blanks)};x`)).toBeLessThan(200)
    }
  })

  it("is linear in the number of blanks", () => {
    const millisOf = (blanks: number): number => {
      const url = `javascript:void${" ".repeat(blanks)}x`
      return measureCpuMillis(() => {
        for (let run = 0; run < 20; run++) millisFor(url)
      })
    }
    millisOf(200_000)
    // The ratio is 4 for a linear cost, and 16 for a quadratic cost.
    expect(millisOf(800_000) / millisOf(200_000)).toBeLessThan(10)
  })
})

it("takes no longer if hosts end in punctuation", () => {
  const links = Array.from(
    { length: 300 },
    (_, at) => link(`https://${"!".repeat(4_000)}a${at}.example/`, "www.bank.com")
  )
  expect(measureCpuMillis(() => void judgeLinks(links, publicSuffixes.registrableDomain))).toBeLessThan(2_000)
})

it("can stop at each link, and before that while links are counted", () => {
  const links = Array.from({ length: 100 }, (_, at) => link(`https://a.example/${at}`))
  expect([...judgeEachLink(links, publicSuffixes)]).toHaveLength(100 + 1 + 100)
})

describe("a name that imitates a brand", () => {
  const names = (raw: string, from: LinkOrigin) =>
    judgeLinks([link(raw, null, from)], publicSuffixes.registrableDomain).filter(({ code }) =>
      code === "BRAND_LOOKALIKE"
    )

  it.each(
    [
      ["http://www.microsoft.com\u7684dns/", "text", 0],
      ["http://www.microsoft.com\u7684dns/", "annotation", 1],
      ["http://www.micros0ft.com/", "text", 1],
      ["http://www.microsoft.com/", "text", 0]
    ] as const
  )("%s, from %s: %j", (raw, from, count) => expect(names(raw, from)).toHaveLength(count))
})
