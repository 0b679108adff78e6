import { beforeAll, describe, expect, it } from "vitest"
import { createManagementKeyAs } from "../../core/management-keys/ManageManagementKeys.ts"
import type { ServerAccount } from "../support/InProcessServer.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"
import { cliOnEmptyDatabase } from "./RunCli.ts"

const cli = cliOnEmptyDatabase()

describe("management keys on the command line", () => {
  it("are created, listed and revoked", async () => {
    await cli.json("migrate")
    await cli.json("accounts", "create", "--name", "demo")
    expect((await cli.run(["management-keys", "list"])).out).toContain("no management keys yet")
    const scopes = ["--scope", "rules:write", "--scope", "leads:read"]
    const { json } = await cli.json("management-keys", "create", "--name", "import", ...scopes, "--days", "30")
    const { key, ...shown } = json
    expect(key).toMatch(/^gh_manage_\w{49}$/)
    expect(shown).toMatchObject({ name: "import", scopes: ["leads:read", "rules:write"], revoked_at: null })
    expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBe(30 * 86_400_000)
    expect((await cli.json("management-keys", "list")).json).toEqual([shown])
    expect((await cli.run(["management-keys", "list"])).out).toMatch(/leads:read rules:write/)
    const revoked = await cli.run(["management-keys", "revoke", shown.id])
    expect(revoked.out).toContain("is revoked")
    const again = await cli.run(["management-keys", "revoke", shown.id])
    expect([again.exitCode, again.err]).toEqual([1, expect.stringContaining("no active management key")])
  })

  it.each([
    [["--name", "x"], 2, "scope"],
    [["--name", "x", "--scope", "rules"], 1, "There is no scope rules. Choose from overview:read"],
    [["--name", "", "--scope", "rules:read"], 1, "name"],
    [["--name", "x", "--scope", "rules:read", "--days", "0"], 1, "from 1 to 3650"]
  ])("are not created with %j", async (flags, exitCode, message) => {
    const result = await cli.run(["management-keys", "create", ...flags])
    expect([result.exitCode, result.err]).toEqual([exitCode, expect.stringContaining(message)])
  })
})

describe("gatehouse manage", () => {
  let server: ServerAccount
  let environment: Record<string, string>
  beforeAll(async () => {
    server = await createSharedAccount()
    const actor = { name: "test", memberId: null, address: "" }
    const wanted = { accountId: server.accountId, name: "cli", scopes: ["rules:write", "credits:read"], daysMax: null }
    const { text } = await server.run(createManagementKeyAs(actor, wanted))
    environment = { GATEHOUSE_MANAGEMENT_KEY: text, GATEHOUSE_SERVER: server.baseUrl }
  })
  const manage = (args: ReadonlyArray<string>, input = "", changes: Record<string, string> = {}) =>
    cli.run(["manage", ...args], input, { ...environment, ...changes })

  const rule = JSON.stringify({ kind: "domain", action: "block", value: "spam.example", note: "" })

  it("sends bodies of arguments and of standard input, and prints JSON", async () => {
    const added = await manage(["post", "rules", "--data", rule])
    expect([added.exitCode, added.err]).toEqual([0, ""])
    expect(added.out).toContain("\n  \"value\": \"spam.example\"")
    const other = await manage(["post", "/rules", "--data", "-", "--json"], rule.replace("spam", "more"))
    expect(other.json).toMatchObject({ value: "more.example" })
    const values = JSON.parse((await manage(["get", "rules"])).out).map(({ value }: any) => value)
    expect(values.toSorted()).toEqual(["more.example", "spam.example"])
    const removed = await manage(["delete", `rules/${other.json.id}`])
    expect([removed.exitCode, removed.out]).toEqual([0, ""])
  })

  it("prints an export as it is", async () => {
    const { exitCode, out } = await manage(["get", "credits-export?format=csv"])
    expect([exitCode, out.split(",").length > 3, out.includes("{")]).toEqual([0, true, false])
  })

  it.each([
    ["a missing scope", ["get", "keys"], "lacks the scope keys:read"],
    ["invalid values", ["post", "rules", "--data", "{}"], "kind: "],
    ["a body that is not JSON", ["post", "rules", "--data", "{"], "not valid JSON"],
    ["a file that does not exist", ["post", "rules", "--data", "@no-such-file"], "no-such-file cannot be read"],
    ["a path that does not exist", ["get", "no-such-path"], "Not found"],
    ["a path outside of the management API", ["get", "../../openapi.json"], "not the path of an endpoint"],
    ["another server", ["get", "rules", "--server", "http://127.0.0.1:1"], "cannot be reached"]
  ])("explains %s", async (_, args, message) => {
    const { err, exitCode, out } = await manage(args)
    expect([exitCode, out, err]).toEqual([1, "", expect.stringContaining(message)])
  })

  it("needs a key, and does not send it elsewhere", async () => {
    const missing = await manage(["get", "rules"], "", { GATEHOUSE_MANAGEMENT_KEY: "" })
    expect(missing.exitCode).toBe(1)
    expect(missing.err).toMatch(/GATEHOUSE_MANAGEMENT_KEY/)
    const foreign = await manage(["get", "//127.0.0.1:1/rules"])
    expect(foreign.err).not.toContain("127.0.0.1:1")
    expect(foreign.err).not.toContain(environment["GATEHOUSE_MANAGEMENT_KEY"])
    const revoked = await manage(["get", "rules"], "", { GATEHOUSE_MANAGEMENT_KEY: "gh_manage_wrong" })
    expect([revoked.exitCode, revoked.err]).toEqual([1, expect.stringContaining("This management key is")])
  })
})
