import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Lead } from "../../../core/leads/signals/Lead.ts"
import type { LeadAnalysis } from "../../../core/leads/signals/LeadAnalysis.ts"
import { runs } from "../../support/TestRun.ts"
import { allow, analyzeNow, block, checkedUrls, codesOf } from "./World.ts"

const entries = ["listed-evil.com", "listed-evil.top", "listed-evil.co", "listed-evil.net"].map(block)

const scoreOf = (lead: Lead): number => analyzeNow(lead, { entries }).riskScore
const judged = (message: string): LeadAnalysis => analyzeNow({ message }, { entries })

/** Links that are joined to another link or to the text after them. */
const joined = [
  "http://good.com,http://listed-evil.com/x",
  "http://good.com/a,http://listed-evil.com/x",
  "http://good.com;http://listed-evil.com/x",
  "http://good.com/a;http://listed-evil.com/x;http://good.com/b",
  "http://good.com/http://listed-evil.com/x",
  "http://good.com/?u=http://listed-evil.com/x",
  "http://good.com/#https:\\\\listed-evil.com",
  "http://good.comhttp://listed-evil.com/x",
  "http://listed-evil.comhttp://good.com/x",
  "http://http://listed-evil.com",
  `http://good.com/${"a".repeat(2_030)}http://listed-evil.com`,
  "http://good.com/a,listed-evil.com/x",
  "http://good.com/a;b,listed-evil.com",
  "good.com/a,listed-evil.com",
  "http://good.com/?u=listed-evil.com",
  "http://listed-evil.com,and",
  "http://listed-evil.com;x",
  "http://listed-evil.com!x",
  "http://listed-evil.com’s",
  "http://listed-evil.com…",
  "http://listed-evil.com—and",
  "http://listed-evil.com😀",
  "http://listed-evil.com&gt;",
  "http://listed-evil.com&nbsp;",
  "http://listed-evil.com\u202c",
  "http://listed-evil.com\u200f",
  "http://listed-evil.com\ufffd",
  "http://listed-evil.com-",
  "http://listed-evil.com-and",
  "http://listed-evil.com_",
  "http://listed-evil.com@",
  "http://listed-evil.com.Then",
  "http://listed-evil.comи",
  "http://listed-evil.com请看",
  "http://listed-evil.com/请看",
  "http://listed-evil.com:99999/",
  "http://listed-evil.com:x/",
  "http://me:secret@listed-evil.com,and",
  "http:////////////listed-evil.com"
]

/** Host names without a scheme. */
const bare = [
  "listed-evil.com",
  "LISTED-EVIL.COM",
  "Listed-Evil.Top",
  "Listed-evil.Top",
  "Listed-evil.Co",
  "_listed-evil.com_",
  "__listed-evil.com__",
  "**listed-evil.com**",
  "----listed-evil.com----",
  "listed-evil.com-",
  "listed-evil.com-and",
  "listed-evil.com.Then",
  "listed-evil.com.2026",
  "@listed-evil.com",
  "@listed-evil.com/x",
  "us@listed-evil.com/login",
  "listed-evil.com @ home",
  "مlisted-evil.com",
  "בlisted-evil.com",
  "имяlisted-evil.com",
  "listed-evil.comи",
  "см.listed-evil.com",
  `${"a.".repeat(200)}listed-evil.com`,
  "listed-evil.com:8080",
  "//listed-evil.com/x",
  "www.listed-evil.com,x"
]

/** Links written to evade detection by programs. */
const disguised = [
  "ｌｉｓｔｅｄ-ｅｖｉｌ.ｃｏｍ",
  "ｌｉｓｔｅｄ－ｅｖｉｌ．ｃｏｍ",
  "ｈｔｔｐ：／／listed-evil.com",
  "𝐥𝐢𝐬𝐭𝐞𝐝-𝐞𝐯𝐢𝐥.𝐜𝐨𝐦",
  "ⓛⓘⓢⓣⓔⓓ-ⓔⓥⓘⓛ.ⓒⓞⓜ",
  "listed-evil․com",
  "listed-evil·com",
  "listed-evil•com",
  "listed-ev\u2063il.com",
  "listed-ev\u034fil.com",
  "listed-ev\u{e0069}il.com",
  "http://listed-ev\u2063il.com/",
  "http://listed-evil.com\u200b/x",
  "listed-evil&#46;com/x",
  "listed-evil&#x2e;com",
  "listed-evil&period;com",
  "listed-e&#118;il.com",
  "listed-ev&shy;il.com",
  "listed-evil%2ecom/x",
  "listed%2Devil.com",
  "http%3A%2F%2Flisted-evil.com",
  "http%253A%252F%252Flisted-evil.com",
  "http=3A=2F=2Flisted-evil.com=2Fx",
  "http=3A=2F=2Flisted-ev=\r\nil.com",
  "http&#58;//listed-evil.com/x",
  "listed-evil .com",
  "listed-evil. com",
  "listed-evil-dot-com",
  "listed-evil_dot_com",
  "listed-evil *dot* com",
  "listed-evil{.}com",
  "listed-evil{dot}com",
  "listed-evil\".\"com",
  "listed-evil punkt com",
  "listed-evil[punto]com",
  "listed-evil,com",
  "hxxp://listed-evil[.]com",
  "listed-evil[.]com",
  "listed-evil dot com"
]

