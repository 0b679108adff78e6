import { ConfigProvider, Console, Effect, Layer, ManagedRuntime } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { HttpAddress } from "../../adapters/http/server/NodeServer.ts"
import { type GatehouseConfig, gatehouseConfig } from "../../apps/server/Config.ts"
import { layerLogging } from "../../apps/server/Logging.ts"
import { layerPorts, layerServer } from "../../apps/server/Program.ts"
import { requestsPerMinuteMax } from "../../core/accounts/ApiKey.ts"
import { createAccount } from "../../core/accounts/CreateAccount.ts"
import { createApiKey } from "../../core/accounts/CreateApiKey.ts"
import { grantCredits } from "../../core/credits/GrantCredits.ts"
import { Ledger, type LedgerAudit } from "../../core/ports/Ledger.ts"
import { RequestHistory, type RequestRecord } from "../../core/ports/RequestHistory.ts"
import { type Answer, send } from "./Server.ts"

type Ports = Layer.Success<ReturnType<typeof layerPorts>>

export interface InProcessOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Ports in place of those of the settings. */
  readonly ports?: Layer.Layer<any>
  /** What listens in place of the server. */
  readonly server?: (config: GatehouseConfig) => Layer.Layer<HttpAddress, unknown, Ports>
}

/** The server within the test's own process, so that what it stands on can be replaced, or broken from below. */
export interface InProcessServer {
  readonly post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  readonly port: number
  readonly accountId: string
  readonly key: string
  readonly credits: number
  readonly filename: string
  readonly output: () => string
  readonly balance: () => Promise<{ readonly available: number; readonly held: number }>
  readonly verify: () => Promise<LedgerAudit>
  readonly history: () => Promise<ReadonlyArray<RequestRecord>>
  readonly run: <A>(effect: Effect.Effect<A, unknown, Ports>) => Promise<A>
  readonly stop: () => Promise<void>
}

const credits = 1_000

export const startInProcess = async (options: InProcessOptions = {}): Promise<InProcessServer> => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-in-process-"))
  const filename = join(folder, "gatehouse.db")
  const settings = { PORT: "0", DATABASE_URL: `sqlite:${filename}`, ...options.env }
  const config = await Effect.runPromise(gatehouseConfig.parse(ConfigProvider.fromUnknown(settings)))
  let output = ""
  const console = { ...globalThis.console, log: (line: string) => void (output += `${line}\n`) }
  const ports = layerPorts(config)
  const runtime = ManagedRuntime.make(
    (options.server ?? layerServer)(config).pipe(
      Layer.provideMerge(options.ports === undefined ? ports : Layer.merge(ports, options.ports)),
      Layer.provideMerge(Layer.merge(layerLogging(config), Layer.succeed(Console.Console, console)))
    )
  )
  const { accountId, key, port } = await runtime.runPromise(Effect.gen(function*() {
    const account = yield* createAccount("test")
    yield* grantCredits({ accountId: account.id, amount: credits, note: "test" })
    const made = yield* createApiKey({ accountId: account.id, name: "test", requestsPerMinute: requestsPerMinuteMax })
    return { accountId: account.id, key: made.text, port: (yield* HttpAddress).port }
  }))
  const run: InProcessServer["run"] = (effect) => runtime.runPromise(effect)

  return {
    post: (path, body, headers) => send(`http://127.0.0.1:${port}${path}`, body, { "API-KEY": key, ...headers }),
    port,
    accountId,
    key,
    credits,
    filename,
    output: () => output,
    balance: () => run(Ledger.use((ledger) => ledger.balance(accountId))),
    verify: () => run(Ledger.use((ledger) => ledger.verify)),
    history: () =>
      run(RequestHistory.use((history) => Effect.map(history.search({ accountId, limit: 100 }), ({ items }) => items))),
    run,
    stop: async () => {
      await runtime.dispose()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
