import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { createAccount } from "../../core/accounts/CreateAccount.ts"
import { createApiKey } from "../../core/accounts/CreateApiKey.ts"
import { createSite } from "../../core/accounts/CreateSite.ts"
import { rotateSiteSecret } from "../../core/accounts/RotateSiteSecret.ts"
import { parseEmailAddress } from "../../core/emails/EmailAddress.ts"
import { Accounts } from "../../core/ports/Accounts.ts"
import { ApiKeys } from "../../core/ports/ApiKeys.ts"
import { BlockRules } from "../../core/ports/BlockRules.ts"
import { Idempotency } from "../../core/ports/Idempotency.ts"
import { Ledger } from "../../core/ports/Ledger.ts"
import { Secrets } from "../../core/ports/Secrets.ts"
import { Sites } from "../../core/ports/Sites.ts"
import { onEveryStorage } from "../support/Storages.ts"

const at = new Date("2026-11-20T10:00:00.000Z")

onEveryStorage("storage ports", ({ layer }) => {
  const run = <A>(effect: Effect.Effect<A, unknown, any>) =>
    Effect.runPromise(Effect.provide(effect, layer() as Layer.Layer<any, unknown>) as Effect.Effect<A>)
  const account = Effect.map(createAccount("test"), ({ id }) => id)

  it("Accounts: made, found, listed, missing", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const made = yield* createAccount("Ünïcode & co.")
      expect(yield* accounts.get(made.id)).toEqual(made)
      expect(yield* accounts.list).toEqual([made])
      expect((yield* Effect.flip(accounts.get("nobody")))._tag).toBe("AccountNotFound")
    })))

  it("ApiKeys: found by digest until revoked, which counts at once", () =>
    run(Effect.gen(function*() {
      const keys = yield* ApiKeys
      const accountId = yield* account
      const { key, text } = yield* createApiKey({ accountId, name: "first" })
      const digest = (yield* Secrets).sha256Hex(text)
      expect(yield* keys.findLive(digest)).toEqual(key)
      expect(yield* keys.findLive("0".repeat(64))).toBe(null)
      expect(JSON.stringify(yield* keys.list(accountId))).not.toContain(text)
      expect((yield* Effect.flip(keys.revoke("other account", key.id, at)))._tag).toBe("ApiKeyNotFound")
      expect((yield* keys.findLive(digest))?.id).toBe(key.id)
      yield* keys.revoke(accountId, key.id, at)
      expect(yield* keys.findLive(digest)).toBe(null)
      expect((yield* keys.list(accountId)).map(({ revokedAt }) => revokedAt)).toEqual([at])
      expect((yield* Effect.flip(keys.revoke(accountId, key.id, at)))._tag).toBe("ApiKeyNotFound")
      expect(yield* keys.create({ ...key, id: "key_other", digest: "1".repeat(64) })).toBe(true)
      expect(yield* keys.create({ ...key, id: "key_other", digest: "2".repeat(64) })).toBe(false)
      expect(yield* keys.findLive("2".repeat(64))).toBe(null)
      expect((yield* keys.findLive("1".repeat(64)))?.id).toBe("key_other")
    })))

  it("Sites: two live secrets during a rotation, the oldest goes", () =>
    run(Effect.gen(function*() {
      const sites = yield* Sites
      const secrets = yield* Secrets
      const accountId = yield* account
      const { secretKey: first, site } = yield* createSite({
        accountId,
        name: "shop",
        hostnames: ["Shop.Example.com", "bücher.de"]
      })
      expect(site.hostnames).toEqual(["shop.example.com", "xn--bcher-kva.de"])
      const { secretKey: second } = yield* rotateSiteSecret(accountId, site.id)
      for (const text of [first, second]) expect((yield* sites.findBySecret(secrets.sha256Hex(text)))?.id).toBe(site.id)
      const { secretKey: third } = yield* rotateSiteSecret(accountId, site.id)
      expect(yield* sites.findBySecret(secrets.sha256Hex(first))).toBe(null)
      expect((yield* sites.findBySecret(secrets.sha256Hex(third)))?.id).toBe(site.id)
      expect((yield* sites.findBySiteKey(site.siteKey))?.hostnames).toEqual(site.hostnames)
      expect(yield* sites.list(accountId)).toHaveLength(1)
      expect((yield* Effect.flip(sites.get("other account", site.id)))._tag).toBe("SiteNotFound")
    })))

  it(
    "BlockRules: compiled anew after each change, one rule for each value, accounts apart",
    () =>
      run(Effect.gen(function*() {
        const rules = yield* BlockRules
        const [accountId, other] = [yield* account, yield* account]
        const rule = {
          accountId,
          kind: "domain",
          action: "block",
          value: "bad.example",
          note: "",
          createdAt: at
        } as const
        const address = yield* Effect.fromResult(parseEmailAddress("ann@mail.bad.example"))
        expect((yield* rules.compiled(accountId)).blocksEmail(address)).toBe(false)
        const added = yield* rules.add(rule)
        expect((yield* rules.add(rule)).id).toBe(added.id)
        expect(yield* rules.find(rule)).toEqual(added)
        for (
          const no of [{ action: "allow" }, { kind: "email" }, { value: "other.example" }, {
            accountId: other
          }] as const
        ) {
          expect(yield* rules.find({ ...rule, ...no })).toBeNull()
        }
        const later = { ...rule, createdAt: new Date(at.getTime() + 1) }
        expect(yield* rules.add({ ...later, note: "spam" })).toEqual({ ...added, note: "spam" })
        expect(yield* rules.add({ ...later, note: "" })).toEqual({ ...added, note: "spam" })
        expect((yield* rules.add({ ...rule, action: "allow", note: "but not these" })).id).not.toBe(added.id)
        yield* rules.remove(accountId, (yield* rules.list(accountId)).find(({ action }) => action === "allow")!.id)
        expect(yield* rules.add({ ...later, note: "scam" })).toEqual({ ...added, note: "scam" })
        expect(yield* rules.list(accountId)).toEqual([{ ...added, note: "scam" }])
        expect([yield* rules.count(accountId), yield* rules.count(other)]).toEqual([1, 0])
        expect((yield* rules.compiled(accountId)).blocksEmail(address)).toBe(true)
        expect((yield* rules.compiled(other)).blocksEmail(address)).toBe(false)
        expect((yield* Effect.flip(rules.remove(other, added.id)))._tag).toBe("BlockRuleNotFound")
        yield* rules.remove(accountId, added.id)
        expect((yield* rules.compiled(accountId)).blocksEmail(address)).toBe(false)
        expect(yield* rules.list(accountId)).toEqual([])
      }))
  )

  it(
    "Idempotency: claimed, running, answered with its charge, mismatch, released",
    () =>
      run(Effect.gen(function*() {
        const idempotency = yield* Idempotency
        const ledger = yield* Ledger
        const accountId = yield* account
        yield* ledger.execute({ kind: "grant", accountId, requestId: randomUUID(), amount: 5, note: "start" })
        const claim = (requestId: string, fingerprint = "f") =>
          idempotency.claim({ accountId, key: "k", fingerprint, requestId })
        const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
        const [winner, loser] = yield* Effect.all([claim(first), claim(second)], { concurrency: "unbounded" })
        expect([winner!.kind, loser!.kind]).toEqual(["claimed", "running"])
        expect(yield* claim(third, "other")).toEqual({ kind: "mismatch" })
        yield* idempotency.release({ accountId, key: "k", requestId: second })
        expect((yield* claim(third)).kind).toBe("running")
        yield* idempotency.release({ accountId, key: "k", requestId: first })
        expect((yield* claim(third)).kind).toBe("claimed")
        const answer = { accountId, key: "k", requestId: third, status: 200, body: "{\"ok\":true}" }
        yield* ledger.execute({ kind: "charge", accountId, requestId: third, amount: 1, note: "x", keyId: null }, {
          answer
        })
        expect(yield* claim(randomUUID())).toEqual({ kind: "answered", answer })
        expect((yield* claim(randomUUID(), "other")).kind).toBe("mismatch")
        yield* ledger.execute({ kind: "refund", accountId, requestId: third, note: "the caller had gone" })
        expect((yield* claim(randomUUID())).kind).toBe("claimed")
        expect((yield* idempotency.claim({ accountId: "other", key: "k", fingerprint: "f", requestId: second })).kind)
          .toBe("claimed")
        expect(yield* idempotency.sweep).toBe(0)
      }))
  )
})
