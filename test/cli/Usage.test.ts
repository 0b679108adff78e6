import { existsSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { cliOnEmptyDatabase } from "./RunCli.ts"

const groups = {
  serve: [],
  migrate: [],
  backup: [],
  restore: [],
  accounts: ["create", "list"],
  keys: ["create", "list", "revoke"],
  credits: ["grant", "adjust", "balance", "statement", "verify"],
  rules: ["add", "list", "remove"],
  sites: ["create", "list", "show", "change", "rotate", "delete", "stats", "snippet"],
  shield: ["keys"],
  "shield keys": ["list", "add", "retire"],
  blocklist: ["add", "import", "export", "check", "list", "remove"],
  submissions: ["list", "show", "accept", "reject", "forward"],
  leads: ["list", "show", "mark", "export", "forget"],
  feeds: ["list", "update", "status"],
  check: ["email", "url", "document"]
}

const commands = Object.entries(groups).flatMap(([group, names]) => {
  const command = group.split(" ")
  return [command, ...names.map((name) => [...command, name])]
})

describe("the command line", () => {
  const { databaseFile, folder, json, run, runAlone } = cliOnEmptyDatabase()

  it.each(commands.map((words) => [words.join(" "), words] as const))("explains itself: %s", async (_, words) => {
    const { err, exitCode, out } = await run([...words, "--help"])
    expect({ err, exitCode }).toEqual({ err: "", exitCode: 0 })
    expect(out).toContain("EXAMPLES")
    expect(out).toContain("EXIT CODES")
    expect(out).toContain("--json")
  })

  it("exits with 2 for invalid input, in text or in JSON", async () => {
    for (
      const args of [["keyz"], ["keys", "creat"], ["keys", "create"], ["keys", "create", "--nme", "x"], [
        "credits",
        "grant",
        "--amount",
        "many"
      ]]
    ) {
      const inWords = await run(args)
      expect(inWords).toMatchObject({ exitCode: 2, out: "" })
      expect(inWords.err).toContain("--help")
      expect(JSON.parse((await json(...args)).err)).toEqual({ ok: false, message: expect.any(String) })
    }
    // Runs in a separate process, to check its exit code and its output streams.
    expect(await runAlone(["keyz"])).toMatchObject({ exitCode: 2, out: "", err: expect.stringContaining("--help") })
    expect(await run(["keys"])).toMatchObject({ exitCode: 2, out: expect.stringContaining("SUBCOMMANDS") })
    expect(await json("keys")).toMatchObject({ exitCode: 2, out: "", err: expect.stringContaining("\"ok\":false") })
  })

  it("prints its version", async () => {
    expect((await run(["--version"])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect((await json("--version")).json).toEqual({ name: "gatehouse", version: expect.any(String) })
  })

  it.each([
    ["accounts", "list"],
    ["keys", "list"],
    ["keys", "create", "--name", "x"],
    ["credits", "balance"],
    ["credits", "statement"],
    ["credits", "verify"],
    ["credits", "grant", "--amount", "1"],
    ["rules", "list"],
    ["rules", "remove", "1"],
    ["sites", "list"],
    ["sites", "stats", "1"],
    ["shield", "keys", "list"],
    ["shield", "keys", "add"],
    ["blocklist", "list"],
    ["blocklist", "remove", "1"],
    ["submissions", "list"],
    ["submissions", "accept", "1"],
    ["leads", "list"],
    ["leads", "mark", "1", "spam"]
  ])("creates no database: %s %s", async (...args) => {
    const { err, exitCode, out } = await run(args)
    expect([exitCode, out]).toEqual([1, ""])
    expect(err).toBe(
      `There is no database at ${databaseFile}. Start the server or run \`gatehouse migrate\` to create it, ` +
        "or set DATABASE_URL to another database.\n"
    )
    expect(JSON.parse((await json(...args)).err)).toEqual({ ok: false, message: err.trimEnd() })
    expect(existsSync(dirname(databaseFile))).toBe(false)
  })

  it("creates a database from an empty file, and for writing commands", async () => {
    const empty = join(folder, "empty.db")
    writeFileSync(empty, "")
    const environment = { DATABASE_URL: `sqlite:${empty}` }
    expect((await run(["accounts", "list"], "", environment)).err).toContain(`There is no database at ${empty}`)
    expect(statSync(empty).size).toBe(0)
    expect(await run(["accounts", "create", "--name", "first"], "", environment)).toMatchObject({ exitCode: 0 })
    expect(await run(["accounts", "list"], "", environment)).toMatchObject({ exitCode: 0, err: "" })
  })

  it("explains an invalid setting or an unreachable database in text", async () => {
    const keysList = (environment: Record<string, string>) => run(["keys", "list"], "", environment)
    expect(await keysList({ DATABASE_URL: "nothing" })).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("sqlite:")
    })
    expect(await keysList({ DATABASE_URL: "postgres://x@127.0.0.1:1/x" })).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("Check DATABASE_URL")
    })
    expect(await keysList({ PORT: "abc" })).toMatchObject({ exitCode: 1, err: expect.stringContaining("PORT") })
  })
})
