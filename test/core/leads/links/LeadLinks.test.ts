import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publicSuffixes } from "../../../../adapters/lists/PublicSuffixesTldts.ts"
import {
  candidatesMax,
  findLinks,
  type LeadLinks,
  linksFoundMax,
  linkTextCharsMax
} from "../../../../core/leads/links/LeadLinks.ts"
import { type Lead, normalizeFields } from "../../../../core/leads/signals/Lead.ts"
import { anyCharacter } from "../../../support/AnyCharacter.ts"
import { runs } from "../../../support/TestRun.ts"

const of = (lead: Lead) => findLinks(normalizeFields(lead), publicSuffixes)
const all = (message: string) => of({ message }).links.map(({ url }) => url.canonical)
const plain = (message: string) =>
  of({ message }).links.filter(({ isPlain }) => isPlain).map(({ url }) => url.canonical)
const disguised = (message: string) => of({ message }).disguised.map(({ url }) => url.canonical)

const setsOf = ({ disguised, isCutOff, links, unreadable }: LeadLinks) => ({
  isCutOff,
  links: new Set(links.map(({ url }) => url.canonical)),
  disguised: new Set(disguised.map(({ url }) => url.canonical)),
  unreadable: new Set(unreadable)
})

describe("links of a message", () => {
  it.each([
    ["See https://example.com/a?b=c.", "example.com/a?b=c"],
    ["(HTTP://EXAMPLE.COM)", "example.com/"],
    ["http:\\\\example.com\\a", "example.com/a"],
    ["http:/example.com", "example.com/"],
    ["go to www.example.de!", "www.example.de/"],
    ["example.com", "example.com/"],
    ["Example.Com has it", "example.com/"],
    ["EXAMPLE.DE", "example.de/"],
    ["shop-x24.it has it", "shop-x24.it/"],
    ["our site is bakery.it", "bakery.it/"],
    ["example.co.uk/path, and so on", "example.co.uk/path"],
    ["example.com:8080/x", "example.com/x"],
    ["münchen-reisen.de ist da", "xn--mnchen-reisen-wob.de/"],
    ["почта.рф работает", "xn--80a1acny.xn--p1ai/"],
    ["请访问example.com了解", "example.com/"],
    ["请访问https://example.com了解", "example.com/"],
    ["詳細は https://example.com/a。よろしく", "example.com/a"],
    ["http://[2606:4700::1]/a", "[2606:4700::1]/a"],
    ["http://203.0.113.9/a", "203.0.113.9/a"],
    ["203.0.113.9/login", "203.0.113.9/login"],
    ["http://2130706433/", "127.0.0.1/"],
    ["<a href=\"https://example.com/a\">x</a>", "example.com/a"],
    ["<a href='//example.com/a'>x</a>", "example.com/a"],
    ["<a href=example.com>x</a>", "example.com/"],
    ["[url=http://example.com/a]x[/url]", "example.com/a"],
    ["[url]example.com/a[/url]", "example.com/a"],
    ["[text](https://example.com/a)", "example.com/a"],
    ["**https://example.com/a**", "example.com/a"],
    ["“https://example.com/a”", "example.com/a"]
  ])("%s", (message, canonical) => {
    expect(plain(message)).toContain(canonical)
    expect(disguised(message)).toEqual([])
  })

  it.each([
    ["hxxp://example.com/a", "example.com/a"],
    ["hxxps[:]//example[.]com", "example.com/"],
    ["h**p://example.com", "example.com/"],
    ["example[.]com", "example.com/"],
    ["example (dot) com", "example.com/"],
    ["example(.)com", "example.com/"],
    ["example [d0t] com", "example.com/"],
    ["example dot com", "example.com/"],
    ["go to example . com now", "example.com/"],
    ["example。com", "example.com/"],
    ["exam\u200bple.com", "example.com/"],
    ["https : // example.com", "example.com/"]
  ])("are found in disguise: %s", (message, canonical) => {
    expect(plain(message)).toContain(canonical)
    expect(disguised(message)).toContain(canonical)
  })

  it("are also looked up literally if they are disguised", () =>
    expect(all("https://example.com/a(dot)b")).toEqual(["example.com/a(dot)b", "example.com/a.b"]))

  it.each([
    "e.g. this, i.e. that, z.B. dies, u.a. das, d.h. so",
    "Müller GmbH & Co.KG, MÜLLER GMBH & CO.KG/Berlin, St.Pierre, Dr.med. Weber, bzw.de facto, S.A.de C.V.",
    "ann (at) example.com, ann[at]example.com",
    "U.S.A., Ph.D, S.p.A, s.r.o, a.s., B.V., Co.Ltd",
    "Node.js, package.json, index.html, photo.jpeg, report.pdf, a.docx",
    "version 1.2.3 and 1.2.3.4, 3.5 %, 10.30 Uhr, 24.12.2026, 1.000.000",
    "Thanks.It works.My name is Ann.We will see.So long.",
    "ann@example.com, ann.smith@example.co.uk, ann @ example . com",
    "first.last@example.com",
    "the .com.cn and .co.uk endings, com.cn",
    "... and so.on...",
    "Привет.Как дела",
    "at 5.at 10.am",
    "",
    "http://",
    "https://.",
    "www."
  ])("are not found in: %s", (message) => expect(plain(message)).toEqual([]))

  it("are looked up but not reported as plain links if they may be words", () => {
    for (
      const message of ["thanks.it works", "see readme.md please", "run setup.sh", "a script.py file", "ok.so what"]
    ) {
      expect(plain(message), message).toEqual([])
      expect(all(message).length, message).toBe(1)
    }
  })

  it("are looked up but not reported as plain links if a sentence may start after the dot", () => {
    const message = "Thanks.It works.My name is Ann.Bw we are there."
    expect(plain(message)).toEqual([])
    expect(all(message)).toEqual(["thanks.it/", "works.my/", "ann.bw/"])
  })

  it("are reported once", () =>
    expect(all("example.com http://example.com https://EXAMPLE.com/ example.com/")).toEqual(["example.com/"]))

  it("count as plain if one occurrence is plain", () =>
    expect(plain("thanks.it works: https://thanks.it")).toEqual(["thanks.it/"]))
})

