import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { node, root } from "../crash/support.ts"

const bin = (name: string) => join(root, "node_modules/.bin", name)

export interface ScriptRuntime {
  readonly name: string
  /** Program, and what stands before the script. */
  readonly command: ReadonlyArray<string>
}

export const nodeRuntime: ScriptRuntime = { name: "Node", command: node.command }

/** Bun and Deno, as npm has installed them; where one is not, that is told. */
export const otherRuntimes = (what: string): ReadonlyArray<ScriptRuntime> =>
  [
    { name: "Bun", command: [bin("bun")] },
    { name: "Deno", command: [bin("deno"), "run", "-A"] }
  ].filter(({ command, name }) => {
    const isThere = existsSync(command[0]!)
    if (!isThere) console.warn(`SKIPPED: ${what} not tested on ${name}, because ${command[0]} is not there`)
    return isThere
  })

export interface ScriptOptions {
  readonly args?: ReadonlyArray<string>
  readonly env?: NodeJS.ProcessEnv
  readonly millisMax?: number
}

/** What a script of this folder prints, which is JSON. */
export const reportOf = <Report>(
  { command: [program, ...before] }: ScriptRuntime,
  script: string,
  { args = [], env, millisMax = 60_000 }: ScriptOptions = {}
): Promise<Report> =>
  new Promise((resolve, reject) => {
    const options = { cwd: root, timeout: millisMax, maxBuffer: 16_000_000, ...env === undefined ? {} : { env } }
    execFile(program!, [...before, join(root, "test/runtime", script), ...args], options, (error, stdout, stderr) =>
      error === null ? resolve(JSON.parse(stdout)) : reject(new Error(`${error.message}\n${stderr}`)))
  })
