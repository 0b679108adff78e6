import * as fc from "fast-check"
import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { findLookalike } from "../../../core/brands/FindLookalike.ts"
import { lookalikeScoreMin, strongLookalikeScoreMin } from "../../../core/brands/Lookalike.ts"
import { measureCpuMillis } from "../../support/CpuTime.ts"
import { needs } from "../../support/TestRun.ts"
import { anyText } from "./AnyText.ts"
import { honest, imitating } from "./RegressionCases.ts"

const context = { registrableDomain: publicSuffixes.registrableDomain }
const find = (host: string, path?: string) => findLookalike(host, path === undefined ? context : { ...context, path })
const rule = (host: string, path?: string) => find(host, path)?.rule ?? null

describe("a lookalike", () => {
  // Each row has an imitating host, the rule, the brand, and a similar host that imitates no brand.
  it.each(
    [
      ["xn--80ak6aa92e.com", "same skeleton", "Apple", "xn--bcher-kva.com"],
      ["xn--pypal-4ve.com", "same skeleton", "PayPal", "xn--80aswg.com"],
      ["xn--faebook-zjg.com", "same skeleton", "Facebook", "xn--fa-hia.com"],
      ["www.paypal.com.example.net", "embedded domain", "PayPal", "www.paypal.com"],
      ["rakuten.co.jp.evil.cn", "embedded domain", "Rakuten", "rakuten.co.jp"],
      ["www-paypal-com.example.net", "embedded domain", "PayPal", "www-paypal.com.edgekey.net"],
      ["deutsche-bank.de.example.net", "embedded domain", "Deutsche Bank", "deutsche.bank.example.net"],
      ["paypalcom.com", "embedded domain", "PayPal", "decom.com"],
      ["paypal.com.vercel.app", "embedded domain", "PayPal", "com.vercel.app"],
      ["rnicrosoft.com", "confusable letters", "Microsoft", "microsite.com"],
      ["faceb00k.com", "confusable letters", "Facebook", "fatbook.com"],
      ["arnazon.com", "confusable letters", "Amazon", "arizona.com"],
      ["amazn.com", "one edit", "Amazon", "amazonia.com"],
      ["discrod.com", "one edit", "Discord", "discard.com"],
      ["wellsfargoz.com", "one edit", "Wells Fargo", "wellsville.com"],
      ["emazon.com", "one edit", "Amazon", "ucloud.com"],
      ["gmial.com", "one edit", "Gmail", "email.com"],
      ["insestagram.com", "two edits", "Instagram", "instagrid.me"],
      ["ne-tflix.com", "hyphen", "Netflix", "net-fix.com"],
      ["microsoft2.com", "digits", "Microsoft", "apple1.com"],
      ["paypal-login.com", "keyword", "PayPal", "pay-login.com"],
      ["chase-login.com", "keyword", "Chase", "chase-the-deal.com"],
      ["dhl-parcel-tracking.top", "keyword", "DHL", "dhl-something.top"],
      ["lnstagram-verify.com", "keyword", "Instagram", "instant-verify.com"],
      ["banco-do-brasil-acesso.com", "keyword", "Banco do Brasil", "banco-de-brasilia.com"],
      ["paypalsecure.info", "concatenated keyword", "PayPal", "paysecure.info"],
      ["paypaisecure.info", "concatenated keyword", "PayPal", "palsecure.info"],
      ["appleidverify.com", "concatenated keyword", "Apple ID", "pineapple.com"],
      ["secur3-appleld-verlfy1.com", "keyword", "Apple ID", "secur3-verlfy1.com"],
      ["phishingmetamask.io", "concatenated keyword", "MetaMask", "maskedmeta.io"],
      ["paypal.login-center.example.com", "subdomain", "PayPal", "chase.example.edu"],
      ["paypa1.example.com", "subdomain", "PayPal", "playpal.example.com"],
      ["www-apple-jp.example.com", "subdomain", "Apple", "apple.example.com"],
      ["netflix-clone.vercel.app", "tenant", "Netflix", "netflix.github.io"],
      ["shopee1227.blogspot.com", "tenant", "Shopee", "shopping1227.blogspot.com"],
      ["paypal.xyz", "other top level", "PayPal", "paypal.lu"],
      ["roblox.com.pt", "other top level", "Roblox", "google.ga"],
      ["metamask.tech", "other top level", "MetaMask", "ledger.tech"],
      ["dropbox.us.com", "other top level", "Dropbox", "dropbox.edu"],
      ["arrazon.com", "confusable letters", "Amazon", "arrival.com"],
      ["faceboolc.com", "confusable letters", "Facebook", "facebuilder.com"],
      ["softbenk.jp", "one edit", "SoftBank", "loftbank.jp"],
      ["sofybank.jp", "one edit", "SoftBank", "citicbank.com"],
      ["robloxrr.com", "concatenated keyword", "Roblox", "robotrr.com"],
      ["icloudblue.com", "concatenated keyword", "iCloud", "cloudblue.com"],
      ["revolutlogin.com", "concatenated keyword", "Revolut", "revolutionlogin.com"],
      ["mytmobile.com", "concatenated keyword", "T-Mobile", "fluentmobile.com"],
      ["mywallet-connect12.com", "concatenated keyword", "WalletConnect", "outwallet-connect12.com"],
      ["pay-payid021.jp", "concatenated keyword", "PayPay", "open-search.com"],
      ["steam-pubg.club", "keyword", "Steam", "steam-cleaning.club"],
      ["ledger-rectify.com", "keyword", "Ledger", "ledger-paper.com"],
      ["ledgerlive-webpanel.com", "keyword", "Ledger", "livingledger-webpanel.com"],
      ["wells.fargo.com", "subdomain", "Wells Fargo", "wells.fargo.example.com"],
      ["pay.pal.com", "subdomain", "PayPal", "pay.palm.com"],
      ["hsbc.cxlmfwlw.top", "subdomain", "HSBC", "hsbc.example.com"],
      ["aeon-ne-jp.example.com", "subdomain", "AEON", "aeon-flux.example.com"],
      ["chase-verification.example.com", "subdomain", "Chase", "chase-morning.example.com"],
      ["amazon-svdsfas.zzux.com", "tenant", "Amazon", "amazonia-svdsfas.zzux.com"]
    ] as const
  )("finds %s by %s as %s, but not %s", (host, said, brand, near) => {
    const found = find(host)
    expect([found?.rule, found?.brand]).toEqual([said, brand])
    expect(found!.score).toBeGreaterThanOrEqual(lookalikeScoreMin)
    expect(found!.score).toBeLessThanOrEqual(1)
    expect(find(near)).toBeNull()
  })

  it.each([
    "paipai.com",
    "cloud-login.com",
    "digital-cloud-us.example.com",
    "discard.email",
    "interactive-support.com",
    "applied.com",
    "capitalize-login.com",
    "steamship-support.com",
    "untrusted-login.com",
    "codewarsuntrusted.com",
    "revolutiongolf.com",
    "hearstmobile.com",
    "apicloud.com",
    "mainpost.de"
  ])(
    "does not include %s, a word or name of its own",
    (host) => expect(find(host)).toBeNull()
  )

  it("names the brand's main domain and the evidence", () => {
    expect(find("paypal-login.com")).toEqual({
      brand: "PayPal",
      domain: "paypal.com",
      rule: "keyword",
      score: 0.92,
      evidence: "\"paypal-login\" contains paypal and other words."
    })
  })

  it("scores high if hardly anything else explains the name", () => {
    for (const host of ["paypal-login.com", "rnicrosoft.com", "xn--pypal-4ve.com", "paypal.com.example.net"]) {
      expect(find(host)!.score).toBeGreaterThanOrEqual(strongLookalikeScoreMin)
    }
    expect(find("dropbox-the.com")!.score).toBeLessThan(strongLookalikeScoreMin)
  })

  it("scores higher if a link asks for a password", () => {
    expect(rule("paypal.lu", "/webscr/login")).toBe("other top level")
    expect(find("netflix.example.com", "/account/verify")!.score).toBeGreaterThan(
      find("netflix.example.com", "/about")!.score
    )
  })

  it("does not include popular domains, except for tenants", () => {
    const popular = { ...context, isPopular: () => true }
    expect(findLookalike("paypal-login.com", popular)).toBeNull()
    expect(findLookalike("paypal.com.paypal-login.com", popular)).toBeNull()
    expect(findLookalike("paypal-login.weebly.com", popular)?.rule).toBe("tenant")
    expect(findLookalike("paypal-login.zzux.com", popular)?.rule).toBe("tenant")
    expect(findLookalike("paypal-login.com", { ...context, isPopular: () => false })?.rule).toBe("keyword")
  })

  it("includes popular domains if the imitation is certain and the domain is cheap", () => {
    const popular = { ...context, isPopular: () => true }
    expect(findLookalike("micosoft.icu", popular)?.rule).toBe("one edit")
    expect(findLookalike("fortnite.gg", popular)).toBeNull()
    expect(findLookalike("paypal.icu", popular)).toBeNull()
  })

  it("is checked for popularity by its registrable domain", () => {
    const requested: Array<string> = []
    findLookalike("a.b.paypal-login.co.uk", { ...context, isPopular: (domain) => requested.push(domain) > 0 })
    expect(requested).toEqual(["paypal-login.co.uk"])
  })

  it.each([
    ["scotiabankarena.com", null],
    ["mastercard-foundation.org", null],
    ["scotiabankarena.top", "concatenated keyword"],
    ["scotiabankarenalogin.com", "concatenated keyword"],
    ["scotiabankarenas.com", "concatenated keyword"]
  ])("does not include names that owners give their own domains: %s, %s", (host, said) => expect(rule(host)).toBe(said))

  it.each([
    ["www.google.com.proxy.library.example.edu", null],
    ["www.google.com.ezproxy.lib.example.ac.uk", null],
    ["www.google.com.proxy.example.com", "embedded domain"],
    ["proxy.www.google.com.example.edu", "embedded domain"]
  ])("does not include library names: %s, %s", (host, said) => expect(rule(host)).toBe(said))

  it.each([
    ["sparkasse-hannover.de", null],
    ["berliner-sparkasse.de", null],
    ["volksbank-brawo.de", null],
    ["sparkasse-hannover-login.de", "keyword"],
    ["sparkasse-hannover.top", "keyword"]
  ])("does not include companies of one family: %s, %s", (host, said) => expect(rule(host)).toBe(said))

  it.each([
    ["netflix-login.github.io", "tenant"],
    ["youtube-global.blogspot.de", null],
    ["youtube-globe.blogspot.de", "tenant"],
    ["netflix-login.okta.com", "tenant"],
    ["netflix-login.wordpress.com", "tenant"],
    ["netflix.okta.com", null],
    ["whatsapp.en.softonic.com", null],
    ["netflix-login.s3.eu-west-2.amazonaws.com", "keyword"],
    ["paypal-login.web.core.windows.net", "tenant"],
    ["login.microsoftonline.com", null],
    ["www.amazon.com.edgekey.net", null],
    ["ec2-1-2-3-4.compute-1.amazonaws.com", null]
  ])("does not include hosts of brand owners: %s, %s", (host, said) => expect(rule(host)).toBe(said))

  it.each([
    "",
    ".",
    "127.0.0.1",
    "[::1]",
    "com",
    "co.uk",
    "localhost",
    "a..b",
    "-.-",
    "xn--.com",
    "xn--a.com",
    "%20.com"
  ])(
    "does not include %j",
    (host) => expect(find(host)).toBeNull()
  )

  it("is the same in uppercase and lowercase, and with a trailing dot", () => {
    for (const host of ["paypal-login.com", "xn--pypal-4ve.com", "rnicrosoft.com"]) {
      expect(find(host.toUpperCase())).toEqual(find(host))
      expect(find(`${host}.`)).toEqual(find(host))
    }
  })
})

