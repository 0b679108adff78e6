import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { createRequire } from "node:module"
import { notDisposableDomains, relayDomains, sharedZones } from "../../../adapters/lists/data/Disposables.ts"
import { misspelledProviders, morePublicProviders } from "../../../adapters/lists/data/Providers.ts"
import { makeEmailLists } from "../../../adapters/lists/EmailListsEmbedded.ts"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { commonMailDomains, largestMailDomains } from "../../../core/mail-addresses/MailDomains.ts"
import { anyCharacter } from "../../support/AnyCharacter.ts"
import { runs } from "../../support/TestRun.ts"

const lists = makeEmailLists(publicSuffixes)
const require = createRequire(import.meta.url)

describe("isDisposable", () => {
  it.each([
    "mailinator.com",
    "sub.mailinator.com",
    "a.b.mailinator.com",
    "guerrillamail.com",
    "10minutemail.com",
    "yopmail.com",
    "temp-mail.org",
    "mohmal.com",
    "dropmail.me",
    "moakt.com"
  ])("%s is disposable", (domain) => {
    assert.isTrue(lists.isDisposable(domain))
  })

  // Domains that some disposable-domain lists wrongly include: real mail domains and public suffixes.
  it.each([
    ...largestMailDomains,
    ...commonMailDomains,
    ...notDisposableDomains,
    ...relayDomains,
    "nus.edu.sg",
    "u.nus.edu.sg",
    "duck.com",
    "mozmail.com",
    "x.mozmail.com",
    "relay.firefox.com",
    "passmail.net",
    "addy.io",
    "ann.33mail.com",
    "keemail.me",
    "tuta.com",
    "tom.com",
    "test.com",
    "example.com",
    "google.com",
    "microsoft.com",
    "apple.com",
    "amazon.com",
    "github.com",
    "craigslist.org",
    "angi.com",
    "debian.org",
    "fastmail.com",
    "riseup.net",
    "mit.edu",
    "ox.ac.uk",
    "abdn.ac.uk",
    "uw.edu.pl",
    "unimelb.edu.au",
    "ing.nl",
    "barclays.co.uk",
    "deutsche-bank.de",
    "acme.pp.ua",
    "acme.msk.ru",
    "acme.web.id",
    "acme.my.id",
    "acme.com.ar",
    "acme.eu.org",
    "acme.co.uk",
    "acme.github.io",
    "acme.duckdns.org",
    "acme.mooo.com",
    "com",
    "co.uk",
    "com.ar",
    "pp.ua",
    "edu.pl",
    "unknown-company.example",
    ""
  ])("%s is not disposable", (domain) => {
    assert.isFalse(lists.isDisposable(domain))
  })

  it("covers nearly all of the most carefully maintained list", () => {
    const curated: ReadonlyArray<string> = require(
      "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json"
    )
    const held = curated.filter(lists.isDisposable)
    assert.isAbove(held.length / curated.length, 0.99)
  })

  it("applies to every name under a listed registrable domain", () => {
    const curated: ReadonlyArray<string> = require(
      "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json"
    )
    const registrable = curated.filter((domain) =>
      lists.isDisposable(domain) && publicSuffixes.registrableDomain(domain) === domain && !sharedZones.has(domain)
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...registrable),
        fc.stringMatching(/^[a-z]{1,8}(\.[a-z]{1,8})?$/),
        (domain, under) => {
          assert.isTrue(lists.isDisposable(`${under}.${domain}`))
        }
      )
    )
  })
})

describe("isPublicProvider", () => {
  it.each([
    ...morePublicProviders,
    "gmail.com",
    "googlemail.com",
    "yahoo.com",
    "yahoo.co.jp",
    "hotmail.com",
    "outlook.com",
    "aol.com",
    "gmx.de",
    "web.de",
    "mail.ru",
    "yandex.ru",
    "qq.com",
    "163.com",
    "naver.com",
    "orange.fr",
    "libero.it",
    "wp.pl",
    "seznam.cz"
  ])("%s is a public provider", (domain) => {
    assert.isTrue(lists.isPublicProvider(domain))
  })

  it.each([...misspelledProviders, "google.com", "mailinator.com", "yopmail.com", "example.com", "mit.edu", ""])(
    "%s is not a public provider",
    (domain) => {
      assert.isFalse(lists.isPublicProvider(domain))
    }
  )
})

describe("isRole", () => {
  it.each([
    "admin",
    "info",
    "sales",
    "support",
    "contact",
    "postmaster",
    "abuse",
    "webmaster",
    "noreply",
    "billing",
    "hr",
    "it",
    "sales+eu",
    "sales.2",
    "sales-2",
    "support-team",
    "info24",
    "vertrieb",
    "rechnung",
    "kontakt",
    "ventas",
    "comptabilite",
    "ufficio",
    "biuro",
    "zakupy",
    "satis",
    "bilgi",
    "verkoop"
  ])("%s is a role", (localPart) => {
    assert.isTrue(lists.isRole(localPart))
  })

  it.each([
    "ann",
    "ann.smith",
    "paris",
    "dean",
    "la",
    "md",
    "ca",
    "us",
    "hi",
    "informatics",
    "salesh",
    "1234",
    "john.admin",
    "",
    "+info",
    "user42",
    "student.2019",
    "test123",
    "user42+news"
  ])("%s is not a role", (localPart) => {
    assert.isFalse(lists.isRole(localPart))
  })
})

it("a number makes some names personal and leaves all others roles", () => {
  const [people, functions] = [["user", "member", "student", "hello"], [
    "info",
    "sales",
    "support",
    "admin",
    "vertrieb"
  ]]
  fc.assert(fc.property(
    fc.constantFrom(...people),
    fc.constantFrom(...functions),
    fc.constantFrom("", ".", "-", "_"),
    fc.nat(9_999),
    (person, role, sign, number) => {
      assert.isFalse(lists.isRole(`${person}${sign}${number}`))
      assert.isTrue(lists.isRole(`${role}${sign}${number}`))
    }
  ))
})

it("accepts any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      for (const ask of [lists.isDisposable, lists.isPublicProvider, lists.isRole]) assert.isBoolean(ask(text))
    }),
    runs(400)
  )
})
