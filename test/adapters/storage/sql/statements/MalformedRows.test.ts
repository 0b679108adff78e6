import { Cause, Effect, Exit, type Layer, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, describe, expect, it } from "vitest"
import { Instances } from "../../../../../adapters/storage/sql/servers/Instances.ts"
import { Accounts } from "../../../../../core/accounts/Accounts.ts"
import { AccountSettingsStore } from "../../../../../core/accounts/AccountSettings.ts"
import { AuditLog } from "../../../../../core/audit/AuditLog.ts"
import { BlockRules } from "../../../../../core/block-rules/BlockRules.ts"
import { Ledger } from "../../../../../core/credits/Ledger.ts"
import { RequestHistory } from "../../../../../core/history/RequestHistory.ts"
import { ApiKeys } from "../../../../../core/keys/ApiKeys.ts"
import { Leads } from "../../../../../core/leads/records/Leads.ts"
import { Invitations } from "../../../../../core/members/Invitations.ts"
import { Members } from "../../../../../core/members/Members.ts"
import { browserAttemptLimits, SignInAttempts } from "../../../../../core/members/passwords/SignInAttempts.ts"
import { Sites } from "../../../../../core/sites/Sites.ts"
import { Submissions } from "../../../../../core/submissions/Submissions.ts"
import { Blocklist } from "../../../../../core/threats/blocklist/Blocklist.ts"
import { layerFreshPostgres, layerSqlite, layerStorageSql } from "../../../../support/Storages.ts"
import { needs } from "../../../../support/TestRun.ts"

type Ports = Layer.Success<ReturnType<typeof layerStorageSql>>
type Row = Readonly<Record<string, string | number | null>>

/** Valid row of a table, and a read of this row through the storage's port. */
interface Table {
  readonly row: (id: string) => Row
  readonly read: (id: string) => Effect.Effect<unknown, unknown, Ports>
}

const at = { created_at: 1 }

/** Tables by name. The ID passed to `row` and `read` is the ID of the row and of its account. */
const tables = {
  accounts: {
    row: (id) => ({ id, name: "name", ...at }),
    read: (id) => Effect.flatMap(Accounts, (port) => port.get(id))
  },
  account_settings: {
    row: (account_id) => ({ account_id, settings: "{\"historyDays\":7,\"ofALaterRelease\":1}" }),
    read: (id) => Effect.flatMap(AccountSettingsStore, (port) => port.get(id))
  },
  api_keys: {
    row: (id) => ({ id, account_id: id, name: "", digest: id, last_four: "", requests_per_minute: 1, ...at }),
    read: (id) => Effect.flatMap(ApiKeys, (port) => port.list(id))
  },
  audit_log: {
    row: (account_id) => ({ account_id, at: 1, actor: "", action: "sign-in", target: "", detail: "", address: "" }),
    read: (accountId) => Effect.flatMap(AuditLog, (port) => port.list({ accountId, limit: 1 }))
  },
  block_rules: {
    row: (account_id) => ({ account_id, kind: "email", action: "allow", value: "", note: "", ...at }),
    read: (id) => Effect.flatMap(BlockRules, (port) => port.list(id))
  },
  blocklist: {
    row: (id) => ({
      kind: "host",
      expression: id,
      action: "allow",
      reason: "",
      source: id,
      author: "",
      forced: 0,
      ...at
    }),
    read: (text) => Effect.flatMap(Blocklist, (port) => port.search({ text, targets: [], limit: 1 }))
  },
  instances: {
    row: (id) => ({ id, host: "another", pid: 1, heartbeat_at: 1, in_flight: "[\"one\"]" }),
    read: () => Effect.flatMap(Instances, ({ dead }) => dead)
  },
  invitations: {
    row: (id) => ({
      id,
      account_id: id,
      email: null,
      role: "owner",
      digest: id,
      author: "",
      is_set_up: 0,
      expires_at: 2,
      ...at
    }),
    read: (id) => Effect.flatMap(Invitations, (port) => port.list(id))
  },
  leads: {
    row: (account_id) => ({
      request_id: account_id,
      account_id,
      at: 1,
      verdict: "spam",
      risk_score: 90,
      categories: "[\"crypto\"]"
    }),
    read: (id) => Effect.flatMap(Leads, (port) => port.get(id))
  },
  ledger_movements: {
    row: (account_id) => ({
      account_id,
      version: 1,
      request_id: account_id,
      kind: "grant",
      from_bucket: "issued",
      to_bucket: "available",
      amount: 1,
      note: "",
      available_after: 1,
      held_after: 0,
      at: 1
    }),
    read: (id) => Effect.flatMap(Ledger, (port) => port.statement(id, { limit: 1 }))
  },
  members: {
    row: (id) => ({
      id,
      account_id: id,
      email: "",
      email_key: id,
      name: "",
      role: "reviewer",
      password_hash: "",
      ...at
    }),
    read: (id) => Effect.flatMap(Members, (port) => port.findById(id))
  },
  request_details: {
    row: (account_id) => ({
      account_id,
      request_id: account_id,
      details: "{\"score\":null,\"reasons\":[],\"facts\":{\"a\":[1]},\"ofALaterRelease\":1}"
    }),
    read: (id) => Effect.flatMap(RequestHistory, (port) => port.getDetails(id, [id]))
  },
  sign_in_tries: {
    row: (key) => ({ key, times: "[1]", last_at: 1 }),
    read: (key) => Effect.flatMap(SignInAttempts, (port) => port.begin(key, new Date(2), browserAttemptLimits))
  },
  sites: {
    row: (id) => ({
      id,
      account_id: id,
      name: "",
      site_key: id,
      hostnames: "[\"a.example\"]",
      options: "{\"degraded\":\"limit\",\"ofALaterRelease\":1}",
      ...at
    }),
    read: (id) => Effect.flatMap(Sites, (port) => port.list(id))
  },
  submissions: {
    row: (id) => ({
      url: "",
      canonical_url: "",
      canonical_digest: id,
      account_id: id,
      state: "pending",
      triage_risk: 1,
      triage_reasons: "[{\"code\":\"A\",\"message\":\"\"}]",
      forward_reference: "one",
      forward_state: "running",
      ...at
    }),
    read: () => Effect.flatMap(Submissions, (port) => port.list({ limit: 1 }))
  }
} satisfies Record<string, Table>

