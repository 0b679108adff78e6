import { Effect, Layer, Result } from "effect"
import { expect, it } from "vitest"
import * as PasswordsNode from "../../../adapters/crypto/PasswordsNode.ts"
import * as EmailListsEmbedded from "../../../adapters/lists/EmailListsEmbedded.ts"
import * as PopularDomainsEmbedded from "../../../adapters/lists/PopularDomainsEmbedded.ts"
import * as PublicSuffixesTldts from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { BlockRules } from "../../../core/block-rules/BlockRules.ts"
import { checkEmailWithoutVisitor } from "../../../core/emails/CheckEmail.ts"
import { parseEmailAddress } from "../../../core/mail-addresses/EmailAddress.ts"
import { EmailLists } from "../../../core/mail-addresses/EmailLists.ts"
import { PublicSuffixes } from "../../../core/urls/PublicSuffixes.ts"
import { makeAddress } from "../../../scripts/seed/Addresses.ts"
import { Random } from "../../../scripts/seed/Random.ts"
import { seedMembers, seedRules } from "../../../scripts/seed/SeedAccountData.ts"
import { storages } from "../../support/Storages.ts"

it("the description of a seeded address matches its check", () => {
  const program = Effect.gen(function*() {
    const { id } = yield* createAccount("seeded")
    yield* seedMembers(id)
    yield* seedRules(id)
    const rules = yield* (yield* BlockRules).compiled(id)
    const [lists, suffixes] = [yield* EmailLists, yield* PublicSuffixes]
    const random = new Random(1)
    const seen = new Set<string>()
    for (let count = 0; count < 2_000; count++) {
      const { address, verdict } = makeAddress(random)
      const check = checkEmailWithoutVisitor(lists, suffixes, rules, Result.getOrThrow(parseEmailAddress(address)))
      const names = ["disposable", "email_blocked", "role_account", "public_domain"] as const
      const found = names.filter((name) => check[name])
      expect(found.length === 0 ? "nothing found" : found.join(", "), address).toBe(verdict)
      expect(check.did_you_mean, address).toBeNull()
      expect(suffixes.hasKnownTopLevel(check.domain), address).toBe(true)
      seen.add(verdict)
    }
    expect(seen.size).toBe(5)
  })
  const layer = Layer.mergeAll(
    storages[0].layer(),
    EmailListsEmbedded.layer,
    PasswordsNode.layer,
    PopularDomainsEmbedded.layer,
    PublicSuffixesTldts.layer
  )
  return Effect.runPromise(Effect.provide(program, layer) as Effect.Effect<void>)
})
