import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { type EmailProblem, parseEmailAddress } from "../../../core/mail-addresses/EmailAddress.ts"
import { anyCharacter } from "../../support/AnyCharacter.ts"
import { measureCpuMillis } from "../../support/CpuTime.ts"
import { runs } from "../../support/TestRun.ts"
import { email } from "../emails/Arbitraries.ts"

const read = (text: string) => Result.getOrThrow(parseEmailAddress(text)).address
const problemOf = (text: string) => Result.getOrThrow(Result.flip(parseEmailAddress(text))).problem

describe("parseEmailAddress", () => {
  it.each([
    ["ann@example.com", "ann@example.com"],
    ["Ann.Smith+news@EXAMPLE.Com", "Ann.Smith+news@example.com"],
    [" \tann@example.com\t ", "ann@example.com"],
    ["ann@example.com.", "ann@example.com"],
    ["!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"],
    ["ann@bücher.example", "ann@xn--bcher-kva.example"],
    ["ann@xn--bcher-kva.example", "ann@xn--bcher-kva.example"],
    ["ann@ｇｍａｉｌ.com", "ann@gmail.com"],
    ["ann@例え。テスト", "ann@xn--r8jz45g.xn--zckzah"],
    ["用户@example.com", "用户@example.com"],
    ["cafe\u0301@example.com", "café@example.com"],
    ["a@b.co", "a@b.co"],
    ["ann@sub.sub2.example.museum", "ann@sub.sub2.example.museum"],
    ["ann@gmail.con", "ann@gmail.con"],
    ["ann@no-such-top-level.zzzz", "ann@no-such-top-level.zzzz"],
    [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`],
    [`a@${"b".repeat(63)}.com`, `a@${"b".repeat(63)}.com`]
  ])("parses %j", (text, expected) => {
    assert.strictEqual(read(text), expected)
  })

  it.each<[string, EmailProblem]>([
    ["", "empty"],
    [" \t ", "empty"],
    ["ann", "no-at"],
    ["ann.example.com", "no-at"],
    ["@example.com", "local-empty"],
    ["ann@", "domain-empty"],
    [".ann@example.com", "local-dots"],
    ["ann.@example.com", "local-dots"],
    ["an..n@example.com", "local-dots"],
    ["an n@example.com", "local-character"],
    ["a@b@example.com", "local-character"],
    ["ann<b>@example.com", "local-character"],
    ["ann,bob@example.com", "local-character"],
    ["a\u200bnn@example.com", "local-character"],
    ["a\u202enn@example.com", "local-character"],
    ["a\ud800nn@example.com", "local-character"],
    // U+037E becomes a semicolon by normalization.
    ["é\u037enn@example.com", "local-character"],
    ["\"ann\"@example.com", "quoted"],
    ["\"a\rn\"@example.com", "control-character"],
    ["ann\r\nBcc: x@example.com", "control-character"],
    ["ann@example.com\n", "control-character"],
    ["ann@exa\tmple.com", "control-character"],
    ["ann\0@example.com", "control-character"],
    ["ann\u001f@example.com", "control-character"],
    ["ann\u007f@example.com", "control-character"],
    ["ann\u009f@example.com", "control-character"],
    ["ann\u00a0x@example.com", "local-character"],
    ["ann@[192.0.2.1]", "domain-literal"],
    ["ann@localhost", "domain-single-label"],
    ["ann@192.0.2.1", "domain-numeric"],
    ["ann@example.123", "domain-numeric"],
    ["ann@-example.com", "domain-label"],
    ["ann@example-.com", "domain-label"],
    ["ann@example..com", "domain-label"],
    ["ann@.example.com", "domain-label"],
    ["ann@example.com..", "domain-label"],
    [`ann@${"b".repeat(64)}.com`, "domain-label"],
    ["ann@exam_ple.com", "domain-name"],
    ["ann@exam ple.com", "domain-name"],
    ["ann@example.com/path", "domain-name"],
    ["ann@exa%6dple.com", "domain-name"],
    ["ann@xn--zzzzzzz---.com", "domain-label"],
    [`${"a".repeat(65)}@example.com`, "local-too-long"],
    [`${"é".repeat(33)}@example.com`, "local-too-long"],
    [`${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(58)}.com`, "too-long"]
  ])("refuses %j", (text, problem) => {
    assert.strictEqual(problemOf(text), problem)
  })

  it("accepts at most 254 bytes", () => {
    const domain = `${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.com`
    assert.isTrue(Result.isSuccess(parseEmailAddress(`${"a".repeat(64)}@${domain}`)))
    assert.strictEqual(`${"a".repeat(64)}@${domain}`.length, 254)
  })

  it("is total, and its results parse to themselves", () => {
    fc.assert(
      fc.property(fc.oneof(email, fc.string({ unit: anyCharacter }), hostile), (text) => {
        const once = parseEmailAddress(text)
        if (Result.isFailure(once)) {
          assert.match(once.failure.message, /^Invalid email: .+\.$/)
          return
        }
        assert.deepStrictEqual(Result.getOrThrow(parseEmailAddress(once.success.address)), once.success)
        assert.strictEqual(once.success.address, `${once.success.localPart}@${once.success.domain}`)
        assert.match(once.success.domain, /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/)
        // eslint-disable-next-line no-control-regex
        assert.notMatch(once.success.address, /[\0-\x20\x7f]/)
      }),
      runs(400)
    )
  })

  it("ignores surrounding blanks and the case of the domain", () => {
    fc.assert(fc.property(email, fc.stringMatching(/^[ \t]{0,3}$/), (text, blanks) => {
      const at = text.lastIndexOf("@")
      assert.strictEqual(read(blanks + text.slice(0, at) + text.slice(at).toUpperCase() + blanks), read(text))
    }))
  })

  it.each([
    ["blanks", " ".repeat(1_000_000)],
    ["dots", ".".repeat(1_000_000) + "@example.com"],
    ["ats", "@".repeat(1_000_000)],
    ["one label", "a@" + "b".repeat(1_000_000) + ".com"],
    ["labels", "a@" + "b.".repeat(500_000)],
    ["marks", "a" + "\u0301".repeat(1_000_000) + "@example.com"],
    ["international labels", "a@" + "ü.".repeat(500_000) + "com"]
  ])("processes a megabyte of %s immediately", (_, text) => {
    assert.isTrue(Result.isFailure(parseEmailAddress(text)))
    assert.isBelow(measureCpuMillis(() => void parseEmailAddress(text)), 200)
  })
})

const hostile = fc.array(
  fc.constantFrom(
    "@",
    ".",
    "-",
    "a",
    "Z",
    "0",
    "ü",
    "。",
    "＠",
    "\u0301",
    "\u200d",
    "\ud800",
    "%00",
    "[",
    "xn--",
    "\"",
    " "
  ),
  { maxLength: 40 }
).map((parts) => parts.join(""))
