import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { type EmailAddress, parseEmailAddress } from "../../../core/mail-addresses/EmailAddress.ts"
import { mailboxKey, normalizedAddress } from "../../../core/mail-addresses/MailboxKey.ts"
import { runs } from "../../support/TestRun.ts"
import { email } from "../emails/Arbitraries.ts"

const read = (text: string): EmailAddress => Result.getOrThrow(parseEmailAddress(text))
const keyOf = (text: string) => mailboxKey(read(text))

describe("normalizedAddress", () => {
  it("merges addresses that differ only in case and blanks", () => {
    assert.strictEqual(normalizedAddress(read(" Ann@Example.COM ")), normalizedAddress(read("ann@example.com.")))
  })

  it("distinguishes addresses that only a provider merges", () => {
    assert.notStrictEqual(normalizedAddress(read("a.nn@gmail.com")), normalizedAddress(read("ann@gmail.com")))
    assert.notStrictEqual(normalizedAddress(read("ann+x@example.com")), normalizedAddress(read("ann@example.com")))
  })
})

describe("mailboxKey", () => {
  it.each([
    ["A.n.N+shop@GoogleMail.com", "ann@gmail.com"],
    ["ann+shop@example.com", "ann@example.com"],
    ["a.nn@example.com", "a.nn@example.com"],
    ["a_n-n.x+1@pm.me", "annx@proton.me"],
    ["ann-shop@yahoo.com", "ann@yahoo.com"],
    ["ann-shop@example.com", "ann-shop@example.com"],
    ["ann+x@me.com", "ann@icloud.com"],
    ["ann@yandex.com", "ann@ya.ru"],
    ["ann.smith+x@yandex.ru", "ann-smith@ya.ru"],
    ["shop@ann.fastmail.com", "ann@fastmail.com"],
    ["+shop@example.com", "+shop@example.com"],
    ["_@proton.me", "_@proton.me"]
  ])("maps %s to %s", (text, key) => {
    assert.strictEqual(keyOf(text), key)
  })

  it("is itself an address with the same key", () => {
    fc.assert(
      fc.property(email, (text) => {
        assert.strictEqual(keyOf(keyOf(text)), keyOf(text))
      }),
      runs(400)
    )
  })

  it("is independent of tag and case", () => {
    fc.assert(fc.property(fc.stringMatching(/^[a-z0-9]{1,10}$/), fc.stringMatching(/^[a-z0-9]{0,9}$/), (name, tag) => {
      assert.strictEqual(keyOf(`${name.toUpperCase()}+${tag}@example.com`), keyOf(`${name}@example.com`))
      assert.strictEqual(keyOf(`${[...name].join(".")}+${tag}@googlemail.com`), keyOf(`${name}@gmail.com`))
    }))
  })
})
