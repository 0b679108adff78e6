import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import * as EmailListsMemory from "../../../adapters/lists/EmailListsMemory.ts"
import * as PublicSuffixesTldts from "../../../adapters/lists/PublicSuffixesTldts.ts"
import type { BlockRule, BlockRuleKind } from "../../../core/block-rules/BlockRules.ts"
import { compileBlockRules } from "../../../core/block-rules/CompiledBlockRules.ts"
import { checkEmail } from "../../../core/emails/CheckEmail.ts"
import { Geo } from "../../../core/kernel/networks/Geo.ts"

const world = Layer.mergeAll(
  EmailListsMemory.layer({
    disposable: ["throwaway.example"],
    publicProviders: ["gmail.com", "yahoo.de"],
    roles: ["info"]
  }),
  PublicSuffixesTldts.layer,
  Layer.succeed(Geo, { countryOf: (ip) => ip.startsWith("192.") ? "NL" : null, asnOf: () => null })
)

const rule = (kind: BlockRuleKind, value: string, action: BlockRule["action"] = "block"): BlockRule => ({
  id: 1,
  accountId: "acc_1",
  kind,
  action,
  value,
  note: "",
  createdAt: new Date(0)
})

const noRules = compileBlockRules([])

describe("checkEmail", () => {
  it.effect("has exactly the fields of the contract", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* checkEmail({ email: " Ann.Smith@Example.COM ", rules: noRules }), {
        ok: true,
        email: "Ann.Smith@example.com",
        domain: "example.com",
        disposable: false,
        email_blocked: false,
        role_account: false,
        public_domain: false,
        did_you_mean: null,
        ip_blocked: null,
        country_blocked: null
      })
    }).pipe(Effect.provide(world)))

  it.effect("reports what the lists contain", () =>
    Effect.gen(function*() {
      assert.isTrue((yield* checkEmail({ email: "a@throwaway.example", rules: noRules })).disposable)
      assert.isTrue((yield* checkEmail({ email: "a@gmail.com", rules: noRules })).public_domain)
      assert.isTrue((yield* checkEmail({ email: "INFO@example.com", rules: noRules })).role_account)
    }).pipe(Effect.provide(world)))

  it.effect("suggests the whole address, and leaves a listed provider alone", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* checkEmail({ email: "Ann@gmail.con", rules: noRules })).did_you_mean, "Ann@gmail.com")
      assert.isNull((yield* checkEmail({ email: "ann@yahoo.de", rules: noRules })).did_you_mean)
    }).pipe(Effect.provide(world)))

  it.effect("applies the account's rules", () =>
    Effect.gen(function*() {
      const rules = compileBlockRules([
        rule("domain", "example.com"),
        rule("cidr", "192.0.2.0/24"),
        rule("country", "NL")
      ])
      const blocked = yield* checkEmail({ email: "a@mail.example.com", ip: "192.0.2.7", rules })
      assert.deepInclude(blocked, { email_blocked: true, ip_blocked: true, country_blocked: true })
      const elsewhere = yield* checkEmail({ email: "a@example.org", ip: "2001:4860::1", rules })
      assert.deepInclude(elsewhere, { email_blocked: false, ip_blocked: false, country_blocked: false })
    }).pipe(Effect.provide(world)))

  it.effect("fails for an invalid address, and dies of an invalid IP address", () =>
    Effect.gen(function*() {
      const failure = yield* Effect.flip(checkEmail({ email: "ann", rules: noRules }))
      assert.strictEqual(failure._tag, "InvalidEmailAddress")
      assert.strictEqual(failure.message, "Invalid email: the @ is missing.")
      const exit = yield* Effect.exit(checkEmail({ email: "a@example.com", ip: "01.2.3.4", rules: noRules }))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    }).pipe(Effect.provide(world)))
})
