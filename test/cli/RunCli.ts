import { spawn } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { compileCache, faketimeEnv } from "../support/CompileCache.ts"
import { requestResource } from "../support/OnDemand.ts"
import { workerFolder } from "../support/WorkerEnd.ts"
import type { CommandRequest, CommandResult } from "./CommandServer.ts"

const root = join(import.meta.dirname, "../..")

/** Path of the project's Node, which `./gatehouse` would use. */
const node = join(root, "node_modules/.bin/node")
const main = join(root, "apps/cli/main.mjs")

export interface CliResult {
  readonly exitCode: number
  readonly out: string
  readonly err: string
  /** Parsed output of a command with `--json`, which prints one line. */
  readonly json: any
}

/** Returns functions that run commands on a new database, and the paths of the database and its folder. */
export const cliOnEmptyDatabase = () => {
  const folder = mkdtempSync(join(workerFolder(), "cli-"))
  const databaseFile = join(folder, "made/by/the/command.db")

  const environmentOf = (environment: Record<string, string>) => ({
    PATH: process.env["PATH"] ?? "",
    NO_COLOR: "1",
    ...compileCache,
    ...faketimeEnv,
    DATABASE_URL: `sqlite:${databaseFile}`,
    ...environment
  })

  /** Runs the command in a separate process, as a user does. */
  const runAlone = (
    args: ReadonlyArray<string>,
    input = "",
    environment: Record<string, string> = {}
  ): Promise<CliResult> =>
    new Promise((resolve, reject) => {
      const child = spawn(node, [main, ...args], { cwd: folder, env: environmentOf(environment) })
      let [out, err] = ["", ""]
      child.stdout.setEncoding("utf8").on("data", (text) => out += text)
      child.stderr.setEncoding("utf8").on("data", (text) => err += text)
      child.on("error", reject)
      child.on("close", (exitCode) => resolve({ exitCode: exitCode ?? -1, out, err, json: parseJsonLine(out) }))
      child.stdin.on("error", () => {})
      child.stdin.end(input)
    })

  /** Runs the command in the process that all tests share. */
  const run = async (
    args: ReadonlyArray<string>,
    input = "",
    environment: Record<string, string> = {}
  ): Promise<CliResult> => {
    const request: CommandRequest = { args, env: environmentOf(environment), folder, input }
    const response = await fetch(await requestResource("commands"), { method: "POST", body: JSON.stringify(request) })
    if (!response.ok) throw new Error(`${args.join(" ")} failed: ${await response.text()}`)
    const result = await response.json() as CommandResult
    return { ...result, json: parseJsonLine(result.out) }
  }

  return { folder, databaseFile, run, runAlone, json: (...args: ReadonlyArray<string>) => run([...args, "--json"]) }
}

const parseJsonLine = (out: string): unknown => {
  const line = out.trimEnd()
  return /^[{[][^\n]*$/.test(line) ? JSON.parse(line) : undefined
}
