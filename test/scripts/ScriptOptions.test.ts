import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { readScript, type Script } from "../../scripts/ScriptOptions.ts"

const script: Script<"to" | "count" | "all"> = {
  usage: "node scripts/some.ts FILE --to URL",
  about: "Does something.",
  words: 1,
  options: {
    to: { value: "URL", about: "Where to" },
    count: { value: "N", about: "How many", fallback: "3" },
    all: { about: "Everything" }
  },
  example: "node scripts/some.ts a --to b",
  problemOf: ({ values }) => values.to === undefined ? "Say where to with --to." : null
}

describe("the command line of a script", () => {
  it("is its options, with what holds without them, and its words", () => {
    expect(readScript(script, ["a", "--to", "b"])).toEqual({
      is: "given",
      given: { values: { to: "b", count: "3" }, words: ["a"] }
    })
  })

  it("reads an option without a value as yes", () => {
    expect(readScript(script, ["--to", "b", "--all"])).toEqual({
      is: "given",
      given: { values: { to: "b", count: "3", all: "yes" }, words: [] }
    })
  })

  it.each([["--help"], ["-h"], ["a", "--count", "5", "--help"]])(
    "%s %s says all there is, and needs nothing else",
    (...args) => {
      const read = readScript(script, args)
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
    ["a word too many", ["a", "b", "--to", "c"], "Nothing is known to do with \"b\"."],
    ["what the script itself refuses", ["a"], "Say where to with --to."]
  ])("%s is told in a sentence", (_, args, says) => {
    expect(readScript(script, args)).toEqual({ is: "wrong", message: `${says}\nTry --help.` })
  })
})

describe.each(["seed", "screenshots"])("scripts/%s.ts", (name) => {
  const run = (...args: ReadonlyArray<string>) => {
    const file = join(import.meta.dirname, `../../scripts/${name}.ts`)
    const { status, stderr, stdout } = spawnSync(process.execPath, [file, ...args], { encoding: "utf8" })
    return { status, stderr, stdout }
  }

  it("has a help text with an example, and refuses with 2 what it does not know", () => {
    const { status, stdout } = run("--help")
    expect([status, stdout]).toEqual([0, expect.stringMatching(new RegExp(`EXAMPLE\n  node scripts/${name}\\.ts `))])
    expect(run("--nope")).toEqual({ status: 2, stdout: "", stderr: "Unknown option '--nope'.\nTry --help.\n" })
    expect(run("--days", "x", "--database", "sqlite::memory:", ...name === "seed" ? [] : ["/nowhere/pictures"]).status)
      .toBe(2)
  })
})