describe("the regression cases", () => {
  const cases = Object.entries(imitating).flatMap(([kind, hosts]) =>
    hosts.split(" ").map((host) => [kind, host] as const)
  )

  it.each(cases)("%s: %s is an imitation", (_, host) => expect(find(host)).not.toBeNull())

  it.each(honest)("%s imitates no brand", (host) => expect(find(host)).toBeNull())
})

const vectors = new URL("../../../../../shared/vectors/lookalike.json", import.meta.url)
interface LookalikeVectors {
  readonly cases: ReadonlyArray<{ readonly host: string; readonly class: string; readonly lookalike: boolean }>
}

describe("the lookalike vectors", { tags: [needs.vectors] }, () => {
  it("are found at a rate of at least 97%, with at most two false positives", ({ skip }) => {
    skip(!existsSync(vectors), "../shared/vectors/lookalike.json is missing")
    const { cases } = JSON.parse(readFileSync(vectors, "utf8")) as LookalikeVectors
    const wrong = cases.filter(({ host, lookalike }) => (find(host) !== null) !== lookalike)
      .map((one) => `${one.class}: ${one.host}`)
    const positives = cases.filter(({ lookalike }) => lookalike)
    expect(positives.length).toBeGreaterThan(100)
    const missed = positives.filter(({ host }) => find(host) === null).length
    expect(missed / positives.length, wrong.join(", ")).toBeLessThanOrEqual(0.03)
    expect(wrong.length - missed, wrong.join(", ")).toBeLessThanOrEqual(2)
  })
})

