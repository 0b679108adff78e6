import { Effect } from "effect"
import { Command } from "effect/cli"
import { answer } from "../terminal/Output.ts"

export const migrateCommand = Command.make("migrate", {}, () =>
  Effect.gen(function*() {
    const { database, ran } = yield* Effect.flatten(
      Effect.promise(async () => (await import("../storage/MigrateDatabase.ts")).migrateDatabase)
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
