import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import * as SqliteClient from "../../../../adapters/storage/drivers/SqliteClient.ts"
import { StorageWaitMillis } from "../../../../core/kernel/StorageHealth.ts"
import { workerFolder } from "../../../support/WorkerEnd.ts"

export const folder = mkdtempSync(join(workerFolder(), "sqlite-"))

let files = 0
export const nextFile = () => join(folder, `${files++}.db`)

/** Runs a test on a separate database, with a table of numbers. */
export const run = <A>(
  body: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>,
  filename = nextFile(),
  { busyMillis = 2_500 } = {}
): Promise<A> =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE numbers (n INTEGER)`
    return yield* body(sql)
  }).pipe(
    Effect.provide(SqliteClient.layer({ filename })),
    Effect.provideService(StorageWaitMillis, busyMillis / SqliteClient.busyWaitShare),
    Effect.runPromise
  )

export const insert = (sql: SqlClient.SqlClient, n: unknown) => sql`INSERT INTO numbers VALUES (${n})`
export const numbersIn = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ n: number }>`SELECT n FROM numbers ORDER BY n`, (rows) => rows.map(({ n }) => n))
export const reasonOf = <A>(effect: Effect.Effect<A, SqlError.SqlError>) =>
  Effect.map(Effect.flip(effect), ({ reason }) => reason)
