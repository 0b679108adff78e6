import { Effect, Layer } from "effect"
import { createHash, createHmac, randomBytes } from "node:crypto"
import type { Account } from "../../../core/accounts/Account.ts"
import { AccountNotFound, Accounts } from "../../../core/accounts/Accounts.ts"
import { Ledger } from "../../../core/credits/Ledger.ts"
import type { LedgerCommand } from "../../../core/credits/LedgerCommand.ts"
import { type Balance, decide, emptyBalance, evolve, type RequestMovements } from "../../../core/credits/LedgerRules.ts"
import { Secrets } from "../../../core/kernel/Secrets.ts"
import type { ApiKey } from "../../../core/keys/ApiKey.ts"
import { ApiKeyNotFound, ApiKeys } from "../../../core/keys/ApiKeys.ts"
import type { Site } from "../../../core/sites/Site.ts"
import { SiteNotFound, Sites } from "../../../core/sites/Sites.ts"

const layerSecrets = Layer.succeed(Secrets, {
  randomBytes: (count) => new Uint8Array(randomBytes(count)),
  sha256Hex: (text) => createHash("sha256").update(text).digest("hex"),
  hmacSha256Base64: (key, text) => createHmac("sha256", key).update(text).digest("base64"),
  equal: (a, b) => a === b
})

const layerAccounts = Layer.sync(Accounts, () => {
  const accounts = new Map<string, Account>()
  return Accounts.of({
    create: (account) => Effect.sync(() => void accounts.set(account.id, account)),
    get: (id) =>
      Effect.suspend(() => accounts.has(id) ? Effect.succeed(accounts.get(id)!) : new AccountNotFound({ id })),
    list: Effect.sync(() => [...accounts.values()])
  })
})

const layerApiKeys = Layer.sync(ApiKeys, () => {
  const keys = new Map<string, ApiKey>()
  return ApiKeys.of({
    create: (key) => Effect.sync(() => keys.size < keys.set(key.id, key).size),
    findActive: (digest) =>
      Effect.sync(() => [...keys.values()].find((key) => key.digest === digest && key.revokedAt === null) ?? null),
    list: (accountId) => Effect.sync(() => [...keys.values()].filter((key) => key.accountId === accountId)),
    revoke: Effect.fnUntraced(function*(accountId, id, at) {
      const key = keys.get(id)
      if (key === undefined || key.accountId !== accountId || key.revokedAt !== null) {
        return yield* new ApiKeyNotFound({ id })
      }
      keys.set(id, { ...key, revokedAt: at })
    }),
    recordUse: () => {}
  })
})

const layerSites = Layer.sync(Sites, () => {
  const removed = new Set<string>()
  const sites = new Map<string, Site>()
  const get = Effect.fnUntraced(function*(accountId: string, id: string) {
    const site = sites.get(id)
    return site?.accountId === accountId ? site : yield* new SiteNotFound({ id })
  })
  return Sites.of({
    create: (site) => Effect.sync(() => void sites.set(site.id, site)),
    get,
    findBySiteKey: (siteKey) => Effect.sync(() => [...sites.values()].find((site) => site.siteKey === siteKey) ?? null),
    findBySecret: (digest) =>
      Effect.sync(() => [...sites.values()].find((site) => site.secretDigests.includes(digest)) ?? null),
    list: (accountId) => Effect.sync(() => [...sites.values()].filter((site) => site.accountId === accountId)),
    setSecrets: Effect.fnUntraced(function*(accountId, id, digests) {
      sites.set(id, { ...(yield* get(accountId, id)), secretDigests: digests })
    }),
    change: Effect.fnUntraced(function*(accountId, id, change) {
      sites.set(id, { ...(yield* get(accountId, id)), ...change })
    }),
    remove: Effect.fnUntraced(function*(accountId, id) {
      const { name } = yield* get(accountId, id)
      sites.delete(id)
      removed.add(`${accountId} ${name}`)
    }),
    wasRemoved: (accountId, name) => Effect.sync(() => removed.has(`${accountId} ${name}`))
  })
})

const layerLedger = Layer.sync(Ledger, () => {
  const balances = new Map<string, Balance>()
  const requests = new Map<string, RequestMovements>()
  return Ledger.of({
    execute: Effect.fnUntraced(function*(command: LedgerCommand) {
      let balance = balances.get(command.accountId) ?? emptyBalance
      const past = requests.get(command.requestId) ?? {}
      const movements = yield* Effect.fromResult(decide(balance, past, command))
      for (const movement of movements) {
        balance = evolve(balance, movement)
        requests.set(command.requestId, { ...past, [movement.kind]: movement })
      }
      balances.set(command.accountId, balance)
      return { ...balance, hasMoved: movements.length > 0 }
    }),
    markDelivered: () => {},
    balance: (accountId) => Effect.sync(() => balances.get(accountId) ?? emptyBalance),
    statement: () => Effect.succeed([]),
    movements: () => Effect.succeed([]),
    refundOrphans: Effect.succeed(0),
    verify: Effect.succeed({ movements: 0, sum: 0, faults: [] })
  })
})

/** In-memory ports for accounts. Each test gets new ones. */
export const layerMemory = Layer.mergeAll(layerSecrets, layerAccounts, layerApiKeys, layerSites, layerLedger)