const spellings = [...joined, ...bare, ...disguised]

describe("a listed link", () => {
  it.each(spellings)("forces the highest score: %s", (spelling) => {
    for (
      const message of [spelling, `Good day, see ${spelling} please`, `Good day.\n${spelling}\nAnn`, `(${spelling})`]
    ) {
      expect(scoreOf({ message }), message).toBe(100)
    }
  })

  it.each(spellings)(
    "is found before an ideographic full stop, even if a TLD follows it: %s",
    (spelling) => {
      expect(scoreOf({ message: `See ${spelling}。et voila` })).toBe(100)
      expect(scoreOf({ message: `请看 ${spelling}。com` })).toBe(100)
    }
  )

  it("is found between any words and punctuation", () => {
    const between = fc.tuple(
      fc.constantFrom(
        "",
        "Good day. ",
        "Bonjour, ",
        "您好，",
        "Wie besprochen: ",
        "“",
        "(",
        "<b>",
        "see:\n",
        "a.b ",
        "z.B. ",
        "🎉 ",
        "* "
      ),
      fc.constantFrom(...spellings),
      fc.constantFrom(
        " ",
        "\n",
        " Best regards",
        " — Ann",
        " (new)",
        "\t",
        "”",
        "\"",
        ">",
        "）",
        "。",
        " http://good.com",
        " ann@good.com"
      )
    )
    fc.assert(
      fc.property(
        fc.lorem({ maxCount: 9 }),
        between,
        fc.lorem({ maxCount: 9 }),
        (before, [open, spelling, close], after) => {
          expect(scoreOf({ message: `${before} ${open}${spelling}${close}${after}` })).toBe(100)
        }
      ),
      runs(150)
    )
  })

  it("is found after the maximum number of other links, in every field", () => {
    const others = Array.from({ length: 150 }, (_, at) => `https://s${at}.example.net/`).join(" ")
    expect(scoreOf({ message: `${others} http://listed-evil.com/` })).toBe(100)
    for (const field of ["name", "company", "website"]) {
      expect(scoreOf({ message: others, [field]: "http://listed-evil.com,and" }), field).toBe(100)
    }
  })

  it("is one link if it contains another, and is looked up whole", () => {
    const whole = "https://web.archive.org/web/2020/http://example.org/a"
    expect(codesOf(judged(`${whole} https://web.archive.org/web/2019/http://example.com/b`))).toEqual([])
    checkedUrls.length = 0
    judged(whole)
    expect(checkedUrls).toContain("web.archive.org/web/2020/http:/example.org/a")
    expect(checkedUrls).toContain("example.org/a")
  })

  it("does not include a similar link or the host of an email address", () => {
    for (
      const message of [
        "mail listed-evil@good.com",
        "us@listed-evil.com",
        "http://listed-evil.communication.com",
        "unlisted-evil.com"
      ]
    ) {
      expect(codesOf(judged(message)), message).not.toContain("MALICIOUS_URL")
    }
    expect(codesOf(analyzeNow({ message: "http://good.com,x" }, { entries: [...entries, allow("good.com")] }))).toEqual(
      []
    )
  })
})

describe("an unreadable link", () => {
  it.each([
    "http://listed%evil.example/",
    "http://1.2.3.4.5/",
    "http://300.300.300.300/",
    `http://user:${"p".repeat(3_000)}@listed-evil.com/`,
    "http://\u202emoc.live-detsil"
  ])(
    "is reported and the lead is not clean: %s",
    (message) => expect(codesOf(judged(message))).toContain("UNCHECKED_URL")
  )

  it.each([
    "http://localhost:3000",
    "http://localhost:PORT/",
    "http://your-site/",
    "https://<domain>/",
    "http://{host}/",
    "http://%HOST%/",
    "http://intranet/",
    "http://192.168.1.1:99999/",
    "http://example.com:PORT",
    "it begins with http:// or https://",
    "https://...",
    "https://…",
    "https://kuroneko-x.duckdns…",
    "https://long-name.exam...",
    "http://[your site]",
    "http://*.example.com/",
    "http://printer.local/, http://wiki.corp"
  ])("does not include harmless text: %s", (message) => expect(codesOf(judged(message))).toEqual([]))
})

describe("social network pages", () => {
  const footer =
    "https://www.facebook.com/ann.smith https://instagram.com/ann_smith/ https://www.linkedin.com/in/ann-smith-1 " +
    "https://x.com/annsmith https://www.youtube.com/@annsmith https://www.tiktok.com/@ann.smith"

  it("do not count, up to one per network", () => {
    expect(codesOf(judged(`${footer} https://example.com ${footer} http://example.org`))).toEqual([])
    expect(codesOf(judged(`${footer} https://a.example.com https://b.example.com https://c.example.com`))).toEqual([
      "MANY_LINKS"
    ])
  })

  it("count if there are many of one network, or if they are no personal page", () => {
    expect(codesOf(judged(Array.from({ length: 4 }, (_, at) => `https://x.com/follow${at}`).join(" ")))).toEqual([
      "MANY_LINKS"
    ])
    const videos = "https://www.youtube.com/watch?v=1 https://x.com/ann/status/1 https://www.facebook.com/groups/1"
    expect(codesOf(judged(videos))).toEqual(["MANY_LINKS"])
  })
})
