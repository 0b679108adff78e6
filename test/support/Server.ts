import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { runCommandLine } from "./CommandLine.ts"
import { compileCache, faketimeEnv } from "./CompileCache.ts"
import { startFlags } from "./StartFlags.ts"

const root = join(import.meta.dirname, "../..")
const node = join(root, "node_modules/.bin/node")
const startMillisMax = 240_000

export interface ServerOptions {
  /** Settings in addition to the defaults of test servers. */
  readonly env?: Readonly<Record<string, string>>
  /** Program and arguments before the entry file, such as `["…/bun"]`. By default, the project's Node. */
  readonly command?: readonly [string, ...Array<string>]
  readonly entry?: string
  /** The folder of an earlier server, to start on its database. By default, a new folder. */
  readonly folder?: string
}

/** HTTP response. `json` is the parsed body, or undefined if the body is not JSON. */
export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: any
}

export interface TestServer {
  readonly baseUrl: string
  readonly port: number
  readonly folder: string
  /** API key that the server shows on its first start. Empty on later starts. */
  readonly key: string
  /** Everything that the server has written to standard output and standard error. */
  readonly output: () => string
  /** Sends objects as JSON, and text, bytes and forms unchanged. Text and bytes default to JSON's content type. */
  readonly post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<TestResponse>
  /** Runs a command with `--json` on a separate connection to the same database. Returns the parsed output. */
  readonly cli: (...args: ReadonlyArray<string>) => Promise<any>
  /** Creates an API key. The default rate limit is 1,000,000 requests per minute, which no test reaches. */
  readonly createKey: (requestsPerMinute?: number) => Promise<{ readonly id: string; readonly key: string }>
  readonly balance: () => Promise<number>
  /** Sends SIGTERM, waits until the server exits, and returns the exit code. */
  readonly stop: () => Promise<number | null>
  readonly kill: () => Promise<void>
  /** Kills the server if it still runs, and removes the folder. */
  readonly remove: () => Promise<void>
}

/** Starts the real server as a child process and waits until it listens. */
export const startServer = async (options: ServerOptions = {}): Promise<TestServer> => {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "gatehouse-http-"))
  const [program, ...programArgs] = options.command ?? [node, ...startFlags]
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? folder,
    NO_COLOR: "1",
    ...compileCache,
    ...faketimeEnv,
    HOST: "127.0.0.1",
    PORT: "0",
    // Prevents storage timeouts on a busy machine.
    GATEHOUSE_STORAGE_WAIT_MILLIS: "60000",
    DATABASE_URL: `sqlite:${join(folder, "gatehouse.db")}`,
    ...options.env
  }
  const child = spawn(program, [...programArgs, join(root, options.entry ?? "apps/server/node.ts")], { cwd: root, env })
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (text) => output += text)
  child.stderr.setEncoding("utf8").on("data", (text) => output += text)
  const exited = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null))
    child.once("exit", resolve)
  })
  const kill = async () => {
    child.kill("SIGKILL")
    await exited
  }
  const remove = async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }

  const port = await waitForPort(() => output, exited)
  if (port === null) {
    await remove()
    throw new Error(`The server did not start:\n${output}`)
  }
  const baseUrl = `http://127.0.0.1:${port}`
  const cli: TestServer["cli"] = (...args) => runCli([...args, "--json"], env)

  return {
    baseUrl,
    port,
    folder,
    key: /gh_live_\w+/.exec(output)?.[0] ?? "",
    output: () => output,
    post: (path, body, headers) => postTo(baseUrl + path, body, headers ?? {}),
    cli,
    createKey: (requestsPerMinute = 1_000_000) =>
      cli("keys", "create", "--name", "test", "--requests-per-minute", String(requestsPerMinute)),
    balance: async () => (await cli("credits", "balance")).balance,
    stop: () => {
      child.kill("SIGTERM")
      return exited
    },
    kill,
    remove
  }
}

const waitForPort = async (output: () => string, exited: Promise<number | null>): Promise<number | null> => {
  const deadline = Date.now() + startMillisMax
  let isOver = false
  void exited.then(() => isOver = true)
  while (!isOver && Date.now() < deadline) {
    const port = /listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(output())?.[1]
    // One of these commands is in the last line of the banner. Once it is written, the key is written too.
    if (port !== undefined && /keys create|curl -s/.test(output())) return Number(port)
    await delay(10)
  }
  return null
}

export const postTo = async (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>>
): Promise<TestResponse> => {
  const isRaw = typeof body === "string" || body instanceof Uint8Array
  const isForm = body instanceof FormData
  const response = await fetch(url, {
    method: "POST",
    headers: isForm || body === undefined ? headers : { "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: isRaw || isForm ? body as BodyInit : JSON.stringify(body) })
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parseJson(text) }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Runs a command that prints JSON and returns the parsed output. Throws if the output is not JSON. */
export const runCli = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>): Promise<any> => {
  const { err, out } = await runCommandLine(args, env)
  const value = parseJson(out)
  if (value === undefined) throw new Error(`gatehouse ${args.join(" ")}:\n${out}${err}`)
  return value
}
