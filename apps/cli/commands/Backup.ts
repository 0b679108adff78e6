import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { resolve } from "node:path"
import { answer } from "../terminal/Output.ts"
import { sheet, whole } from "../terminal/Table.ts"

export const backupCommand = Command.make(
  "backup",
  {
    file: Argument.String("file").pipe(Argument.withDescription("Where the backup goes: a file that is not there yet"))
  },
  Effect.fn(function*({ file }) {
    const { backUpDatabase } = yield* Effect.promise(() => import("../storage/BackUpDatabase.ts"))
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
