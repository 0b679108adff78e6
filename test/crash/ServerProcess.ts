/** Runs the real server as a child process, and gives access to its database. */
import { PgClient } from "@effect/sql-pg"
import { Effect, ManagedRuntime, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layerDatabase } from "../../apps/server/Database.ts"
import { runCommandLine } from "../support/CommandLine.ts"

export const root = join(import.meta.dirname, "../..")

/** A JavaScript runtime, and the file with which it starts the server. */
export interface Runtime {
  readonly name: string
  readonly command: ReadonlyArray<string>
  readonly entry: string
}

export const node: Runtime = {
  name: "Node",
  command: [join(root, "node_modules/.bin/node")],
  entry: "apps/server/node.ts"
}

export interface RunningServer {
  readonly child: ChildProcess
  readonly port: number
  /** API key that the server shows on its first start. Null on later starts. */
  readonly key: string | null
  readonly output: () => string
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}

export interface StartOptions {
  readonly runtime?: Runtime
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the server without waiting until it listens. */
export const spawnServer = (databaseUrl: string, { env = {}, runtime = node }: StartOptions = {}) => {
  const [program, ...programArgs] = runtime.command
  const child = spawn(program!, [...programArgs, join(root, runtime.entry)], {
    cwd: root,
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: "0",
      // Commits on a busy machine must not time out.
      GATEHOUSE_STORAGE_WAIT_MILLIS: "60000",
      GATEHOUSE_STARTING_CREDITS: "0",
      DATABASE_URL: databaseUrl,
      ...env
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let text = ""
  child.stdout.on("data", (chunk: Buffer) => text += chunk)
  child.stderr.on("data", (chunk: Buffer) => text += chunk)
  const exited: RunningServer["exited"] = new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }))
  })
  return { child, exited, output: () => text }
}

export const startServerProcess = async (databaseUrl: string, options?: StartOptions): Promise<RunningServer> => {
  const { child, exited, output } = spawnServer(databaseUrl, options)
  let isOver = false
  void exited.then(() => isOver = true)
  // Matches up to the last line of the banner, so that the whole banner has been written.
  const listening = /Gatehouse listens on http:\/\/127\.0\.0\.1:(\d+)[^]*(?:keys create|curl -s)/
  await waitUntil("the server listens", async () => isOver || listening.test(output())).catch(() =>
    child.kill("SIGKILL")
  )
  const [, port] = listening.exec(output()) ?? []
  if (port === undefined) throw new Error(`the server did not start:\n${output()}`)
  return { child, exited, output, port: Number(port), key: /gh_live_\w+/.exec(output())?.[0] ?? null }
}

/** Kills the server with SIGKILL and waits until the process has exited. */
export const killServer = async ({ child, exited }: Pick<RunningServer, "child" | "exited">): Promise<void> => {
  child.kill("SIGKILL")
  await exited
}

export const stopServer = async ({ child, exited }: RunningServer) => {
  child.kill("SIGTERM")
  return await exited
}

/** Runs the command line with `--json`, by default in this process. Resolves with the parsed output. */
export const runCliJson = async (
  databaseUrl: string,
  args: ReadonlyArray<string>,
  runtime: Runtime = node
): Promise<any> => {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const { err, out } = runtime === node
    ? await runCommandLine([...args, "--json"], env)
    : await runProgram(runtime, args, env)
  if (out.trim() === "") throw new Error(`no output: ${err}`)
  return JSON.parse(out)
}

const runProgram = (
  { command: [program, ...programArgs] }: Runtime,
  args: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv
) =>
  new Promise<{ readonly out: string; readonly err: string }>((resolve) => {
    execFile(
      program!,
      [...programArgs, join(root, "apps/cli/main.mjs"), ...args, "--json"],
      { cwd: root, env, timeout: 180_000 },
      (_, out, err) => resolve({ out, err })
    )
  })

/** Creates a key with a limit of 1,000,000 requests per minute, which no test reaches. */
export const unlimitedKey = async (databaseUrl: string, account?: string): Promise<string> => {
  const accountArgs = account === undefined ? [] : ["--account", account]
  const created = await runCliJson(databaseUrl, [
    "keys",
    "create",
    "--name",
    "crash",
    "--requests-per-minute",
    "1000000",
    ...accountArgs
  ])
  return created.key
}

const delay = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

const waitMillisMax = 180_000

/**
 * Polls `holds` every 20 ms until it returns true. Resolves with the elapsed milliseconds.
 *
 * Fails after 180 s, which is far longer than any test needs.
 */
export const waitUntil = async (what: string, holds: () => Promise<boolean>): Promise<number> => {
  const startedAt = performance.now()
  while (!await holds()) {
    if (performance.now() - startedAt > waitMillisMax) throw new Error(`not within ${waitMillisMax} ms: ${what}`)
    await delay(20)
  }
  return performance.now() - startedAt
}

/** A separate connection to the database of a server. */
export interface DatabaseInspector {
  readonly rows: (statement: string) => Promise<ReadonlyArray<any>>
  readonly close: () => Promise<void>
}

export const inspectDatabase = (databaseUrl: string): DatabaseInspector => {
  const url = Redacted.make(databaseUrl)
  const layer = databaseUrl.startsWith("sqlite:")
    ? layerDatabase(url)
    : PgClient.layer({ url, maxConnections: 1, applicationName: "inspector", idleTimeout: "1 hour" })
  const runtime = ManagedRuntime.make(layer)
  return {
    rows: (statement) => runtime.runPromise(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))),
    close: () => runtime.dispose()
  }
}

export type Engine = "sqlite" | "postgres"

export interface ScratchDatabase {
  readonly url: string
  readonly remove: () => Promise<void>
}

let databasesCount = 0

/** Creates an empty database. `postgres` is the URL of the PostgreSQL server. */
export const createDatabaseOn = async (engine: Engine, postgres: string | null): Promise<ScratchDatabase> => {
  if (engine === "sqlite") {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-crash-"))
    return {
      url: `sqlite:${folder}/gatehouse.db`,
      remove: async () => rmSync(folder, { recursive: true, force: true })
    }
  }
  if (postgres === null) throw new Error("There is no PostgreSQL server. Set GATEHOUSE_TEST_POSTGRES_URL.")
  const name = `gh_crash_${process.pid}_${databasesCount++}`
  const server = new URL(postgres)
  server.pathname = "/postgres"
  const administer = async (statement: string) => {
    const inspector = inspectDatabase(server.href)
    try {
      await inspector.rows(statement)
    } finally {
      await inspector.close()
    }
  }
  await administer(`CREATE DATABASE ${name}`)
  const url = new URL(postgres)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}
