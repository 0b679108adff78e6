import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it } from "vitest"
import { createAccount } from "../../../../../core/accounts/ManageAccounts.ts"
import { Secrets } from "../../../../../core/kernel/Secrets.ts"
import { ApiKeys } from "../../../../../core/keys/ApiKeys.ts"
import { createApiKey } from "../../../../../core/keys/ManageKeys.ts"
import { layerSqlite, layerStorageSql } from "../../../../support/Storages.ts"

it("a key that was just read is not read again", () =>
  Effect.gen(function*() {
    const keys = yield* ApiKeys
    const sql = yield* SqlClient.SqlClient
    const account = yield* createAccount("test")
    const { key, text } = yield* createApiKey({ accountId: account.id, name: "first" })
    const digest = (yield* Secrets).sha256Hex(text)
    expect(yield* keys.findActive(digest)).toEqual(key)
    yield* sql`UPDATE api_keys SET name = 'other'`
    expect(yield* keys.findActive(digest)).toEqual(key)
    expect(yield* keys.list(account.id)).toEqual([{ ...key, name: "other" }])
  }).pipe(Effect.provide(layerStorageSql(layerSqlite(":memory:"))), Effect.runPromise))
