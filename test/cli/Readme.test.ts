import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { readText, root } from "../house/Tree.ts"
import { isFullRun } from "../support/TestRun.ts"

const charsMax = 8_000
const pictureBytesMax = 150 * 1024

const readme = readText("README.md")

interface Block {
  readonly language: string
  readonly code: string
  /** Output that the README shows below the block; null if it shows none. */
  readonly output: string | null
}

const blocks: ReadonlyArray<Block> = Array.from(
  readme.matchAll(/^```(sh|ts)\n([^]*?)^```\n(?:\n```(?:json|text)\n([^]*?)^```$)?/gm),
  ([, language = "", code = "", output]) => ({ language, code, output: output ?? null })
)

/** Reports whether a block starts the server. Such a block does not end. */
const starts = ({ code }: Block): boolean => code.includes("npm start")

const clone = mkdtempSync(join(tmpdir(), "gatehouse-readme-"))

/**
 * Skips `npm ci`, which needs the registry and takes minutes. Only the long run executes it. In the other runs, the
 * clone has the modules of this checkout.
 */
const pasted = (code: string): string => isFullRun ? code : code.replaceAll(/^npm ci$/gm, ":")

/** Clones the last commit in the long run. Otherwise, copies this checkout with its uncommitted changes. */
const makeClone = (): void => {
  if (isFullRun) return void execFileSync("git", ["clone", "--quiet", root, clone])
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root })
  for (const path of list.toString("utf8").split("\0").filter((path) => path !== "" && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(clone, path)), { recursive: true })
    cpSync(join(root, path), join(clone, path))
  }
  for (const name of ["node_modules", "dist"]) symlinkSync(join(root, name), join(clone, name))
}

/** The environment of a fresh shell. */
const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? clone, NO_COLOR: "1" }

/** Runs a block in a separate shell and resolves with its exit code and its output. */
const paste = (code: string): Promise<readonly [code: number, output: string]> =>
  new Promise((resolve) => {
    const child = execFile("bash", ["-c", pasted(code)], { cwd: clone, env }, (_, stdout) =>
      resolve([child.exitCode ?? 1, stdout.trim()]))
  })

let terminal: ChildProcess | null = null
let baseUrl = ""

/** Runs the block that starts the server, and waits until the server listens. */
const startServer = async (): Promise<void> => {
  const block = blocks.find(starts)!
  // The system assigns the port, because other tests run at the same time.
  terminal = spawn("bash", ["-c", pasted(block.code)], { cwd: clone, env: { ...env, PORT: "0" }, detached: true })
  let output = ""
  baseUrl = await new Promise((resolve, reject) => {
    const look = (text: Buffer) => {
      output += text.toString("utf8")
      const [, url] = /listens on (http:\S+?),?\s/.exec(output) ?? []
      if (url !== undefined) resolve(url)
    }
    terminal!.stdout!.on("data", look)
    terminal!.stderr!.on("data", look)
    terminal!.once("exit", () => reject(new Error(`The server did not start:\n${output}`)))
  })
}

describe("README.md", () => {
  it(`has at most ${charsMax} characters`, () => {
    expect(readme.length).toBeLessThanOrEqual(charsMax)
  })

  it("shows the dashboard in light and dark", () => {
    const pictures = [...readme.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = ""]) => path)
    expect(pictures).toEqual(["docs/images/dashboard-dark.png", "docs/images/dashboard-light.png"])
    for (const path of pictures) expect(statSync(join(root, path)).size).toBeLessThanOrEqual(pictureBytesMax)
  })
})

describe("the blocks of README.md, pasted into fresh shells", () => {
  afterAll(() => {
    if (terminal?.pid !== undefined && terminal.exitCode === null) process.kill(-terminal.pid, "SIGKILL")
    rmSync(clone, { recursive: true, force: true, maxRetries: 5 })
  })

  it("are all run", () => {
    expect(blocks.length).toBe([...readme.matchAll(/^```(?!json|text)\w+$/gm)].length)
    expect(blocks.filter(starts)).toHaveLength(1)
  })

  // This is a test and not a hook, because `npm ci` in the long run may exceed the time limit of hooks.
  it("start the server", async () => {
    makeClone()
    await startServer()
    expect(baseUrl).toMatch(/^http:/)
  })

  it.each(blocks.filter((block) => block.language === "sh" && !starts(block)))(
    "work in the shell: $code",
    async ({ code, output }) => {
      const [exitCode, printed] = await paste(code.replaceAll("http://127.0.0.1:8080", baseUrl))
      expect(exitCode).toBe(0)
      expect(printed).toBe(output?.trim() ?? printed)
      expect(printed).not.toBe("")
    }
  )

  it.each(blocks.filter(({ language }) => language === "ts"))("run as programs: $code", async ({ code, output }) => {
    writeFileSync(join(clone, "readme.ts"), code)
    expect(await paste("npx node readme.ts")).toEqual([0, output?.trim()])
  })
})
