import { Effect } from "effect"
import { Accounts } from "../../../core/accounts/Accounts.ts"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { BlockRules } from "../../../core/block-rules/BlockRules.ts"
import { Secrets } from "../../../core/kernel/Secrets.ts"
import { ApiKeys } from "../../../core/keys/ApiKeys.ts"
import { createApiKey } from "../../../core/keys/ManageKeys.ts"
import { parseEmailAddress } from "../../../core/mail-addresses/EmailAddress.ts"
import { createSite, rotateSiteSecret } from "../../../core/sites/ManageSites.ts"
import { Sites } from "../../../core/sites/Sites.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"
import { createAccountId } from "./People.ts"

const at = new Date("2026-11-20T10:00:00.000Z")

export const accountsContract = contract<Accounts | Secrets>("Accounts", ({ testIsolated }) => {
  testIsolated(
    "created, found, listed, missing",
    Effect.gen(function*() {
      const accounts = yield* Accounts
      const made = yield* createAccount("Ünïcode & co.")
      expect(yield* accounts.get(made.id)).toEqual(made)
      expect(yield* accounts.list).toEqual([made])
      const second = yield* createAccount("second")
      expect(yield* accounts.get(made.id)).toEqual(made)
      expect(yield* accounts.get(second.id)).toEqual(second)
      expect((yield* accounts.list).map(({ id }) => id).toSorted()).toEqual([made.id, second.id].toSorted())
      expect((yield* Effect.flip(accounts.get("nobody")))._tag).toBe("AccountNotFound")
    })
  )
})

export const apiKeysContract = contract<ApiKeys | Accounts | Secrets>("ApiKeys", ({ test }) => {
  test(
    "found by digest until revoked, which applies at once",
    Effect.gen(function*() {
      const keys = yield* ApiKeys
      const mine = yield* createAccountId
      const { key, text } = yield* createApiKey({ accountId: mine, name: "first" })
      const digest = (yield* Secrets).sha256Hex(text)
      expect(yield* keys.findActive(digest)).toEqual(key)
      expect(yield* keys.findActive("0".repeat(64))).toBe(null)
      expect(JSON.stringify(yield* keys.list(mine))).not.toContain(text)
      yield* keys.revoke(mine, key.id, at)
      expect(yield* keys.findActive(digest)).toBe(null)
      expect((yield* keys.list(mine)).map(({ revokedAt }) => revokedAt)).toEqual([at])
      keys.recordUse(key.id, at.getTime() + 1)
      const lastUse = Effect.map(keys.list(mine), ([one]) => one!.lastUsedAt)
      while ((yield* lastUse) === null) yield* Effect.sleep(2)
      expect(yield* lastUse).toEqual(new Date(at.getTime() + 1))
      expect((yield* Effect.flip(keys.revoke(mine, key.id, at)))._tag).toBe("ApiKeyNotFound")
      expect(yield* keys.create({ ...key, id: "key_other", digest: "1".repeat(64) })).toBe(true)
      expect(yield* keys.create({ ...key, id: "key_other", digest: "2".repeat(64) })).toBe(false)
      expect(yield* keys.findActive("2".repeat(64))).toBe(null)
      expect((yield* keys.findActive("1".repeat(64)))?.id).toBe("key_other")
    })
  )

  test(
    "listed and revoked only within their account",
    Effect.gen(function*() {
      const keys = yield* ApiKeys
      const [mine, other] = [yield* createAccountId, yield* createAccountId]
      const { key, text } = yield* createApiKey({ accountId: mine, name: "same" })
      const { key: theirs } = yield* createApiKey({ accountId: other, name: "same" })
      expect(yield* keys.list(mine)).toEqual([key])
      expect(yield* keys.list(other)).toEqual([theirs])
      expect((yield* Effect.flip(keys.revoke(other, key.id, at)))._tag).toBe("ApiKeyNotFound")
      expect(yield* keys.findActive((yield* Secrets).sha256Hex(text))).toEqual(key)
      expect(yield* keys.list(mine)).toEqual([key])
    })
  )
})

