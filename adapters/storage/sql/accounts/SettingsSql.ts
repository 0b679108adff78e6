import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  type AccountSettings,
  accountSettingsDefault,
  AccountSettingsStore
} from "../../../../core/accounts/AccountSettings.ts"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import { forUpdate } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import { jsonReader, readText, type Row, tableReader } from "../statements/Row.ts"

export const layer: Layer.Layer<AccountSettingsStore, never, SqlClient.SqlClient> = Layer.effect(
  AccountSettingsStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const change = Effect.fnUntraced(function*(accountId: AccountId, change: Partial<AccountSettings>) {
      // On the first change, creates the row to lock. Of two concurrent first changes, one waits here for the other.
      yield* sql`INSERT INTO account_settings (account_id, settings) VALUES (${accountId}, '{}')
        ON CONFLICT (account_id) DO NOTHING`
      const [row] = yield* sql`SELECT settings FROM account_settings WHERE account_id = ${accountId} ${forUpdate(sql)}`
      const changed = { ...settingsOf(row), ...change }
      yield* sql`UPDATE account_settings SET settings = ${JSON.stringify(changed)} WHERE account_id = ${accountId}`
      return changed
    })

    return AccountSettingsStore.of({
      get: (accountId) =>
        sql`SELECT settings FROM account_settings WHERE account_id = ${accountId}`.pipe(
          Effect.map(([row]) => settingsOf(row)),
          orDie
        ),
      change: (accountId, changed) => orDie(sql.withTransaction(change(accountId, changed))),
      list: sql`SELECT account_id, settings FROM account_settings`.pipe(
        Effect.map((rows) => new Map(rows.map((row) => [readText(row, "account_id"), settingsOf(row)]))),
        orDie
      )
    })
  })
)

const settings = jsonReader(
  "a JSON object of settings",
  Schema.is(Schema.Struct(
    {
      historyDays: Schema.optionalKey(Schema.NullOr(Schema.Number)),
      noticeBelow: Schema.optionalKey(Schema.NullOr(Schema.Number))
    } satisfies Record<keyof AccountSettings, Schema.Top>
  ))
)

/** Reads settings. A missing setting gets its default. An unknown setting of a later release is kept. */
const storedSettings = tableReader("account_settings", (row): AccountSettings => ({
  ...accountSettingsDefault,
  ...settings(row, "settings")
}))

const settingsOf = (row: Row | undefined): AccountSettings =>
  row === undefined ? accountSettingsDefault : storedSettings(row)
