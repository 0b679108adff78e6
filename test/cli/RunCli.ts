import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { compileCache } from "../support/CompileCache.ts"

const root = join(import.meta.dirname, "../..")

/** The Node that comes with the project, as `npx gatehouse` would find it. */
const node = join(root, "node_modules/.bin/node")
const main = join(root, "apps/cli/main.ts")

/** Starting a process for every command takes its time on a busy machine. */
export const cliMillisMax = 60_000

export interface Ran {
  readonly exitCode: number
  readonly out: string
  readonly err: string
  /** The result of a command with `--json`: one line. */
  readonly json: any
}

/** A database of its own, with the command line on it. */
export const cliOnEmptyDatabase = () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-cli-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const databaseFile = join(folder, "made/by/the/command.db")

  const run = (args: ReadonlyArray<string>, input = "", environment: Record<string, string> = {}): Promise<Ran> =>
    new Promise((resolve, reject) => {
      const env = {
        PATH: process.env["PATH"] ?? "",
        NO_COLOR: "1",
        ...compileCache,
        DATABASE_URL: `sqlite:${databaseFile}`,
        ...environment
      }
      const child = spawn(node, [main, ...args], { cwd: folder, env })
      let [out, err] = ["", ""]
      child.stdout.setEncoding("utf8").on("data", (text) => out += text)
      child.stderr.setEncoding("utf8").on("data", (text) => err += text)
      child.on("error", reject)
      child.on("close", (exitCode) => resolve({ exitCode: exitCode ?? -1, out, err, json: oneLine(out) }))
      child.stdin.on("error", () => {})
      child.stdin.end(input)
    })

  return { folder, databaseFile, run, json: (...args: ReadonlyArray<string>) => run([...args, "--json"]) }
}

const oneLine = (out: string): unknown => {
  const line = out.trimEnd()
  return /^[{[][^\n]*$/.test(line) ? JSON.parse(line) : undefined
}
