/**
 * Runs command lines one after another in one process, as `apps/cli/main.mjs` runs a single one.
 *
 * Each command line has its own environment, folder and input. Starting a process takes a hundred times as long as most
 * commands. The process listens on a port that it prints.
 */
import { ConfigProvider, Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { exitCodeOf, runGatehouse } from "../../apps/cli/Gatehouse.ts"
import { reuseWorkers } from "./ReuseWorkers.ts"

export interface CommandRequest {
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  readonly folder: string
  readonly input: string
}

export interface CommandResult {
  readonly exitCode: number
  readonly out: string
  readonly err: string
}

const written = { out: "", err: "" }

const take = (stream: NodeJS.WriteStream, name: keyof typeof written): void => {
  const write = (chunk: string | Uint8Array, ...rest: ReadonlyArray<unknown>): boolean => {
    written[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8")
    const onWritten = rest.find((one) => typeof one === "function")
    if (onWritten !== undefined) process.nextTick(onWritten)
    return true
  }
  stream.write = write
}

const carryOut = async ({ args, env, folder, input }: CommandRequest): Promise<CommandResult> => {
  written.out = ""
  written.err = ""
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(folder)
  Object.defineProperty(process, "stdin", { configurable: true, value: Readable.from([Buffer.from(input)]) })
  const provider = ConfigProvider.fromEnv({ env })
  const exit = await Effect.runPromiseExit(
    Effect.provideService(runGatehouse(args), ConfigProvider.ConfigProvider, provider)
  )
  return { exitCode: exitCodeOf(exit), ...written }
}

if (import.meta.main) {
  reuseWorkers()
  const { stdout } = process
  const print = stdout.write.bind(stdout)
  take(stdout, "out")
  take(process.stderr, "err")
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer((request, response) => {
    const result = Promise.all([text(request), last]).then(([body]) => carryOut(JSON.parse(body)))
    last = result.catch(() => {})
    result.then(
      (one) => response.end(JSON.stringify(one)),
      (cause) => response.writeHead(500).end(String(cause?.stack))
    )
  })
  // A test may send its next command at any time, so idle connections stay open.
  server.keepAliveTimeout = 0
  server.listen(0, "127.0.0.1", () => print(`port ${(server.address() as AddressInfo).port}\n`))
}
