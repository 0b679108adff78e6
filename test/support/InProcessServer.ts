import { ConfigProvider, Console, Effect, Layer, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import * as PasswordsNode from "../../adapters/crypto/PasswordsNode.ts"
import * as DocumentReaderPool from "../../adapters/documents/pool/DocumentReaderPool.ts"
import { DrainMillisMax, HttpAddress, LingerMillisMax } from "../../adapters/http/server/connections/NodeServer.ts"
import * as PuzzleCheckThreads from "../../adapters/puzzles/PuzzleCheckThreads.ts"
import * as SqliteClient from "../../adapters/storage/drivers/SqliteClient.ts"
import { migrate } from "../../adapters/storage/sql/migrations/Migrations.ts"
import { type BuiltFiles, readBuiltFiles } from "../../apps/server/BuiltFiles.ts"
import { layerLogging } from "../../apps/server/process/Logging.ts"
import { layerPorts, layerServer } from "../../apps/server/Program.ts"
import { type GatehouseConfig, gatehouseConfig } from "../../apps/server/settings/Config.ts"
import { createAccount } from "../../core/accounts/ManageAccounts.ts"
import { Ledger, type LedgerAudit } from "../../core/credits/Ledger.ts"
import { grantCredits } from "../../core/credits/ManageCredits.ts"
import { DocumentReader } from "../../core/documents/DocumentReader.ts"
import { RequestHistory, type RequestRecord } from "../../core/history/RequestHistory.ts"
import { requestsPerMinuteMax } from "../../core/keys/ApiKey.ts"
import { createApiKey } from "../../core/keys/ManageKeys.ts"
import { PuzzleCheck } from "../../core/shield/challenges/PuzzleCheck.ts"
import { eventually } from "./Eventually.ts"
import { postTo, runCli, type TestResponse } from "./Server.ts"
import { atWorkerEnd, workerFolder } from "./WorkerEnd.ts"

type Ports = Layer.Success<ReturnType<typeof layerPorts>>

export interface InProcessOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Adapters to use instead of those that the settings select. */
  readonly ports?: Layer.Layer<never>
  /** Builds the HTTP server. By default, the production server with the output of `npm run build`. */
  readonly server?: (config: GatehouseConfig) => Layer.Layer<HttpAddress, unknown, Ports>
  /** Path of the SQLite database, to start on an earlier server's data. By default, a file in a new folder. */
  readonly filename?: string
}

/** An account on a server that runs in the test's process. */
export interface ServerAccount {
  readonly baseUrl: string
  readonly port: number
  /** The path of the database, which all accounts of the server share. */
  readonly filename: string
  readonly accountId: string
  readonly key: string
  readonly credits: number
  /** Sends a request with the account's key, unless the headers contain another key. */
  readonly post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<TestResponse>
  /** Everything that the server has logged since the account was created. */
  readonly output: () => string
  readonly balance: () => Promise<{ readonly available: number; readonly held: number }>
  /** Audits the ledger of the whole server. */
  readonly verify: () => Promise<LedgerAudit>
  readonly history: () => Promise<ReadonlyArray<RequestRecord>>
  /**
   * Waits until the history has at least `count` requests and no credits are held. The server does both after its
   * response.
   */
  readonly waitForRecords: (count: number) => Promise<ReadonlyArray<RequestRecord>>
  /** Waits until the history contains the request, and returns the record. */
  readonly waitForRecord: (requestId: string) => Promise<RequestRecord>
  /** Creates another key of the account. The default rate limit is the highest possible, which no test reaches. */
  readonly createKey: (requestsPerMinute?: number) => Promise<{ readonly id: string; readonly key: string }>
  readonly run: <A>(effect: Effect.Effect<A, unknown, Ports>) => Promise<A>
  /** Runs a command with `--json` on a separate connection to the same database. Returns the parsed output. */
  readonly cli: (...args: ReadonlyArray<string>) => Promise<any>
}

export interface AccountOptions {
  /** Initial credits of the account. Defaults to 1,000. */
  readonly credits?: number
}

/** A server that the test can stop, and its first account. */
export interface InProcessServer extends ServerAccount {
  /** Creates another account with a key and credits. */
  readonly createAccount: (options?: AccountOptions) => Promise<ServerAccount>
  readonly stop: () => Promise<void>
}

const creditsDefault = 1_000