type TableName = keyof typeof tables

/** Columns with a value that this release does not know. Excludes roles and marks, which the database checks. */
const unknown: ReadonlyArray<readonly [TableName, string, string | null]> = [
  ["account_settings", "settings", "{"],
  ["account_settings", "settings", "{\"historyDays\":\"seven\"}"],
  ["account_settings", "settings", "null"],
  ["audit_log", "action", "sign-in.twice"],
  ["block_rules", "kind", "phone"],
  ["block_rules", "action", "review"],
  ["blocklist", "kind", "path"],
  ["blocklist", "action", "review"],
  ["instances", "in_flight", "one"],
  ["instances", "in_flight", "[1]"],
  ["leads", "verdict", "ham"],
  ["leads", "categories", "{}"],
  ["leads", "categories", ""],
  ["ledger_movements", "kind", "gift"],
  ["ledger_movements", "from_bucket", "lost"],
  ["ledger_movements", "to_bucket", "Available"],
  ["request_details", "details", "{\"score\":null,\"reasons\":[\"A\"],\"facts\":{}}"],
  ["request_details", "details", "{\"score\":null"],
  ["sign_in_tries", "times", "[\"1\"]"],
  ["sign_in_tries", "times", "1,2"],
  ["sites", "hostnames", "[\"a.example\",null]"],
  ["sites", "hostnames", "[\"a.example\""],
  ["sites", "options", "{\"degraded\":\"sometimes\"}"],
  ["sites", "options", "[]"],
  ["submissions", "state", "toString"],
  ["submissions", "forward_state", "lost"],
  ["submissions", "forward_state", null],
  ["submissions", "triage_reasons", "[{\"code\":\"A\"}]"]
]

/** Columns that a test renames, as a later schema may do. */
const renamed: ReadonlyArray<readonly [TableName, string]> = [
  ["accounts", "name"],
  ["api_keys", "last_four"],
  ["audit_log", "actor"],
  ["block_rules", "note"],
  ["leads", "risk_score"],
  ["members", "password_hash"],
  ["sites", "hostnames"]
]

/** Returns the message of the defect that a read ends with, or `none` if it succeeds. */
const defectOf = (read: Effect.Effect<unknown, unknown, Ports>) =>
  Effect.map(Effect.exit(read), (exit) => {
    if (Exit.isSuccess(exit)) return "none"
    const defect = Cause.squash(exit.cause)
    return defect instanceof Error ? `${defect.name}: ${defect.message}` : String(defect)
  })

let ids = 0

const insert = Effect.fnUntraced(function*(name: TableName, changes: Row = {}) {
  const sql = yield* SqlClient.SqlClient
  const id = `id_${++ids}`
  yield* sql`INSERT INTO accounts ${sql.insert(tables.accounts.row(id))} ON CONFLICT (id) DO NOTHING`
  if (name !== "accounts") yield* sql`INSERT INTO ${sql(name)} ${sql.insert({ ...tables[name].row(id), ...changes })}`
  return id
})

const databases = [
  { name: "SQLite", tags: [], layer: () => layerSqlite(":memory:") },
  { name: "PostgreSQL", tags: [needs.postgres], layer: layerFreshPostgres }
]

describe.each(databases)("rows on $name", ({ layer, tags }) => {
  const options = { tags: [...tags] }
  const storage = ManagedRuntime.make(layerStorageSql(layer()))
  afterAll(() => storage.dispose())

  it.each(Object.keys(tables) as ReadonlyArray<TableName>)(
    "of %s are read, including settings of a later release",
    options,
    (name) =>
      storage.runPromise(Effect.gen(function*() {
        expect(yield* defectOf(tables[name].read(yield* insert(name)))).toBe("none")
      }))
  )

  it.each(unknown)(
    "of %s with %s = %j are malformed",
    options,
    (name, column, value) =>
      storage.runPromise(Effect.gen(function*() {
        const id = yield* insert(name, { [column]: value })
        expect(yield* defectOf(tables[name].read(id))).toMatch(
          new RegExp(`^MalformedRow: The column ${name}\\.${column} should contain .+ but contains .+\\.$`)
        )
        // All instances are read at once, so the table is emptied.
        if (name === "instances") yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM instances`)
      }))
  )

  // PostgreSQL refuses a prepared statement whose columns have changed. Each column is therefore renamed before its
  // table is read.
  it("that lack a column produce an error with its name", options, () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      for (const [name, column] of renamed) {
        const id = yield* insert(name)
        yield* sql.unsafe(`ALTER TABLE ${name} RENAME COLUMN ${column} TO renamed`)
        expect(yield* defectOf(tables[name].read(id))).toMatch(
          new RegExp(
            `^MalformedRow: The column ${name}\\.${column} should contain .+ but contains nothing, because it does not exist\\.$`
          )
        )
        yield* sql.unsafe(`ALTER TABLE ${name} RENAME COLUMN renamed TO ${column}`)
      }
    }).pipe(Effect.provide(layerStorageSql(layer())), Effect.scoped, Effect.runPromise))
})
