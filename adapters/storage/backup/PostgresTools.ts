import { Effect, Redacted } from "effect"
import { spawn } from "node:child_process"
import { BackupRefused, InvalidBackup } from "./BackupFailure.ts"
import { newerSchemaError, newestSchemaVersion } from "./VerifySqlite.ts"

type Tool = "pg_dump" | "pg_restore"

/** Maximum characters of a tool's error output that an error message includes. */
const errorCharsMax = 2_000
/** Maximum characters of migration rows read from a dump. */
const migrationCharsMax = 100_000

/** Environment variables of a program. */
export type ToolEnvironment = Readonly<Record<string, string | undefined>>

export interface ToolRun {
  readonly tool: Tool
  readonly args: ReadonlyArray<string>
  /** Environment of the tool; null for the environment of this process. */
  readonly environment: ToolEnvironment | null
  /** Sentence that the error message adds if the tool is not installed. */
  readonly installHint: string
}

/** Runs a tool to completion. Returns the first `outCharsMax` characters of its standard output. */
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
  readonly environment: ToolEnvironment
}

/**
 * Returns a database URL without its password, and an environment with the password. Other users can read command lines
 * but not environments.
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
 * Verifies that pg_restore can read a whole dump. Returns the number of the dump's newest migration. Fails if this
 * release does not know that migration.
 */
export const verifyDump = Effect.fn("verifyDump")(function*(file: string) {
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
  return schema > newestSchemaVersion ? yield* newerSchemaError(file, schema) : schema
})
