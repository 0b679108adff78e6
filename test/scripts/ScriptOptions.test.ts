import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { afterEach, describe, expect, it, vi } from "vitest"
import { parseScriptArguments, readScriptArguments, type ScriptDefinition } from "../../scripts/ScriptOptions.ts"
import { needs } from "../support/TestRun.ts"

const script: ScriptDefinition<"to" | "count" | "all"> = {
  usage: "node scripts/some.ts FILE --to URL",
  description: "Does something.",
  positionalsMax: 1,
  options: {
    to: { value: "URL", description: "Where to" },
    count: { value: "N", description: "How many", fallback: "3" },
    all: { description: "Everything" }
  },
  example: "node scripts/some.ts a --to b",
  problemOf: ({ values }) => values.to === undefined ? "Say where to with --to." : null
}

describe("a script's command line", () => {
  it("returns its options with their defaults, and its arguments", () => {
    expect(parseScriptArguments(script, ["a", "--to", "b"])).toEqual({
      is: "given",
      given: { values: { to: "b", count: "3" }, positionals: ["a"] }
    })
  })

  it("reads an option without a value as true", () => {
    expect(parseScriptArguments(script, ["--to", "b", "--all"])).toEqual({
      is: "given",
      given: { values: { to: "b", count: "3", all: "yes" }, positionals: [] }
    })
  })

  it.each([["--help"], ["-h"], ["a", "--count", "5", "--help"]])(
    "%s %s prints the help and needs nothing else",
    (...args) => {
      const read = parseScriptArguments(script, args)
      expect(read.is === "help" && read.text).toBe(`Does something.

USAGE
  node scripts/some.ts FILE --to URL

OPTIONS
  --to URL    Where to
  --count N   How many (default: 3)
  --all       Everything
  -h, --help  Show this and end

EXAMPLE
  node scripts/some.ts a --to b`)
    }
  )

  it.each([
    ["an unknown option", ["--to", "b", "--nope"], "Unknown option '--nope'."],
    ["an option without its value", ["--to"], "Option '--to <value>' argument missing"],
    ["a word too many", ["a", "b", "--to", "c"], "Unexpected argument \"b\"."],
    ["what the script itself refuses", ["a"], "Say where to with --to."]
  ])("%s is reported in a sentence", (_, args, message) => {
    expect(parseScriptArguments(script, args)).toEqual({ is: "wrong", message: `${message}\nTry --help.` })
  })
})

describe("a started script", () => {
  afterEach(() => vi.restoreAllMocks())

  /** Parses arguments as a started script does. Returns the script's output, and its options or its exit code. */
  const started = (...args: ReadonlyArray<string>) => {
    vi.spyOn(process, "argv", "get").mockReturnValue(["node", "some.ts", ...args])
    const [out, err] = [vi.spyOn(console, "log"), vi.spyOn(console, "error")].map((spy) => spy.mockReturnValue())
    vi.spyOn(process, "exit").mockImplementation((code) => {
      throw new Error(`exit ${code}`)
    })
    let options: unknown = null
    try {
      options = readScriptArguments(script)
    } catch (error) {
      options = (error as Error).message
    }
    return { given: options, out: out!.mock.calls.flat().join("\n"), err: err!.mock.calls.flat().join("\n") }
  }

  it("gets its options", () => {
    expect(started("a", "--to", "b")).toEqual({
      given: { values: { to: "b", count: "3" }, positionals: ["a"] },
      out: "",
      err: ""
    })
  })

  it("exits with 0 after its help text", () => {
    expect(started("--help")).toEqual({ given: "exit 0", out: expect.stringContaining("EXAMPLE"), err: "" })
  })

  it("exits with 2 for invalid arguments", () => {
    expect(started("--nope")).toEqual({ given: "exit 2", out: "", err: "Unknown option '--nope'.\nTry --help." })
  })
})

describe.each(["seed", "screenshots"])("scripts/%s.ts", (name) => {
  const run = (...args: ReadonlyArray<string>) => {
    const file = join(import.meta.dirname, `../../scripts/${name}.ts`)
    const { status, stderr, stdout } = spawnSync(process.execPath, [file, ...args], { encoding: "utf8" })
    return { status, stderr, stdout }
  }

  it("has a help text with an example", () => {
    const { status, stdout } = run("--help")
    expect([status, stdout]).toEqual([0, expect.stringMatching(new RegExp(`EXAMPLE\n  node scripts/${name}\\.ts `))])
  })

  it("exits with 2 for an unknown option", { tags: [needs.full] }, () => {
    expect(run("--nope")).toEqual({ status: 2, stdout: "", stderr: "Unknown option '--nope'.\nTry --help.\n" })
    expect(run("--days", "x", "--database", "sqlite::memory:", ...name === "seed" ? [] : ["/nowhere/pictures"]).status)
      .toBe(2)
  })
})