export const siteSecretsContract = contract<Sites | Accounts | Secrets>("secrets of Sites", ({ test }) => {
  test(
    "two active secrets during a rotation, and the oldest is removed",
    Effect.gen(function*() {
      const sites = yield* Sites
      const secrets = yield* Secrets
      const mine = yield* createAccountId
      const { secretKey: first, site } = yield* createSite({
        accountId: mine,
        name: "shop",
        hostnames: ["Shop.Example.com", "bücher.de"]
      })
      expect(site.hostnames).toEqual(["shop.example.com", "xn--bcher-kva.de"])
      const { secretKey: second } = yield* rotateSiteSecret(mine, site.id)
      for (const text of [first, second]) expect((yield* sites.findBySecret(secrets.sha256Hex(text)))?.id).toBe(site.id)
      const { secretKey: third } = yield* rotateSiteSecret(mine, site.id)
      expect(yield* sites.findBySecret(secrets.sha256Hex(first))).toBe(null)
      expect((yield* sites.findBySecret(secrets.sha256Hex(third)))?.id).toBe(site.id)
      expect((yield* sites.findBySiteKey(site.siteKey))?.hostnames).toEqual(site.hostnames)
      expect(yield* sites.list(mine)).toHaveLength(1)
    })
  )
})

export const blockRulesContract = contract<BlockRules | Accounts | Secrets>("BlockRules", ({ test }) => {
  test(
    "compiled again after each change, one rule per value",
    Effect.gen(function*() {
      const rules = yield* BlockRules
      const mine = yield* createAccountId
      const rule = ruleOf(mine)
      const address = yield* badAddress
      expect((yield* rules.compiled(mine)).blocksEmail(address)).toBe(false)
      const added = yield* rules.add(rule)
      expect((yield* rules.add(rule)).id).toBe(added.id)
      expect(yield* rules.find(rule)).toEqual(added)
      for (const no of [{ action: "allow" }, { kind: "email" }, { value: "other.example" }] as const) {
        expect(yield* rules.find({ ...rule, ...no })).toBeNull()
      }
      const later = { ...rule, createdAt: new Date(at.getTime() + 1) }
      expect(yield* rules.add({ ...later, note: "spam" })).toEqual({ ...added, note: "spam" })
      expect(yield* rules.add({ ...later, note: "" })).toEqual({ ...added, note: "spam" })
      expect((yield* rules.add({ ...rule, action: "allow", note: "but not these" })).id).not.toBe(added.id)
      yield* rules.remove(mine, (yield* rules.list(mine)).find(({ action }) => action === "allow")!.id)
      expect(yield* rules.add({ ...later, note: "scam" })).toEqual({ ...added, note: "scam" })
      expect(yield* rules.list(mine)).toEqual([{ ...added, note: "scam" }])
      expect((yield* rules.compiled(mine)).blocksEmail(address)).toBe(true)
      yield* rules.remove(mine, added.id)
      expect((yield* rules.compiled(mine)).blocksEmail(address)).toBe(false)
      expect(yield* rules.list(mine)).toEqual([])
    })
  )

  test(
    "found, counted, compiled and removed only within their account",
    Effect.gen(function*() {
      const rules = yield* BlockRules
      const [mine, other, third] = [yield* createAccountId, yield* createAccountId, yield* createAccountId]
      const address = yield* badAddress
      const added = yield* rules.add(ruleOf(mine))
      expect(yield* rules.find(ruleOf(other))).toBeNull()
      const theirs = yield* rules.add({ ...ruleOf(other), action: "allow" })
      expect(yield* Effect.forEach([mine, other, third], rules.list)).toEqual([[added], [theirs], []])
      expect(yield* Effect.forEach([mine, other, third], rules.count)).toEqual([1, 1, 0])
      const blocks = Effect.forEach(
        [mine, other, third],
        (one) => Effect.map(rules.compiled(one), (compiled) => compiled.blocksEmail(address))
      )
      expect(yield* blocks).toEqual([true, false, false])
      // Checks again, because the compiled rules are now cached.
      expect(yield* blocks).toEqual([true, false, false])
      expect((yield* Effect.flip(rules.remove(other, added.id)))._tag).toBe("BlockRuleNotFound")
      yield* rules.remove(other, theirs.id)
      expect(yield* Effect.forEach([mine, other], rules.list)).toEqual([[added], []])
    })
  )
})

const ruleOf = (accountId: string) =>
  ({ accountId, kind: "domain", action: "block", value: "bad.example", note: "", createdAt: at }) as const

const badAddress = Effect.suspend(() => Effect.fromResult(parseEmailAddress("ann@mail.bad.example")))
