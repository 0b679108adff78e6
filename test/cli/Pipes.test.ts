import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../crash/ServerProcess.ts"
import { nodeRuntime, otherRuntimes, type ScriptRuntime } from "../runtime/Runtimes.ts"
import { compileCache } from "../support/CompileCache.ts"
import { sample } from "../support/TestRun.ts"
import { workerFolder } from "../support/WorkerEnd.ts"
import { cliOnEmptyDatabase } from "./RunCli.ts"

/** Number of items, whose output is several times the capacity of a pipe (64 KiB on Linux). */
const itemsCount = 2_000

interface Case {
  readonly exitCode: number
  readonly args: ReadonlyArray<string>
  readonly line: (at: number) => string
}

const cases: ReadonlyArray<Case> = [
  { exitCode: 0, args: ["check", "email", "-"], line: (at) => `ann${at}@example.org` },
  { exitCode: 1, args: ["check", "url", "-", "--no-blocklist"], line: (at) => `not a url ${at}` },
  { exitCode: 3, args: ["check", "email", "-"], line: (at) => `ann${at}@mailinator.com` },
  {
    exitCode: 4,
    args: ["check", "lead", "-", "--format", "ndjson", "--no-blocklist"],
    line: (at) => JSON.stringify({ email: `ann${at}@mailinator.com` })
  }
]

interface Piped {
  /** Output of the last program in the pipe. */
  readonly out: string
  readonly err: string
  /** Exit code of the command, not of the pipe. */
  readonly exitCode: number
}

const folder = mkdtempSync(join(workerFolder(), "pipes-"))
let pipes = 0

/** Runs `gatehouse ARGS < input | READER` in a shell. */
const piped = (
  { command }: ScriptRuntime,
  args: ReadonlyArray<string>,
  reader: string,
  input = "",
  environment: Readonly<Record<string, string>> = {}
): Promise<Piped> => {
  const base = join(folder, String(pipes++))
  writeFileSync(`${base}.in`, input)
  const script = `{ "$@" < ${base}.in 2> ${base}.err; echo $? > ${base}.code; } ${reader}`
  const env = { PATH: process.env["PATH"] ?? "", NO_COLOR: "1", ...compileCache, ...environment }
  const shellArgs = ["-c", script, "sh", ...command, join(root, "apps/cli/main.mjs"), ...args]
  return new Promise((resolve, reject) => {
    execFile("sh", shellArgs, { cwd: folder, env, maxBuffer: 2 ** 26 }, (error, out) => {
      if (error !== null) return reject(error)
      const read = (name: string) => readFileSync(`${base}.${name}`, "utf8")
      resolve({ out, err: read("err"), exitCode: Number(read("code")) })
    })
  })
}

const inputOf = ({ line }: Case): string => Array.from({ length: itemsCount }, (_, at) => `${line(at)}\n`).join("")

for (const runtime of [nodeRuntime, ...otherRuntimes]) {
  const sampled = sample(`exit codes of piped commands on ${runtime.name}`, cases, runtime === nodeRuntime ? 2 : 1)
  describe(`the output of a command on ${runtime.name}`, { tags: [...runtime.tags] }, () => {
    it.each(sampled)("arrives through a pipe with exit code $exitCode: $args", async (one) => {
      const { err, exitCode, out } = await piped(runtime, [...one.args, "--json"], "| cat", inputOf(one))
      expect({ err, exitCode }).toEqual({ err: "", exitCode: one.exitCode })
      expect(out.endsWith("]\n")).toBe(true)
      expect(JSON.parse(out)).toHaveLength(itemsCount)
    })

    it("may be cut off by its reader: the command ends quietly, with its own exit code", async () => {
      const one = cases[2]!
      const ended = await piped(runtime, [...one.args, "--json"], "| head -c 2", inputOf(one))
      expect(ended).toEqual({ out: "[{", err: "", exitCode: one.exitCode })
    })

    it.skipIf(!existsSync("/dev/full"))("that cannot be written fails the command", async () => {
      const json = await piped(runtime, ["check", "email", "ann@example.org", "--json"], "> /dev/full")
      expect(json).toMatchObject({ out: "", exitCode: 1 })
      expect(JSON.parse(json.err)).toEqual({
        ok: false,
        message: expect.stringContaining("Standard output cannot be written: ")
      })
    })
  })
}

describe("a streamed export", () => {
  const { databaseFile, json } = cliOnEmptyDatabase()

  it("ends quietly with 0 when its reader closes the pipe", async () => {
    const file = join(folder, "hosts.txt")
    writeFileSync(file, Array.from({ length: itemsCount }, (_, at) => `http://host${at}.example.com/path\n`).join(""))
    expect(await json("blocklist", "import", file, "--source", "partner")).toMatchObject({ exitCode: 0 })
    const database = { DATABASE_URL: `sqlite:${databaseFile}` }
    const whole = await piped(nodeRuntime, ["blocklist", "export"], "| wc -l", "", database)
    expect(whole).toMatchObject({ out: `${itemsCount + 1}\n`, exitCode: 0 })
    const cut = await piped(nodeRuntime, ["blocklist", "export"], "| head -c 4", "", database)
    expect(cut).toEqual({ out: "kind", err: "", exitCode: 0 })
  })
})
