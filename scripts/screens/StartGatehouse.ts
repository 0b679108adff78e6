import { execFile, spawn } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("../..", import.meta.url))
const node = join(root, "node_modules/.bin/node")
const startMillisMax = 60_000

export interface Gatehouse {
  readonly baseUrl: string
  /** Link to register the first owner; null if there is an owner. */
  readonly ownerLink: string | null
  /** Stops the server and waits until it has exited. */
  readonly stop: () => Promise<void>
}

export interface StartOptions {
  /** Environment variables besides the database. */
  readonly env?: Readonly<Record<string, string>>
  /** Command-line flags of Node. */
  readonly flags?: ReadonlyArray<string>
}

/** Starts a server with this database and waits until it listens. */
export const startGatehouse = async (database: string, options: StartOptions = {}): Promise<Gatehouse> => {
  const env = {
    ...process.env,
    NO_COLOR: "1",
    HOST: "127.0.0.1",
    PORT: "0",
    DATABASE_URL: database,
    ...options.env
  }
  const args = [...options.flags ?? [], join(root, "apps/server/node.ts")]
  const child = spawn(node, args, { env, cwd: root })
  let output = ""
  const listens = new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`The server did not start:\n${output}`))
    child.once("error", fail)
    child.once("exit", fail)
    setTimeout(fail, startMillisMax).unref()
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text
        // Waits for the part of the startup message about API keys.
        if (/listens on \S[^]*(?:keys create|curl -s)/.test(output)) resolve()
      })
    }
  })
  await listens
  const baseUrl = /listens on (\S+?),?\s/.exec(output)![1]!
  const ownerLink = /Set up the dashboard: (\S+)/.exec(output)?.[1] ?? null
  const exited = new Promise<void>((resolve) => void child.once("exit", () => resolve()))
  return {
    baseUrl,
    ownerLink,
    stop: () => {
      child.kill()
      return exited
    }
  }
}

export interface SeedOptions {
  readonly requests: number
  readonly days: number
  readonly seed?: number
  /** End of the traffic; the current time if absent. */
  readonly until?: Date
  readonly isEven?: boolean
}

/** Fills a database with `scripts/seed.ts`, which documents the options. */
export const seed = async (
  database: string,
  { days, isEven = false, requests, seed = 1, until }: SeedOptions
): Promise<void> => {
  const numbers = ["--requests", String(requests), "--days", String(days), "--seed", String(seed)]
  const end = until === undefined ? [] : ["--until", until.toISOString()]
  const args = ["--database", database, ...numbers, ...end, ...isEven ? ["--even"] : []]
  await promisify(execFile)(node, [join(root, "scripts/seed.ts"), ...args], { cwd: root })
}
