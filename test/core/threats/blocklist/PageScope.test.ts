import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hostKnowledge } from "../../../../adapters/lists/HostKnowledgeEmbedded.ts"
import { parseBlocklistTarget } from "../../../../core/threats/blocklist/BlocklistGuard.ts"
import { blocklistTargetsOf, targetName } from "../../../../core/threats/blocklist/BlocklistTargets.ts"
import { parseWebUrl } from "../../../../core/urls/WebUrl.ts"

const own = new Set(["shop.mine.example"])
const page = (url: string) =>
  Result.getOrThrow(parseBlocklistTarget("page", url, { ...hostKnowledge, own }, { force: false }))

const covers = (reported: string, url: string): boolean =>
  blocklistTargetsOf(Result.getOrThrow(parseWebUrl(url))).map(targetName).includes(targetName(page(reported)))

/** A reported URL, other links to the same page, and different pages. */
type Example = readonly [reported: string, same: ReadonlyArray<string>, others: ReadonlyArray<string>]

const sites: ReadonlyArray<Example> = [
  [
    "https://login-verify.example/account?token=anna&id=1",
    [
      "http://login-verify.example/account",
      "https://www.login-verify.example/account/?token=bob",
      "https://login-verify.example:8443/account/?x",
      "https://login-verify.example/account?redirect=https://bank.example/"
    ],
    [
      "https://login-verify.example/",
      "https://login-verify.example/accounts",
      "https://login-verify.example/account/help",
      "https://shop.login-verify.example/account",
      "https://login-verify.example/Account"
    ]
  ],
  [
    "http://www.evil-bank.example/?e=anna@example.org",
    ["https://evil-bank.example", "https://www.evil-bank.example/?e=bob@example.org", "http://evil-bank.example/?"],
    ["https://evil-bank.example/a", "https://m.evil-bank.example/"]
  ],
  ["http://203.0.113.9/x/?a", ["https://203.0.113.9/x?b", "http://203.0.113.9/x"], ["http://203.0.113.9/"]],
  [
    "https://evil-office.weebly.com/login?c=1",
    ["https://evil-office.weebly.com/login/?c=2", "https://www.evil-office.weebly.com/login"],
    ["https://other.weebly.com/login?c=1", "https://weebly.com/login?c=1", "https://evil-office.weebly.com/"]
  ],
  ["https://evil.github.io/x?1", ["https://evil.github.io/x/?2"], [
    "https://good.github.io/x?1",
    "https://github.io/x"
  ]],
  ["https://evil-1.pages.dev/?1", ["https://evil-1.pages.dev/?2"], ["https://good.pages.dev/?1"]],
  [
    "https://evil.s3.eu-west-1.amazonaws.com/a.html?u=anna",
    ["https://evil.s3.eu-west-1.amazonaws.com/a.html?u=bob"],
    ["https://good.s3.eu-west-1.amazonaws.com/a.html?u=anna", "https://evil.s3.eu-west-1.amazonaws.com/b.html"]
  ]
]

/** URLs whose path identifies the page. */
const namedByPath: ReadonlyArray<Example> = [
  [
    "https://docs.google.com/forms/d/e/1FAIpQLSe/viewform?entry.1=anna",
    [
      "https://docs.google.com/forms/d/e/1FAIpQLSe/viewform?usp=sf_link",
      "http://docs.google.com/forms/d/e/1FAIpQLSe/viewform/"
    ],
    ["https://docs.google.com/forms/d/e/1FAIpQLSx/viewform?entry.1=anna", "https://docs.google.com/forms"]
  ],
  [
    "https://sites.google.com/view/evil-bank/home?token=anna",
    ["https://sites.google.com/view/evil-bank/home", "https://sites.google.com/view/evil-bank/home/?authuser=0"],
    ["https://sites.google.com/view/good/home", "https://sites.google.com/view/evil-bank", "https://sites.google.com/"]
  ],
  [
    "https://bit.ly/3abcDEF?utm_source=mail&x=1",
    ["http://bit.ly/3abcDEF", "https://www.bit.ly/3abcDEF/?x=2"],
    ["https://bit.ly/3abcDEG", "https://bit.ly/", "https://bit.ly/3ABCDEF"]
  ],
  [
    "https://storage.googleapis.com/evil/index.html?e=anna",
    ["https://storage.googleapis.com/evil/index.html?e=bob"],
    ["https://storage.googleapis.com/good/index.html?e=anna"]
  ],
  [
    "https://s3.amazonaws.com/evil/a.html?e=anna",
    ["https://s3.amazonaws.com/evil/a.html?e=bob"],
    ["https://s3.amazonaws.com/good/a.html?e=anna"]
  ],
  ["https://telegra.ph/Login-01-02?a", ["https://telegra.ph/Login-01-02?b"], ["https://telegra.ph/Login-01-03"]],
  [
    "https://www.dropbox.com/scl/fi/a1b2/x.html?rlkey=k&dl=0",
    ["https://dropbox.com/scl/fi/a1b2/x.html?rlkey=k&dl=1"],
    ["https://www.dropbox.com/scl/fi/a1b3/x.html?rlkey=k&dl=0", "https://www.dropbox.com/login?x=1"]
  ]
]

