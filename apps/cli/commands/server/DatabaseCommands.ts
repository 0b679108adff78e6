import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { resolve } from "node:path"
import { printResult } from "../../terminal/Output.ts"
import { formatFields, formatInteger } from "../../terminal/Table.ts"

export const backupCommand = Command.make(
  "backup",
  {
    file: Argument.String("file").pipe(Argument.withDescription("File to write; it must not exist"))
  },
  Effect.fn(function*({ file }) {
    const { backUpDatabase } = yield* Effect.promise(() => import("../../storage/BackUpDatabase.ts"))
    const target = resolve(file)
    const { accounts, bytes, database, movements, schema } = yield* backUpDatabase(target)
    yield* printResult(
      { file: target, database, bytes, schema, accounts, movements, sound: true },
      () =>
        `${
          formatFields({
            "backed up": database,
            to: target,
            bytes: formatInteger(bytes),
            accounts: formatInteger(accounts),
            "ledger movements": formatInteger(movements)
          })
        }\n\nThe backup was verified, and its ledger is consistent. It contains the keys that sign Shield's tokens and the hashes of all\nAPI keys and passwords. Only the current user can read the file; keep it that way.`
    )
  })
).pipe(
  Command.withDescription(
    "Back up the database of DATABASE_URL to a file while the server runs. The copy is verified before it gets " +
      "its final name, and no file is overwritten. PostgreSQL requires pg_dump."
  ),
  Command.withExamples([
    { command: "gatehouse backup /backups/gatehouse-2026-11-22.db", description: "An SQLite database" },
    {
      command: "DATABASE_URL=postgres://gatehouse@db/gatehouse gatehouse backup gatehouse.dump",
      description: "A PostgreSQL database"
    }
  ])
)

export const migrateCommand = Command.make("migrate", {}, () =>
  Effect.gen(function*() {
    const { database, ran } = yield* Effect.flatten(
      Effect.promise(async () => (await import("../../storage/StorageLayer.ts")).migrateDatabase)
    )
    yield* printResult({ database, ran }, () =>
      ran.length === 0 ? `${database}: up to date.` : `${database}: applied ${ran.join(", ")}.`)
  })).pipe(
    Command.withDescription(
      "Apply pending migrations to the database of DATABASE_URL. The server and all commands that use the database, except " +
        "`backup` and `check`, also do this when they start."
    ),
    Command.withExamples([
      { command: "gatehouse migrate", description: "The configured SQLite file" },
      {
        command: "DATABASE_URL=postgres://gatehouse@db/gatehouse gatehouse migrate",
        description: "A PostgreSQL server"
      }
    ])
  )

export const restoreCommand = Command.make(
  "restore",
  {
    file: Argument.String("file").pipe(Argument.withDescription("File written by `gatehouse backup`")),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Replace an existing database, which is kept under another name"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    )
  },
  Effect.fn(function*({ file, force }) {
    const { restoreDatabase } = yield* Effect.promise(() => import("../../storage/BackUpDatabase.ts"))
    const source = resolve(file)
    const { accounts, database, kept, migrated, movements } = yield* restoreDatabase(source, force)
    yield* printResult({ file: source, database, accounts, movements, migrated, kept }, () =>
      `${
        formatFields({
          restored: database,
          from: source,
          accounts: formatInteger(accounts),
          "ledger movements": formatInteger(movements),
          "migrations applied": migrated.length === 0 ? "none" : migrated.join(", "),
          "previous database": kept ?? "none"
        })
      }\n\nThe state is that of the backup. API keys, site secrets and sessions that were revoked since then work again: revoke\nthem once more. Start the server now.`)
  })
).pipe(
  Command.withDescription(
    "Replace the database of DATABASE_URL with a backup, which is verified and migrated first. Stop all servers on " +
      "the database before."
  ),
  Command.withExamples([
    { command: "gatehouse restore /backups/gatehouse-2026-11-22.db", description: "Restore where no database exists" },
    {
      command: "gatehouse restore /backups/gatehouse-2026-11-22.db --force",
      description: "Replace the existing database, which is kept"
    }
  ])
)
