import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import * as EmailListsMemory from "../../../adapters/lists/EmailListsMemory.ts"
import * as PublicSuffixesTldts from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { compileBlockRules } from "../../../core/block-rules/CompiledBlockRules.ts"
import { checkEmailWithoutVisitor } from "../../../core/emails/CheckEmail.ts"
import { checkEmails, parseEmailBatch } from "../../../core/emails/CheckEmails.ts"
import { EmailLists } from "../../../core/mail-addresses/EmailLists.ts"
import { PublicSuffixes } from "../../../core/urls/PublicSuffixes.ts"
import { email } from "./Arbitraries.ts"

const world = Layer.merge(EmailListsMemory.layer({ disposable: ["throwaway.example"] }), PublicSuffixesTldts.layer)
const noRules = compileBlockRules([])

describe("parseEmailBatch", () => {
  it("charges each unique address once and invalid ones not at all (decision 7)", () => {
    const batch = parseEmailBatch([
      "ann@example.com",
      " ANN@EXAMPLE.com ",
      "ann@bücher.example",
      "ann@xn--bcher-kva.example",
      "not an address",
      "a.nn@gmail.com",
      "ann@gmail.com"
    ])
    assert.strictEqual(batch.uniqueCount, 4)
    assert.deepStrictEqual(batch.addresses.map(({ index }) => index), [0, 1, 2, 3, 5, 6])
    assert.deepStrictEqual(batch.errors, [
      { index: 4, email: "not an address", message: "Invalid email: the @ is missing." }
    ])
  })

  it("accounts for every item once, and charges no more for repeated items", () => {
    fc.assert(fc.property(fc.array(fc.oneof(email, fc.string())), (emails) => {
      const batch = parseEmailBatch(emails)
      const indexes = [...batch.addresses, ...batch.errors].map(({ index }) => index).toSorted((a, b) => a - b)
      assert.deepStrictEqual(indexes, emails.map((_, index) => index))
      assert.isAtMost(batch.uniqueCount, batch.addresses.length)
      assert.strictEqual(parseEmailBatch([...emails, ...emails]).uniqueCount, batch.uniqueCount)
      assert.strictEqual(parseEmailBatch(emails.toReversed()).uniqueCount, batch.uniqueCount)
    }))
  })
})

describe("checkEmails", () => {
  it.effect("returns the single check's result for each valid item, in the given order", () =>
    Effect.gen(function*() {
      const emails = ["a@throwaway.example", "bad", "b@gmail.con", "a@throwaway.example"]
      const { errors, ok, results } = yield* checkEmails(parseEmailBatch(emails), noRules)
      assert.isTrue(ok)
      assert.deepStrictEqual(results.map(({ index }) => index), [0, 2, 3])
      assert.deepStrictEqual(errors.map(({ index }) => index), [1])
      const [lists, suffixes] = [yield* EmailLists, yield* PublicSuffixes]
      parseEmailBatch(emails).addresses.forEach(({ address, index }, at) => {
        assert.deepStrictEqual(results[at], { index, ...checkEmailWithoutVisitor(lists, suffixes, noRules, address) })
      })
      assert.notProperty(results[0], "ip_blocked")
      assert.notProperty(results[0], "ok")
    }).pipe(Effect.provide(world)))
})
