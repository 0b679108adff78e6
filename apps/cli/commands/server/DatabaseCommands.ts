import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { resolve } from "node:path"
import { answer } from "../../terminal/Output.ts"
import { sheet, whole } from "../../terminal/Table.ts"

export const backupCommand = Command.make(
  "backup",
  {
    file: Argument.String("file").pipe(Argument.withDescription("Where the backup goes: a file that is not there yet"))
  },
  Effect.fn(function*({ file }) {
    const { backUpDatabase } = yield* Effect.promise(() => import("../../storage/BackUpDatabase.ts"))
    const target = resolve(file)
    const { accounts, bytes, database, movements, schema } = yield* backUpDatabase(target)
    yield* answer({ file: target, database, bytes, schema, accounts, movements, sound: true }, () =>
      `${
        sheet({
          "backed up": database,
          to: target,
          bytes: whole(bytes),
          accounts: whole(accounts),
          "ledger movements": whole(movements)
        })
      }\n\nIt was read from end to end, and its ledger is sound. It holds the keys that sign Shield's tokens and the digests of all\nAPI keys and passwords: only this user can read it, and it should stay so.`)
  })
).pipe(
  Command.withDescription(
    "Copy the database of DATABASE_URL to a file, while the server serves. The copy is looked through from end to end before it gets " +
      "its name, and nothing is overwritten. PostgreSQL is copied by pg_dump, which must be installed."
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
    yield* answer({ database, ran }, () =>
      ran.length === 0 ? `${database}: up to date.` : `${database}: brought up to date by ${ran.join(", ")}.`)
  })).pipe(
    Command.withDescription(
      "Bring the database of DATABASE_URL up to date. The server and all other commands do so as well; this is for who wants to do it first."
    ),
    Command.withExamples([
      { command: "gatehouse migrate", description: "The SQLite file of the settings" },
      {
        command: "DATABASE_URL=postgres://gatehouse@db/gatehouse gatehouse migrate",
        description: "A PostgreSQL server"
      }
    ])
  )

export const restoreCommand = Command.make(
  "restore",
  {
    file: Argument.String("file").pipe(Argument.withDescription("What `gatehouse backup` has written")),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Even where there is a database: it is put aside under another name"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    )
  },
  Effect.fn(function*({ file, force }) {
    const { restoreDatabase } = yield* Effect.promise(() => import("../../storage/BackUpDatabase.ts"))
    const source = resolve(file)
    const { accounts, database, kept, migrated, movements } = yield* restoreDatabase(source, force)
    yield* answer({ file: source, database, accounts, movements, migrated, kept }, () =>
      `${
        sheet({
          restored: database,
          from: source,
          accounts: whole(accounts),
          "ledger movements": whole(movements),
          "brought up to date by": migrated.length === 0 ? "nothing: it was" : migrated.join(", "),
          "what was there before": kept ?? "nothing"
        })
      }\n\nAll is as it was at the backup: API keys, secrets of sites and sessions that were revoked since then work again, so revoke\nthem once more. Start the server now.`)
  })
).pipe(
  Command.withDescription(
    "Put a backup in the place of the database of DATABASE_URL. It is looked through and brought up to date first. No server may run on " +
      "the database meanwhile."
  ),
  Command.withExamples([
    { command: "gatehouse restore /backups/gatehouse-2026-11-22.db", description: "Where there is no database yet" },
    {
      command: "gatehouse restore /backups/gatehouse-2026-11-22.db --force",
      description: "In place of the one that is there, which is kept beside"
    }
  ])
)