describe("any text", () => {
  const label = fc.oneof(
    fc.string({ maxLength: 70 }),
    fc.stringMatching(/^[a-z0-9-]{0,63}$/),
    anyText(30),
    fc.stringMatching(/^xn--[a-z0-9-]{0,59}$/),
    fc.constantFrom("paypal", "apple", "com", "login", "xn--pypal-4ve", "amazon-", "--", "rnicrosoft")
  )

  it("is accepted and gets the same answer in uppercase and lowercase", () => {
    fc.assert(fc.property(fc.array(label, { maxLength: 6 }), fc.webPath(), (labels, path) => {
      const host = labels.join(".")
      const found = find(host, path)
      expect(find(host.toLowerCase(), path)).toEqual(found)
      expect(found === null || (found.score >= lookalikeScoreMin && found.score <= 1)).toBe(true)
    }))
  })

  it("is processed quickly, however it is constructed", () => {
    const hosts = [
      "a-",
      "paypal",
      "secure",
      "apple-",
      "a.",
      "wallet-",
      "walletconnec-",
      "pay.",
      "paypa1-",
      "rn",
      "1-0-"
    ].map((text) => text.repeat(Math.ceil(249 / text.length)))
    for (const host of hosts) {
      expect(measureCpuMillis(() => void find(`${host.slice(0, 249)}.com`)), host).toBeLessThan(500)
    }
  })
})
