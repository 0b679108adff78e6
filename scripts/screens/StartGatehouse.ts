import { execFile, spawn } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("../..", import.meta.url))
const node = join(root, "node_modules/.bin/node")
const startMillisMax = 60_000

export interface Gatehouse {
  readonly baseUrl: string
  /** By which somebody becomes the first owner; null where there is one. */
  readonly ownerLink: string | null
  readonly stop: () => void
}

/** A server on this database. */
export const startGatehouse = async (database: string): Promise<Gatehouse> => {
  const env = { ...process.env, NO_COLOR: "1", HOST: "127.0.0.1", PORT: "0", DATABASE_URL: database }
  const child = spawn(node, [join(root, "apps/server/node.ts")], { env, cwd: root })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => output += text)
  const late = Date.now() + startMillisMax
  while (!/listens on \S+[^]*(?:keys create|curl -s)/.test(output)) {
    if (child.exitCode !== null || Date.now() > late) throw new Error(`The server did not start:\n${output}`)
    await new Promise((done) => setTimeout(done, 50))
  }
  const baseUrl = /listens on (\S+?),?\s/.exec(output)![1]!
  const ownerLink = /Set up the dashboard: (\S+)/.exec(output)?.[1] ?? null
  return { baseUrl, ownerLink, stop: () => void child.kill() }
}

/** A month of traffic, or as much as is asked for. */
export const seed = async (database: string, requests: number, days: number): Promise<void> => {
  const options = ["--database", database, "--requests", String(requests), "--days", String(days)]
  await promisify(execFile)(node, [join(root, "scripts/seed.ts"), ...options], { cwd: root })
}
