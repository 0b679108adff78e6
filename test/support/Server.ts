import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { runCommandLine } from "./CommandLine.ts"
import { compileCache, movedClock } from "./CompileCache.ts"
import { startFlags } from "./StartFlags.ts"

const root = join(import.meta.dirname, "../..")
const node = join(root, "node_modules/.bin/node")
const startMillisMax = 240_000

export interface ServerOptions {
  /** Settings beside the ones that every test server has. */
  readonly env?: Readonly<Record<string, string>>
  /** Program and arguments before the file, `["…/bun"]`; the project's Node when absent. */
  readonly command?: readonly [string, ...Array<string>]
  readonly entry?: string
  /** A folder that an earlier server left, to start again on its database; a new one when absent. */
  readonly folder?: string
}

/** An answer, with its body as text and, where it is JSON, as a value. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: any
}

export interface TestServer {
  readonly baseUrl: string
  readonly port: number
  readonly folder: string
  /** The key that the first start shows; empty on later starts. */
  readonly key: string
  /** Everything that it has written so far, standard output and error. */
  readonly output: () => string
  /** An object goes as JSON; text and bytes go as they are, called JSON unless the headers say otherwise; a form as a form. */
  readonly post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  /** The command line, which is another process to the server, on the same database: what `--json` prints. */
  readonly cli: (...args: ReadonlyArray<string>) => Promise<any>
  /** A key with a limit that no test reaches, or with this one. */
  readonly makeKey: (requestsPerMinute?: number) => Promise<{ readonly id: string; readonly key: string }>
  readonly balance: () => Promise<number>
  /** Tells it to stop and waits; resolves with the exit code. */
  readonly stop: () => Promise<number | null>
  readonly kill9: () => Promise<void>
  /** Kills what still runs and removes the folder. */
  readonly remove: () => Promise<void>
}

/** Starts the real server as a child process and waits until it listens. */
export const startServer = async (options: ServerOptions = {}): Promise<TestServer> => {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "gatehouse-http-"))
  const [program, ...before] = options.command ?? [node, ...startFlags]
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? folder,
    NO_COLOR: "1",
    ...compileCache,
    ...movedClock,
    HOST: "127.0.0.1",
    PORT: "0",
    DATABASE_URL: `sqlite:${join(folder, "gatehouse.db")}`,
    ...options.env
  }
  const child = spawn(program, [...before, join(root, options.entry ?? "apps/server/node.ts")], { cwd: root, env })
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (text) => output += text)
  child.stderr.setEncoding("utf8").on("data", (text) => output += text)
  const exited = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null))
    child.once("exit", resolve)
  })
  const kill9 = async () => {
    child.kill("SIGKILL")
    await exited
  }
  const remove = async () => {
    await kill9()
    rmSync(folder, { recursive: true, force: true })
  }

  const port = await listening(() => output, exited)
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
    post: (path, body, headers) => send(baseUrl + path, body, headers ?? {}),
    cli,
    makeKey: (requestsPerMinute = 1_000_000) =>
      cli("keys", "create", "--name", "test", "--requests-per-minute", String(requestsPerMinute)),
    balance: async () => (await cli("credits", "balance")).balance,
    stop: () => {
      child.kill("SIGTERM")
      return exited
    },
    kill9,
    remove
  }
}

const listening = async (output: () => string, exited: Promise<number | null>): Promise<number | null> => {
  const late = Date.now() + startMillisMax
  let isOver = false
  void exited.then(() => isOver = true)
  while (!isOver && Date.now() < late) {
    const port = /listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(output())?.[1]
    // The banner's last line: the key has been written too.
    if (port !== undefined && /keys create|curl -s/.test(output())) return Number(port)
    await delay(10)
  }
  return null
}

export const send = async (url: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Answer> => {
  const isRaw = typeof body === "string" || body instanceof Uint8Array
  const isForm = body instanceof FormData
  const response = await fetch(url, {
    method: "POST",
    headers: isForm || body === undefined ? headers : { "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: isRaw || isForm ? body as BodyInit : JSON.stringify(body) })
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: valueOf(text) }
}

const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the command line prints with `--json`, as a value. */
export const runCli = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>): Promise<any> => {
  const { err, out } = await runCommandLine(args, env)
  const value = valueOf(out)
  if (value === undefined) throw new Error(`gatehouse ${args.join(" ")}:\n${out}${err}`)
  return value
}
