import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Account } from "../../../../core/accounts/Account.ts"
import { AccountNotFound, Accounts } from "../../../../core/accounts/Accounts.ts"
import { orDie } from "../statements/Outage.ts"
import { readInstant, readText, tableReader } from "../statements/Row.ts"

export const layer: Layer.Layer<Accounts, never, SqlClient.SqlClient> = Layer.effect(
  Accounts,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return Accounts.of({
      // Creates the balance with the account, so that the ledger always finds a row to lock.
      create: ({ createdAt, id, name }) =>
        sql.withTransaction(Effect.andThen(
          sql`INSERT INTO accounts (id, name, created_at) VALUES (${id}, ${name}, ${createdAt.getTime()})
            ON CONFLICT (id) DO NOTHING`,
          sql`INSERT INTO ledger_balances (account_id, available, held, version) VALUES (${id}, 0, 0, 0)
            ON CONFLICT (account_id) DO NOTHING`
        )).pipe(Effect.asVoid, orDie),
      get: (id) =>
        sql`SELECT * FROM accounts WHERE id = ${id}`.pipe(
          orDie,
          Effect.flatMap(([row]) =>
            row === undefined ? Effect.fail(new AccountNotFound({ id })) : Effect.succeed(accountOf(row))
          )
        ),
      list: sql`SELECT * FROM accounts ORDER BY created_at, id`.pipe(
        Effect.map((rows) => rows.map(accountOf)),
        orDie
      )
    })
  })
)

const accountOf = tableReader("accounts", (row): Account => ({
  id: readText(row, "id"),
  name: readText(row, "name"),
  createdAt: readInstant(row, "created_at")
}))
