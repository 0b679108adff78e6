import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { createAccount } from "../../core/accounts/ManageAccounts.ts"
import { createSite } from "../../core/sites/ManageSites.ts"
import { Sites } from "../../core/sites/Sites.ts"
import { describeContract, layerSqlite, layerStorageSql } from "../support/Storages.ts"
import { sitesContract } from "./kit/Sites.ts"

describeContract(sitesContract)

const createSiteAndAccount = Effect.gen(function*() {
  const { id: accountId } = yield* createAccount("test")
  return { accountId, ...(yield* createSite({ accountId, name: "shop", hostnames: ["example.com"] })) }
})

it("sites that were read remain known while the database is down", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const sites = yield* Sites
      const { accountId, site } = yield* createSiteAndAccount
      const { site: other } = yield* createSite({ accountId, name: "other", hostnames: ["example.com"] })
      yield* sites.findBySiteKey(site.siteKey)
      yield* sites.findBySecret(site.secretDigests[0]!)
      yield* sql`ALTER TABLE sites RENAME TO gone`
      yield* TestClock.adjust(1_000)
      expect(yield* sites.findBySiteKey(site.siteKey)).toEqual(site)
      expect(yield* sites.findBySecret(site.secretDigests[0]!)).toEqual(site)
      expect((yield* Effect.exit(sites.findBySiteKey(other.siteKey)))._tag).toBe("Failure")
      yield* sql`ALTER TABLE gone RENAME TO sites`
      expect(yield* sites.findBySiteKey(other.siteKey)).toEqual(other)
    }).pipe(
      Effect.provide(layerStorageSql(layerSqlite(":memory:")).pipe(Layer.provideMerge(TestClock.layer())))
    ) as Effect.Effect<void>
  ))