describe("links of a lead", () => {
  it("are found in website, message, company and name", () => {
    const { links } = of({
      website: "one.com",
      message: "two.com",
      company: "three.com",
      name: "four.com",
      email: "a@five.com"
    })
    expect(links.map(({ field, url }) => [field, url.canonical])).toEqual([
      ["name", "four.com/"],
      ["company", "three.com/"],
      ["website", "one.com/"],
      ["message", "two.com/"]
    ])
  })

  it("are independent of case if a field contains nothing else", () => {
    for (const spelling of ["bakery.it", "Bakery.It", "BAKERY.IT"]) {
      expect(of({ company: spelling }).links.map(({ url }) => url.canonical)).toEqual(["bakery.it/"])
      expect(of({ website: spelling }).links.map(({ url }) => url.canonical)).toEqual(["bakery.it/"])
    }
  })

  it("are truncated, and the result says so", () => {
    const message = Array.from({ length: linksFoundMax + 1 }, (_, at) => `https://example.com/${at}`).join(" ")
    expect(of({ message })).toMatchObject({ links: { length: linksFoundMax }, isCutOff: true })
    expect(of({ message: message.slice(0, message.lastIndexOf(" ")) }).isCutOff).toBe(false)
    expect(of({ message: "https:/// ".repeat(3) }).isCutOff).toBe(false)
    const broken = Array.from({ length: candidatesMax + 1 }, (_, at) => `https://exa%mple${at}`).join(" ")
    expect(of({ message: broken }).isCutOff).toBe(true)
    expect(of({ message: "a".repeat(linkTextCharsMax + 1) }).isCutOff).toBe(true)
  })

  it("are those of the name first, then of short fields, so a message full of links hides none", () => {
    const message = Array.from({ length: linksFoundMax }, (_, at) => `https://example.com/${at}`).join(" ")
    const { isCutOff, links } = of({ message, name: "four.com", company: "three.com", website: "one.com" })
    expect([isCutOff, links.slice(0, 4).map(({ field }) => field)]).toEqual([
      true,
      ["name", "company", "website", "message"]
    ])
    expect(of({ message: "four.com", name: "four.com" }).links.map(({ field }) => field)).toEqual(["name"])
    expect(of({ message: "https://readme.md", company: "readme.md" }).links.map(({ field }) => field)).toEqual([
      "message"
    ])
  })

  it("are found at the start of a text that is too long", () =>
    expect(plain(`https://example.com/a ${"a ".repeat(linkTextCharsMax)}`)).toEqual(["example.com/a"]))

  it("can be extracted from any text", () =>
    fc.assert(
      fc.property(fc.record({ website: text, message: text, company: text, name: text }), (lead) => {
        const { links } = of(lead)
        expect(new Set(links.map(({ url }) => url.canonical)).size).toBe(links.length)
      }),
      // Regression: a field with only a TLD after a dash crashed the reader.
      { ...runs(100), examples: [[{ website: "", message: "_.Com", company: "", name: "-.AC" }]] }
    ))

  it("of one field are independent of the other fields", () => {
    const fields = fc.record({ website: text, message: text, company: text, name: text }, { requiredKeys: [] })
    fc.assert(
      fc.property(fields, (lead) => {
        const whole = setsOf(of(lead))
        fc.pre(!whole.isCutOff)
        const parts = Object.entries(lead).map(([field, value]) => setsOf(of({ [field]: value })))
        for (const set of ["links", "disguised", "unreadable"] as const) {
          expect(whole[set], set).toEqual(new Set(parts.flatMap((part) => [...part[set]])))
        }
      }),
      // Regression: a link in the message was ignored if the name contained the link's host without a scheme.
      { ...runs(200), examples: [[{ name: "co.uk", message: "http://co.uk" }]] }
    )
  })

  it("are found at any position in a text", () =>
    fc.assert(fc.property(fc.lorem({ mode: "sentences" }), fc.lorem({ mode: "sentences" }), (before, after) => {
      expect(plain(`${before} https://evil.example.org/x ${after}`)).toContain("evil.example.org/x")
      expect(plain(`${before} evil-example.org ${after}`)).toContain("evil-example.org/")
    })))
})

const piece = fc.constantFrom(
  "http://",
  "https://",
  "www.",
  ".",
  "com",
  "it",
  "[.]",
  " dot ",
  "(dot)",
  "@",
  "/",
  ":",
  "[",
  "]",
  "<a href=",
  "xn--",
  "\u200b",
  "。",
  "рф",
  "例",
  "\ud800",
  "1.2.3.4"
)
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 30 }).map((pieces) => pieces.join(""))
)
