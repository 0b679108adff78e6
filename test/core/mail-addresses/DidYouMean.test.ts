import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { correctDomain, misspelledTopLevels, realSimilarDomains } from "../../../core/mail-addresses/DidYouMean.ts"
import { keyboardDistance } from "../../../core/mail-addresses/KeyboardDistance.ts"
import { commonMailDomains, largestMailDomains } from "../../../core/mail-addresses/MailDomains.ts"
import { runs } from "../../support/TestRun.ts"
import { domain, label } from "../emails/Arbitraries.ts"

const correct = (domain: string) => correctDomain(domain, publicSuffixes.hasKnownTopLevel)
const targets: ReadonlyArray<string> = [...largestMailDomains, ...commonMailDomains]

describe("correctDomain", () => {
  it.each([
    ["gmail.con", "gmail.com"],
    ["gmial.com", "gmail.com"],
    ["gamil.com", "gmail.com"],
    ["gmai.com", "gmail.com"],
    ["gnail.com", "gmail.com"],
    ["gmail.co", "gmail.com"],
    ["gmail.comm", "gmail.com"],
    ["gmali.cmo", "gmail.com"],
    ["yaho.com", "yahoo.com"],
    ["yahooo.com", "yahoo.com"],
    ["hotmial.com", "hotmail.com"],
    ["hotmail.con", "hotmail.com"],
    ["hotmai.fr", "hotmail.fr"],
    ["outlok.com", "outlook.com"],
    ["iclod.com", "icloud.com"],
    ["protonmial.com", "protonmail.com"],
    ["comcast.ner", "comcast.net"],
    ["laposte.nte", "laposte.net"],
    ["some-company.con", "some-company.com"],
    ["some-charity.orgg", "some-charity.org"],
    ["mail.some-company.con", "mail.some-company.com"]
  ])("corrects %s to %s", (typed, meant) => {
    assert.strictEqual(correct(typed), meant)
  })

  // Real domains that other checkers wrongly correct, or that are similar to the domain of a correction.
  it.each([
    ...targets,
    ...realSimilarDomains,
    "mail.com",
    "email.com",
    "ymail.com",
    "mask.io",
    "mailw.com",
    "gmail.hu",
    "gmail.fr",
    "onet.pl",
    "uol.com.br",
    "libero.it",
    "proton.me",
    "duck.com",
    "tuta.com",
    "tuta.io",
    "tutanota.com",
    "keemail.me",
    "nus.edu.sg",
    "aalto.fi",
    "abdn.ac.uk",
    "company.xyz",
    "cloud.com",
    "hicloud.com",
    "jcloud.com",
    "gmx.us",
    "google.com",
    "microsoft.com",
    "apple.com",
    "ynet.com",
    "mybet.com",
    "live.se",
    "yandex.net",
    "box.com",
    "zoom.us",
    "me.net",
    "att.com",
    "cox.com",
    "aim.com",
    "aon.at"
  ])("leaves %s alone", (domain) => {
    assert.isNull(correct(domain))
  })

  it("makes no guess if two targets are equally near", () => {
    assert.isNull(correct("hotmail.e"))
    assert.isNull(correct("yahoo.fe"))
  })

  it("suggests a target or the same name under a real TLD, and never the input", () => {
    const slip = fc.tuple(fc.constantFrom(...targets), fc.nat(), fc.constantFrom("", ..."abcdefghijklmnopqrstuvwxyz.-"))
      .map(([target, at, key]) => target.slice(0, at % target.length) + key + target.slice(at % target.length + 1))
    fc.assert(
      fc.property(fc.oneof(domain, slip), (typed) => {
        const meant = correct(typed)
        if (meant === null) return
        assert.notStrictEqual(meant, typed)
        assert.isTrue(
          targets.includes(meant) || meant.slice(0, meant.lastIndexOf(".")) === typed.slice(0, typed.lastIndexOf("."))
        )
        assert.isTrue(publicSuffixes.hasKnownTopLevel(meant))
        assert.isNull(correct(meant))
      }),
      runs(400)
    )
  })

  it("leaves long and unusual names alone", () => {
    fc.assert(fc.property(label, fc.stringMatching(/^[a-z]{12,40}$/), (one, other) => {
      assert.isNull(correct(`${one}${other}qx.com`))
    }))
    assert.isNull(correct(`${"a".repeat(100_000)}.com`))
  })

  it("repairs only TLDs that do not exist", () => {
    for (const [slip, meant] of misspelledTopLevels) {
      assert.isFalse(publicSuffixes.hasKnownTopLevel(`example.${slip}`), slip)
      assert.strictEqual(correct(`my-own-company.${slip}`), `my-own-company.${meant}`)
    }
  })

  it("finds 80% of single-key typos at the largest providers, with hardly any wrong suggestion", () => {
    const found = largestMailDomains.flatMap((meant) => slipsOf(meant).map((typed) => [meant, correct(typed)] as const))
    const right = found.filter(([meant, suggested]) => suggested === meant).length
    const wrong = found.filter(([meant, suggested]) => suggested !== null && suggested !== meant).length
    assert.isAbove(right / found.length, 0.78)
    assert.isBelow(wrong / found.length, 0.005)
  })
})