/** Starts a server and creates its first account. */
export const startServerInProcess = async (options: InProcessOptions = {}): Promise<InProcessServer> => {
  const folder = mkdtempSync(join(workerFolder(), "server-"))
  const filename = options.filename ?? join(folder, "gatehouse.db")
  const settings = {
    PORT: "0",
    GATEHOUSE_STORAGE_WAIT_MILLIS: "60000",
    DATABASE_URL: `sqlite:${filename}`,
    ...options.env
  }
  const isSqlite = settings.DATABASE_URL.startsWith("sqlite:")
  if (isSqlite && !existsSync(filename)) copyFileSync(await migratedDatabase(), filename)
  const config = await Effect.runPromise(
    Effect.provideService(gatehouseConfig, ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(settings))
  )
  let output = ""
  const console = { ...globalThis.console, log: (line: string) => void (output += `${line}\n`) }
  const server = options.server ?? ((config) => layerServer(config, sharedBuiltFiles()))
  const runtime = ManagedRuntime.make(
    server(config).pipe(
      Layer.provideMerge(Layer.mergeAll(layerPorts(config), layerShared, options.ports ?? Layer.empty)),
      Layer.provideMerge(Layer.merge(layerLogging(config), Layer.succeed(Console.Console, console)))
    )
  )
  const run: ServerAccount["run"] = (effect) => runtime.runPromise(effect)
  const { port } = await runtime.runPromise(HttpAddress)
  // Does not wait for the disk, which would take most of a test's time. `test/crash` tests durability.
  if (isSqlite) await run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`PRAGMA synchronous = OFF`))
  const baseUrl = `http://127.0.0.1:${port}`

  const createKeyOf = (accountId: string, requestsPerMinute: number) =>
    Effect.map(
      createApiKey({ accountId, name: "test", requestsPerMinute }),
      ({ key: { id }, text }) => ({ id, key: text })
    )

  const account = async ({ credits = creditsDefault }: AccountOptions = {}): Promise<ServerAccount> => {
    const { accountId, key } = await run(Effect.gen(function*() {
      const { id } = yield* createAccount("test")
      if (credits > 0) yield* grantCredits({ accountId: id, amount: credits, note: "test" })
      return { accountId: id, key: (yield* createKeyOf(id, requestsPerMinuteMax)).key }
    }))
    const outputBefore = output.length
    const balance = () => run(Ledger.use((ledger) => ledger.balance(accountId)))
    const history = () =>
      run(RequestHistory.use((history) => Effect.map(history.search({ accountId, limit: 100 }), ({ items }) => items)))
    return {
      baseUrl,
      port,
      filename,
      accountId,
      key,
      credits,
      post: (path, body, headers) => postTo(`${baseUrl}${path}`, body, { "API-KEY": key, ...headers }),
      output: () => output.slice(outputBefore),
      balance,
      verify: () => run(Ledger.use((ledger) => ledger.verify)),
      history,
      waitForRecords: async (count) => {
        const records = await eventually(history, ({ length }) => length >= count)
        await eventually(balance, ({ held }) => held === 0)
        return records
      },
      waitForRecord: async (requestId) => {
        const find = RequestHistory.use((history) => history.get(accountId, requestId))
        return (await eventually(() => run(find), (record) => record !== null))!
      },
      createKey: (requestsPerMinute = requestsPerMinuteMax) => run(createKeyOf(accountId, requestsPerMinute)),
      run,
      cli: (...args) => runCli([...args, "--json"], settings)
    }
  }

  return {
    ...await account(),
    output: () => output,
    createAccount: account,
    stop: async () => {
      await runtime.dispose()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Makes each password hash take microseconds. The tests of `PasswordsNode` use the real cost. */
const layerCheapPasswords = PasswordsNode.layerWithCost({ ln: 4, r: 8, p: 1 })

/** Threads that all servers of a process share, because starting one takes up to 0.4 s of CPU time. */
const threads = ManagedRuntime.make(
  Layer.merge(DocumentReaderPool.layer({ workers: 1 }), PuzzleCheckThreads.layer({ threads: 1 }))
)
const layerShared = Layer.mergeAll(
  layerCheapPasswords,
  // Milliseconds for which the server discards the body of a refused upload. The default of 1 s slows tests.
  Layer.succeed(LingerMillisMax, 200),
  // A failed test may leave requests that never end. A stopping server waits at most 1 s for them.
  Layer.succeed(DrainMillisMax, 1_000),
  Layer.effect(DocumentReader, Effect.promise(() => threads.runPromise(DocumentReader))),
  Layer.effect(PuzzleCheck, Effect.promise(() => threads.runPromise(PuzzleCheck)))
)

let built: BuiltFiles | null = null

/** Returns the output of `npm run build`, read once per process. */
export const sharedBuiltFiles = (): BuiltFiles => built ??= readBuiltFiles()

let migratedFile: Promise<string> | null = null

/** Returns the path of an empty database with the newest schema. Copying it saves the 30 ms of the migrations. */
const migratedDatabase = (): Promise<string> =>
  migratedFile ??= (async () => {
    atWorkerEnd(() => threads.dispose())
    const filename = join(workerFolder(), "migrated.db")
    await Effect.runPromise(migrate.pipe(Effect.provide(SqliteClient.layer({ filename })), Effect.scoped))
    return filename
  })()
