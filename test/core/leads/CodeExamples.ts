import type { TopicCode } from "../../../core/leads/judge/TopicPhrases.ts"
import { linksFoundMax } from "../../../core/leads/links/LeadLinks.ts"
import type { Lead } from "../../../core/leads/signals/Lead.ts"
import type { LeadCode } from "../../../core/leads/signals/LeadCatalog.ts"
import { allow, type Answers, block } from "./World.ts"

type Example = readonly [Lead, Answers?]

interface Examples {
  /** Leads that raise the code. Together they reach every number of points that the code can have. */
  readonly raisedBy: ReadonlyArray<Example>
  readonly nearMiss: ReadonlyArray<Example>
}

const says = (message: string, answers: Answers = {}): Example => [{ message }, answers]
const writes = (email: string): Example => [{ email }]
const links = (count: number) => Array.from({ length: count }, (_, at) => `https://site${at}.example.net/`).join(" ")

/** Returns examples for a message that raises only the topic, and only if the message reads like spam. */
const topic = (message: string): Examples => ({
  raisedBy: [says(message, { probability: 0.5 })],
  nearMiss: [says(message, { probability: 0.49 }), says("We sell doors and windows.", { probability: 0.99 })]
})

const topicExamples: Readonly<Record<TopicCode, Examples>> = {
  SEO_OFFER: {
    raisedBy: topic("We bring you to the first page of Google.").raisedBy,
    nearMiss: [says("El museo", { probability: 0.9 })]
  },
  LINK_BUILDING: topic("Wir suchen einen Gastbeitrag mit Link."),
  CONTACT_LISTS: topic("Do you need an email list of verified contacts?"),
  FAKE_ENGAGEMENT: topic("Real followers and likes"),
  FORM_MARKETING: topic("Мы пишем через формы обратной связи."),
  OUTSOURCING: topic("Our mobile app team is offshore."),
  LOAN: topic("Un préstamo sin papeles"),
  JOB_OFFER: topic("Lavoro da casa, 200 euro"),
  REPLICA_GOODS: topic("Replica watches at factory price"),
  CRYPTO: topic("这是加密货币"),
  GAMBLING: topic("Онлайн казино"),
  PHARMACY: topic("Buy Viagra without prescription"),
  ADULT: topic("Meet women on our dating site"),
  ACCOUNT_PHISHING: topic("Please verify your account"),
  ADVANCE_FEE: topic("You are next of kin of a late client"),
  EXTORTION: topic("I have hacked your website. Unless you send 0.3 BTC it is leaked.")
}

