import { describe, expect, it } from "vitest"
import { cliOnEmptyDatabase } from "./RunCli.ts"

describe("rules on the command line", () => {
  const { json, run } = cliOnEmptyDatabase()

  it("are added, with a warning if many accounts share the blocked value", async () => {
    await json("migrate")
    await json("accounts", "create", "--name", "demo")
    const wide = await run(["rules", "add", "gmail.com", "--kind", "domain"])
    expect(wide).toMatchObject({ exitCode: 0, out: expect.stringContaining("Rule 1: block domain gmail.com") })
    expect(wide.err).toContain("Warning: gmail.com is a public mail provider")
    expect(wide.err).toContain("rules remove 1")
    const again = await run(["rules", "add", "gmail.com", "--kind", "domain"])
    expect(again).toMatchObject({ exitCode: 0, out: expect.stringContaining("already exists"), err: "" })
    expect(await run(["rules", "add", "spam.example", "--kind", "domain"])).toMatchObject({ exitCode: 0, err: "" })
    expect(await run(["rules", "add", "Germany", "--kind", "country"])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("Use DE.")
    })
  })
})
