import { Effect, Fiber, Layer } from "effect"
import { Migrator, SqlClient, SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import * as SecretsNode from "../../../../../adapters/crypto/SecretsNode.ts"
import { migrate, migrations, runMigrations } from "../../../../../adapters/storage/sql/migrations/Migrations.ts"
import * as BlocklistSql from "../../../../../adapters/storage/sql/screening/BlocklistSql.ts"
import * as SubmissionsSql from "../../../../../adapters/storage/sql/screening/SubmissionsSql.ts"
import { Secrets } from "../../../../../core/kernel/Secrets.ts"
import { Submissions } from "../../../../../core/submissions/Submissions.ts"
import { Blocklist } from "../../../../../core/threats/blocklist/Blocklist.ts"
import { operatorEntry } from "../../../../contracts/kit/BlocklistEntries.ts"
import { describeOnEveryDatabase, layerSqlite } from "../../../../support/Storages.ts"

/** Migrations that created the schema of earlier releases. */
const { "0001_foundation": foundation, "0002_rate_windows": rateWindows } = migrations
const migrateToSecond = Migrator.make({})({
  loader: Migrator.fromRecord({ "0001_foundation": foundation, "0002_rate_windows": rateWindows }),
  table: "schema_migrations"
})

/** Adds data as those releases wrote it. */
const fill = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const secrets = yield* Secrets
  for (const n of [1, 2, 3, 4]) {
    yield* sql`INSERT INTO blocklist (kind, expression, reason, source, created_at, expires_at)
      VALUES ('host', ${`h${n}.example`}, ${`reason ${n}`}, 'import', ${1_000 + n}, ${n === 2 ? 9_000 : null})`
  }
  yield* sql`DELETE FROM blocklist WHERE expression = 'h4.example'`
  for (const [n, reasons] of [["1", "[\"LURE_WORDS\",\"PORT\"]"], ["2", "[]"]] as const) {
    yield* sql`INSERT INTO submissions (url, canonical_url, canonical_digest, account_id, state, created_at, reviewed_at,
        rejection, triage_risk, triage_reasons)
      VALUES (${`http://s${n}/`}, ${`s${n}/`}, ${secrets.sha256Hex(`s${n}/`)}, 'a', 'rejected', 5, 6, 'no', 35,
        ${reasons})`
  }
})

describeOnEveryDatabase("a database with the second schema", (database) => {
  it("is migrated to the newest schema with all its data", () =>
    Effect.runPromise(
      Effect.gen(function*() {
        yield* migrateToSecond
        yield* fill
        yield* Effect.provide(lookBefore, BlocklistSql.layer)
        expect(yield* migrate).toEqual(Object.keys(migrations).slice(2))
        expect(yield* migrate).toEqual([])
        yield* Effect.provide(look, Layer.merge(BlocklistSql.layer, SubmissionsSql.layer))
      }).pipe(Effect.provide(Layer.merge(database(), SecretsNode.layer)), Effect.orDie)
    ))
})

it.each([SqlError.LockTimeoutError, SqlError.DeadlockError])(
  "a migration that loses its locks to another server is retried: %o",
  (Reason) =>
    Effect.runPromise(
      Effect.gen(function*() {
        let tries = 0
        const lost = new SqlError.SqlError({
          reason: new Reason({ cause: new Error("lost"), message: "lost", operation: "query" })
        })
        const running = yield* Effect.forkChild(
          runMigrations({ "0001_first": Effect.suspend(() => ++tries === 1 ? Effect.fail(lost) : Effect.void) }),
          { startImmediately: true }
        )
        yield* TestClock.adjust("1 second")
        expect(yield* Fiber.join(running)).toEqual(["0001_first"])
        expect(tries).toBe(2)
      }).pipe(Effect.provide(Layer.merge(layerSqlite(":memory:"), TestClock.layer())), Effect.orDie)
    )
)

/** Reads the database before it is migrated, as the command line does. */
const lookBefore = Effect.gen(function*() {
  const found = yield* (yield* Blocklist).find([{ kind: "host", expression: "h1.example" }], new Date(0))
  expect(found).toMatchObject([{ id: 1, action: "block", author: "operator", forced: false }])
})

const look = Effect.gen(function*() {
  const blocklist = yield* Blocklist
  const entry = (n: number) => ({
    ...operatorEntry("host", `h${n}.example`, {
      reason: `reason ${n}`,
      source: "import",
      author: "operator",
      createdAt: new Date(1_000 + n),
      expiresAt: n === 2 ? new Date(9_000) : null
    }),
    id: n
  })
  expect(yield* blocklist.list({ limit: 9 })).toEqual([entry(3), entry(2), entry(1)])
  // The fourth entry was removed, and its ID is not reused.
  expect((yield* blocklist.put({ ...entry(1), action: "allow" })).id).toBe(5)
  expect((yield* blocklist.put({ ...entry(1), source: "other" })).id).toBeGreaterThan(5)
  expect((yield* blocklist.put({ ...entry(1), createdAt: new Date(2_000) })).id).toBe(1)
  const found = yield* (yield* Submissions).list({ limit: 9 })
  expect(found.map(({ triageReasons }) => triageReasons)).toEqual([
    [],
    [{ code: "LURE_WORDS", message: "" }, { code: "PORT", message: "" }]
  ])
  expect(found[1]).toMatchObject({ state: "rejected", rejection: "no", reviewer: null, entryId: null, forwarded: null })
})
