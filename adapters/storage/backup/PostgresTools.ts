import { Effect, Redacted } from "effect"
import { spawn } from "node:child_process"
import { BackupRefused, InvalidBackup } from "./BackupFailure.ts"
import { newerSchemaError, newestSchema } from "./VerifySqlite.ts"

/** Tools of the PostgreSQL client. */
type Tool = "pg_dump" | "pg_restore"

/** Maximum length of a tool's error output. */
const errorCharsMax = 2_000
/** Maximum length of the migration rows in a dump. */
const migrationCharsMax = 100_000

/** Environment variables of a program. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface ToolRun {
  readonly tool: Tool
  readonly args: ReadonlyArray<string>
  /** Null: the environment of this process. */
  readonly environment: Environment | null
  /** Message part for a tool that is not installed. */
  readonly installHint: string
}

/** Runs a tool to completion. Returns its standard output, up to a maximum length. */
export const runTool = (
  { args, installHint, environment, tool }: ToolRun,
  outCharsMax = 0
): Effect.Effect<string, BackupRefused> =>
  Effect.callback((resume) => {
    const child = spawn(tool, args, {
      stdio: ["ignore", outCharsMax === 0 ? "ignore" : "pipe", "pipe"],
      ...environment === null ? {} : { env: environment }
    })
    let [out, err] = ["", ""]
    child.stdout?.setEncoding("utf8").on("data", (text: string) => out = (out + text).slice(0, outCharsMax))
    child.stderr?.setEncoding("utf8").on("data", (text: string) => err = (err + text).slice(0, errorCharsMax))
    child.once("error", () => resume(refused(`${tool} is not installed. ${installHint}`)))
    child.once("close", (code) => resume(code === 0 ? Effect.succeed(out) : refused(`${tool} failed: ${err.trim()}`)))
    return Effect.sync(() => void child.kill())
  })

const refused = (message: string) => Effect.fail(new BackupRefused({ message }))

/** A database and the environment for tools that connect to it. */
export interface PostgresLogin {
  readonly databaseUrl: Redacted.Redacted
  readonly environment: Environment
}

/**
 * Returns the URL of a database without its password. The password goes into the environment, because other users can read command lines.
 */
export const toolConnection = ({ databaseUrl, environment }: PostgresLogin) => {
  const address = new URL(Redacted.value(databaseUrl))
  const { password } = address
  address.password = ""
  return {
    address: address.toString(),
    environment: password === "" ? environment : { ...environment, PGPASSWORD: decodeURIComponent(password) }
  }
}

/**
 * Reads a dump completely: pg_restore unpacks all of it and discards the output. Returns the number of its newest migration; fails for a
 * migration unknown to this release.
 */
export const verifyDump = Effect.fn("readDump")(function*(file: string) {
  const installHint = "Install the PostgreSQL client."
  const run = (
    ...args: ReadonlyArray<string>
  ) => ({ tool: "pg_restore", args, environment: null, installHint } as const)
  const damaged = (why: string) => new InvalidBackup({ file, reason: `is damaged: ${why}` })
  yield* Effect.mapError(
    runTool(run("--file=-", file)),
    ({ message }) =>
      message.includes("not installed")
        ? new InvalidBackup({ file, reason: `cannot be read: ${message}` })
        : damaged(message)
  )
  const rows = yield* Effect.mapError(
    runTool(run("--data-only", "--table=schema_migrations", "--file=-", file), migrationCharsMax),
    ({ message }) => damaged(message)
  )
  const ids = [...rows.matchAll(/^(\d{1,9})\t/gm)].map(([, id]) => Number(id))
  if (ids.length === 0) return yield* new InvalidBackup({ file, reason: "contains no Gatehouse data." })
  const schema = Math.max(...ids)
  return schema > newestSchema ? yield* newerSchemaError(file, schema) : schema
})
