import { assert, describe, it } from "@effect/vitest"
import { createRequire } from "node:module"
import { makeEmailLists } from "../../../adapters/lists/EmailListsEmbedded.ts"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { correctDomain } from "../../../core/mail-addresses/DidYouMean.ts"
import { largestMailDomains } from "../../../core/mail-addresses/MailDomains.ts"

const lists = makeEmailLists(publicSuffixes)
const require = createRequire(import.meta.url)

const characters = "abcdefghijklmnopqrstuvwxyz0123456789-"

/** Returns all domains that differ from a domain by one typo in the first label. */
const typosOf = (domain: string): ReadonlyArray<string> => {
  const dot = domain.indexOf(".")
  const [name, ending] = [domain.slice(0, dot), domain.slice(dot)]
  const typos = Array.from({ length: dot + 1 }, (_, at) => {
    const [before, rest] = [name.slice(0, at), name.slice(at)]
    const typed = [...characters].flatMap((character) => [character + rest, character + rest.slice(1)])
    return [rest.slice(1), `${rest[1] ?? ""}${rest[0] ?? ""}${rest.slice(2)}`, ...typed].map((end) => before + end)
  })
  return typos.flat().filter((typo) => typo !== name && typo !== "").map((typo) => typo + ending)
}

describe("a domain that resembles a provider's", () => {
  // Names of disposable services that resemble a provider's name, either observed in use or confirmed by people.
  it.each([
    "h0tmal.com",
    "iclou1d.com",
    "yaaoho.com",
    "tmail.com",
    "gotmail.com",
    "5ymail.com",
    "duam.net",
    "mail.tm",
    "mail.gw",
    "mail.wtf",
    "inbox.si"
  ])("%s is disposable, although it resembles a provider's", (domain) => {
    assert.isTrue(lists.isDisposable(domain))
  })

  it.each([
    "gmial.com",
    "gmai.com",
    "gamil.com",
    "gnail.com",
    "gmaik.com",
    "outlok.com",
    "hotmial.com",
    "hotmai.com",
    "yaho.com",
    "protnonmail.com",
    "cpmcast.net",
    "yagoo.co.uk",
    "hortmail.de",
    "btinernet.com",
    "oulook.com",
    "gmail.net",
    "hotmail.biz",
    "11gmail.com",
    "sub.gmial.com"
  ])("%s is not disposable, because no service is known to use the typo", (domain) => {
    assert.isFalse(lists.isDisposable(domain))
    assert.isFalse(lists.isPublicProvider(domain))
  })

  it("is not disposable if a correction is suggested, unless a service was observed to use it", () => {
    const observed: { domains: Record<string, unknown> } = require("fakefilter/json/data.json")
    for (const typo of largestMailDomains.flatMap(typosOf)) {
      if (correctDomain(typo, publicSuffixes.hasKnownTopLevel) === null || typo in observed.domains) continue
      assert.isFalse(lists.isDisposable(typo), typo)
    }
  })
})

describe("isDisposable", () => {
  it("covers all domains that active services assign", () => {
    const observed: { domains: Record<string, unknown> } = require("fakefilter/json/data.json")
    const domains = Object.keys(observed.domains)
    assert.isAbove(domains.filter(lists.isDisposable).length / domains.length, 0.999)
  })

  it("covers nearly all of the largest list", () => {
    const { blacklist }: { blacklist: () => ReadonlySet<string> } = require("mailchecker")
    const domains = [...blacklist()]
    assert.isAbove(domains.filter(lists.isDisposable).length / domains.length, 0.985)
  })
})
