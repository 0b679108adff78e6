import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { resolve } from "node:path"
import { answer } from "../terminal/Output.ts"
import { sheet, whole } from "../terminal/Table.ts"

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
    const { restoreDatabase } = yield* Effect.promise(() => import("../storage/BackUpDatabase.ts"))
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