/** URLs whose query may select pages of different people. */
const namedByQuery: ReadonlyArray<Example> = [
  [
    "https://drive.google.com/open?id=1A&usp=sharing",
    ["http://drive.google.com/open/?id=1A", "https://www.drive.google.com/open?utm_source=x&id=1A"],
    ["https://drive.google.com/open?id=1B", "https://drive.google.com/open", "https://drive.google.com/open?id=1A&b=2"]
  ],
  [
    "https://forms.office.com/Pages/ResponsePage.aspx?id=abc",
    ["https://forms.office.com/Pages/ResponsePage.aspx?id=abc&fbclid=1"],
    ["https://forms.office.com/Pages/ResponsePage.aspx?id=abd"]
  ],
  [
    "https://www.youtube.com/watch?v=1&t=3",
    ["http://youtube.com/watch/?t=3&v=1"],
    ["https://www.youtube.com/watch?v=2", "https://www.youtube.com/watch"]
  ],
  [
    "https://www.google.com/url?q=https://evil.example/&sa=D",
    ["https://google.com/url?sa=D&q=https://evil.example/"],
    ["https://www.google.com/url?q=https://good.example/&sa=D"]
  ],
  [
    "https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=evil&scope=mail",
    ["https://login.microsoftonline.com/common/oauth2/v2.0/authorize?scope=mail&client_id=evil"],
    ["https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=good&scope=mail"]
  ],
  [
    "https://github.com/login/oauth/authorize?client_id=evil",
    ["https://www.github.com/login/oauth/authorize/?client_id=evil"],
    ["https://github.com/login/oauth/authorize?client_id=good"]
  ],
  [
    "https://u1.ct.sendgrid.net/ls/click?upn=evil",
    ["http://u1.ct.sendgrid.net/ls/click?upn=evil"],
    ["https://u1.ct.sendgrid.net/ls/click?upn=good"]
  ],
  [
    "https://contoso.sharepoint.com/_layouts/15/guestaccess.aspx?share=evil",
    ["https://contoso.sharepoint.com/_layouts/15/guestaccess.aspx?share=evil&utm_medium=x"],
    ["https://contoso.sharepoint.com/_layouts/15/guestaccess.aspx?share=good"]
  ],
  ["https://t.me/share?url=https://evil.example", ["http://t.me/share/?url=https://evil.example"], [
    "https://t.me/share?url=https://good.example"
  ]],
  ["https://pastebin.com/raw.php?i=evil", [], ["https://pastebin.com/raw.php?i=good"]],
  // A page without a query does not match URLs with a query: any query would match the whole host.
  ["https://www.google.com/search", ["http://google.com/search/?utm_source=x"], ["https://www.google.com/search?q=x"]],
  ["https://www.google.com/", ["https://google.com"], ["https://www.google.com/?q=x"]],
  // This host is the operator's own site.
  ["https://shop.mine.example/cart?x=1", ["https://www.shop.mine.example/cart/?x=1"], [
    "https://shop.mine.example/cart"
  ]]
]

describe.each(Object.entries({ sites, namedByPath, namedByQuery }))("the page of %s", (_, examples) => {
  it.each(examples)("%s", (reported, same, others) => {
    expect([reported, ...same].filter((url) => !covers(reported, url))).toEqual([])
    expect(others.filter((url) => covers(reported, url))).toEqual([])
  })
})

it("the expression of a page survives a round trip", () => {
  const reported = [...sites, ...namedByPath, ...namedByQuery].map(([url]) => url)
  fc.assert(fc.property(fc.oneof(fc.constantFrom(...reported), fc.webUrl({ withQueryParameters: true })), (url) => {
    const { expression } = page(url)
    const again = parseBlocklistTarget("page", `http://${expression}`, hostKnowledge, {
      force: false,
      isExpression: true
    })
    expect(Result.getOrThrow(again).expression).toBe(expression)
  }))
})

it("an expression with a query does not match any query", () => {
  const options = { force: false, isExpression: true }
  const read = parseBlocklistTarget("page", "http://once-popular.example/open?id=1", hostKnowledge, options)
  expect(Result.getOrThrow(read).expression).toBe("once-popular.example/open?id=1")
})

it("a page covers its own URL", () => {
  fc.assert(fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
    expect(covers(url, url)).toBe(true)
  }))
})