describe("keyboardDistance", () => {
  it("is zero for the same word only", () => {
    fc.assert(fc.property(label, label, (one, other) => {
      assert.strictEqual(keyboardDistance(one, one), 0)
      assert.strictEqual(keyboardDistance(one, other) === 0, one === other)
    }))
  })

  it("weighs a typo by its likelihood", () => {
    assert.isBelow(keyboardDistance("gmial", "gmail"), keyboardDistance("gmaio", "gmail"))
    assert.isBelow(keyboardDistance("gmaio", "gmail"), keyboardDistance("gmaix", "gmail"))
  })

  it.each([
    ["two letters swapped", "ab", "ba", 0.6],
    ["two letters swapped, of others", "xaby", "xbay", 0.6],
    ["a letter too few", "gmil", "gmail", 0.75],
    ["a letter too many", "gmaiul", "gmail", 1],
    ["a letter doubled", "gmmail", "gmail", 0.5],
    ["a key beside the right one", "gmaul", "gmail", 0.7],
    ["a key above the right one, to its left", "gmqil", "gmail", 0.7],
    ["a key above the right one, to its right", "gmwil", "gmail", 0.7],
    ["a key far from the right one", "gmpil", "gmail", 1.3],
    ["the last key of the row above", "gmaip", "gmail", 0.7],
    ["a digit above the right key, to its left", "gma8l", "gmail", 0.7],
    ["a digit above the right key, to its right", "gma9l", "gmail", 0.7],
    ["a digit far from the right key", "gma0l", "gmail", 1.3],
    ["a key below the right one, to its left", "vmail", "gmail", 0.7],
    ["a key below the right one, to its right", "bmail", "gmail", 0.7],
    ["a key below the right one, two to its right", "nmail", "gmail", 1.3],
    ["a letter doubled before two that are swapped", "aab", "ba", 1.1],
    ["a letter doubled after two that are swapped", "abb", "ba", 1.1],
    ["nothing typed", "", "ab", 1.5],
    ["nothing meant", "ab", "", 2],
    ["letters that are no ASCII", "gmäil", "gmail", 1.3],
    // In a table with 128 columns, `p` and `á` would share the entry of `q` and `a`, which are adjacent keys.
    ["a letter that is no ASCII, whatever its code", "p", "á", 1.3],
    ["a letter that is no ASCII in the place of one that is", "á", "p", 1.3]
  ])("counts %s", (_, typed, meant, distance) => {
    assert.closeTo(keyboardDistance(typed, meant), distance, 1e-9)
  })
})

/** Returns the words with one letter omitted, doubled, or swapped with the next letter. */
const slipsOf = (word: string): ReadonlyArray<string> =>
  [...word].flatMap((letter, at) => [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + (word[at + 1] ?? "") + letter + word.slice(at + 2)
  ]).filter((slip) => slip !== word && /^[^.]+\.[^.]+$/.test(slip))