/** For each code, leads that raise it and near misses. */
export const codeExamples: Readonly<Record<LeadCode, Examples>> = {
  ...topicExamples,
  MALICIOUS_URL: {
    raisedBy: [
      says("Look: https://evil.example.org/a"),
      says("evil.example.org"),
      [{ website: "https://evil.example.org" }],
      [{ company: "EVIL.example.org" }],
      [{ name: "Ann https://evil.example.org/" }],
      says("thanks.it works", { entries: [block("thanks.it")] }),
      says("hxxps://evil[.]example[.]org"),
      [{ message: "https://site.example.net/malware", website: "https://ok.example.net" }]
    ],
    nearMiss: [
      says("https://good.example.org/evil.example.org"),
      says("evil.example.org", { entries: [allow("evil.example.org")] }),
      writes("ann@evil.example.org")
    ]
  },
  UNCHECKED_URL: {
    raisedBy: [
      says("https://site.example.net", { isDown: true }),
      says(links(201)),
      [{ website: "site.example.net" }, { isDown: true }]
    ],
    nearMiss: [
      says("No link.", { isDown: true }),
      says(links(200)),
      says("https://", { isDown: true }),
      says("https://site.example.net", { isDown: true, entries: [allow("site.example.net")] })
    ]
  },
  BRAND_LOOKALIKE: {
    raisedBy: [
      says("https://paypal-login.com/signin"),
      says("https://paypa1-secure.com"),
      says("https://my-paypal.com")
    ],
    nearMiss: [
      says("https://www.paypal.com/signin"),
      says("Your paypal.works well"),
      says("https://paypal-login.com/signin", { entries: [allow("paypal-login.com")] })
    ]
  },
  IP_URL: {
    raisedBy: [says("http://8.8.4.4/a"), says("http://[2606:4700::1]/"), says("http://0x08080404/")],
    nearMiss: [says("http://192.168.1.1/"), says("The version is 8.8.4.4."), says("http://8.8.4.4.example.net/")]
  },
  DECEPTIVE_URL: {
    raisedBy: [says("https://bank.example.com@site.example.net/"), says("https://user:word@site.example.net/")],
    nearMiss: [says("https://site.example.net/@bank.example.com"), says("https://site.example.net/?a=b:c@d")]
  },
  LINK_MARKUP: {
    raisedBy: [says("<a href=\"https://site.example.net\">x</a>"), says("[URL=site.example.net]x[/URL]")],
    nearMiss: [
      says("[x](https://site.example.net)"),
      says("a < b and href = 5"),
      says("[urls] are links"),
      says("When I click <a href=\"/checkout\">Checkout</a>: nothing.")
    ]
  },
  MANY_LINKS: {
    raisedBy: [says(links(3)), says(links(6)), says(links(12)), says(links(linksFoundMax + 1))],
    nearMiss: [
      says(links(2)),
      [{ message: links(2), website: "https://own.example.net" }],
      says("a.it is b.it is c.it is")
    ]
  },
  DISGUISED_URL: {
    raisedBy: [says("hxxp://site.example.net"), says("site-x (dot) com")],
    nearMiss: [says("https://site.example.net"), says("connect the dot com era"), says("a (dot) is round")]
  },
  URL_SHORTENER: {
    raisedBy: [says("https://bit.ly/3xyz"), says("www.tinyurl.com/3xyz")],
    nearMiss: [says("https://youtu.be/3xyz"), says("https://bit.ly.example.net/")]
  },
  SPAM_CONTENT: {
    raisedBy: [[0.406, 1], [0.5, 18], [0.7, 32], [0.8, 45], [0.9, 70], [0.92, 80], [0.97, 84], [1, 88]]
      .map(([probability]) => says("one two three four five six seven eight", { probability: probability! })),
    nearMiss: [says("one two three", { probability: 0.4 }), [{ email: "ann@example.com" }, { probability: 1 }]]
  },
  OBFUSCATED_TEXT: {
    raisedBy: (["styled", "leet", "spaced", "invisible", "homoglyphs"] as const).map((disguise) =>
      says("Text", { disguises: [disguise] })
    ),
    nearMiss: [says("Text")]
  },
  GIBBERISH_MESSAGE: {
    raisedBy: [says("DvCqVFTmXbQnRkWl", { language: null }), says("ü".repeat(20_000)), says("a a a a a a a a a a")],
    nearMiss: [says("DvCqVFTmXbQnRkWl", { language: "en" }), says("Hello there", { language: null }), says("aaah")]
  },
  GIBBERISH_NAME: {
    raisedBy: [[{ name: "DvCqVFTmXbQn" }], [{ name: "dvcqvftmxbqn" }], [{ name: "Ann xKjQwErTzPlM" }]],
    nearMiss: [[{ name: "Krzysztof Brzęczyszczykiewicz" }], [{ name: "Mkrtchyan", company: "xKjQwErTzPlM GmbH" }]]
  },
  BLOCKED_EMAIL: {
    raisedBy: [writes("ann@unwanted-firm.com"), writes("ann@mail.Unwanted-Firm.com")],
    nearMiss: [writes("ann@notunwanted-firm.com")]
  },
  DISPOSABLE_EMAIL: { raisedBy: [writes("ann@throwaway-mail.net")], nearMiss: [writes("ann@example.com")] },
  INVALID_EMAIL: {
    raisedBy: [writes("ann"), writes("ann@"), writes("ann@b@"), writes("ann@company.nosuchending")],
    nearMiss: [
      writes("ann@gmail.con"),
      writes(" ann@example.com\n"),
      writes("Ann Smith <ann@example.com>"),
      writes("mailto:ann@example.com"),
      [{ message: "no email" }],
      writes("  ")
    ]
  },
  LOOKALIKE_EMAIL: {
    raisedBy: [writes("service@paypa1-secure.com")],
    nearMiss: [writes("service@paypal.com"), writes("ann@example.com")]
  },
  RANDOM_EMAIL: {
    raisedBy: [
      writes("xqzjvkwpfm@example.com"),
      writes("x7k2q9f4@gmail.com"),
      writes("4f8a9c1d2e7b6a5f@example.com"),
      writes("j.o.hn.s.mi.th@gmail.com")
    ],
    nearMiss: [
      "ann.smith",
      "a.b.smith",
      "jrrtolkien",
      "mkrtchyan",
      "k.brzeczyszczykiewicz",
      "ann1987",
      "2024anna",
      "jschmidt",
      "info",
      "user+x7k2q9f4",
      "иван",
      "max.mustermann.2",
      "hr",
      "b2bsales",
      "vlk",
      "nguyenthihuong",
      "j.j.r.smith",
      "xqzjvkwpfm@duck.com"
    ].map((localPart) => writes(localPart.includes("@") ? localPart : `${localPart}@example.com`))
  },
  EMAIL_TYPO: { raisedBy: [writes("ann@gmial.com"), writes("ann@gmail.con")], nearMiss: [writes("ann@gmail.com")] },
  DOMAIN_MISMATCH: {
    raisedBy: [[{ email: "ann@example.com", website: "https://other-firm.de" }], [{
      email: "a@one.de",
      company: "Other.com"
    }]],
    nearMiss: [
      [{ email: "ann@example.com", website: "https://www.example.de" }],
      [{ email: "ann@mueller.de", website: "mueller-gmbh.com" }],
      [{ email: "ann@gmail.com", website: "https://example.de" }],
      [{ email: "ann@example.com", website: "https://www.facebook.com/example" }],
      [{ email: "ann@example.com" }],
      [{ email: "ann@mueller.de", company: "Weber & Co.KG" }],
      [{ website: "https://example.de" }]
    ]
  },
  ROLE_ACCOUNT: { raisedBy: [writes("INFO@example.com")], nearMiss: [writes("informer@example.com")] },
  RELAY_EMAIL: {
    raisedBy: [writes("x@duck.com"), writes("a@me.33mail.com")],
    nearMiss: [writes("x@notduck.com"), writes("ann@gmail.com")]
  },
  PUBLIC_EMAIL: {
    raisedBy: [writes("ann@gmail.com"), writes("ann@WEB.de")],
    nearMiss: [writes("ann@example.com"), writes("ann@both-mail.net"), writes("ann@duck.com")]
  },
  URL_IN_NAME: {
    raisedBy: [
      [{ name: "Best deals https://site.example.net" }],
      [{ name: "cheap-pills.com" }],
      [{ company: "https://site.example.net/offer" }],
      [{ company: "www.site.example.net" }]
    ],
    nearMiss: [
      [{ company: "Booking.com" }],
      [{ company: "Node.js Foundation" }],
      [{ name: "Dr.med. Hans Müller" }],
      [{ name: "J.R.R. Tolkien" }],
      [{ name: "St.Pierre" }],
      [{ name: "Anna.De Vries" }],
      [{ message: "https://site.example.net" }]
    ]
  },
  REPEATED_TEXT: {
    raisedBy: [[{ name: "Hello", company: " hello", message: "HELLO " }]],
    nearMiss: [[{ name: "Ann", company: "Ann" }], [{ name: "Ann", message: "Ann", company: "Anne" }], [{
      message: "Ann"
    }]]
  },
  BOT_NAME: {
    raisedBy: [[{ name: "Robertfoord1234" }], [{ name: "Kevin123" }], [{ name: "JamesNub4821" }], [{
      name: "peter2000"
    }]],
    nearMiss: [[{ name: "Kevin 123" }], [{ name: "kevin12" }], [{ name: "Kevin Smith" }], [{ name: "GmbH2024x" }]]
  }
}
