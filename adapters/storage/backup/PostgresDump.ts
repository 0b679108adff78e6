import { Effect } from "effect"
import { BackupUnsound } from "./BackupFailure.ts"
import { runTool } from "./PostgresTools.ts"
import { newerSchema, schemaKnown } from "./VerifySqlite.ts"

/** Of the rows of the migrations that ran. */
const migrationCharsMax = 100_000

const byHand = "It comes with PostgreSQL's client."

/**
 * Reads a dump from end to end: pg_restore unpacks all of it, into nothing. Returns the number of its newest migration; fails for one
 * that this release does not know.
 */
export const readDump = Effect.fn("readDump")(function*(file: string) {
  const run = (...args: ReadonlyArray<string>) => ({ tool: "pg_restore", args, environment: null, byHand } as const)
  const damaged = (why: string) => new BackupUnsound({ file, why: `is damaged: ${why}` })
  yield* Effect.mapError(
    runTool(run("--file=-", file)),
    ({ message }) =>
      message.includes("not installed")
        ? new BackupUnsound({ file, why: `cannot be read: ${message}` })
        : damaged(message)
  )
  const rows = yield* Effect.mapError(
    runTool(run("--data-only", "--table=schema_migrations", "--file=-", file), migrationCharsMax),
    ({ message }) => damaged(message)
  )
  const ids = [...rows.matchAll(/^(\d{1,9})\t/gm)].map(([, id]) => Number(id))
  if (ids.length === 0) return yield* new BackupUnsound({ file, why: "holds no Gatehouse." })
  const schema = Math.max(...ids)
  return schema > schemaKnown ? yield* newerSchema(file, schema) : schema
})
