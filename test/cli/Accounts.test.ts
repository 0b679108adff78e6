import { describe, expect, it } from "vitest"
import { isKeyText } from "../../core/keys/KeyText.ts"
import { cliOnEmptyDatabase } from "./RunCli.ts"

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe("accounts", () => {
  const { json, run } = cliOnEmptyDatabase()

  it("migrates an empty database once", async () => {
    const first = await json("migrate")
    expect(first).toMatchObject({
      exitCode: 0,
      err: "",
      json: {
        database: expect.stringContaining("SQLite"),
        ran: [
          "0001_foundation",
          "0002_rate_windows",
          "0003_listings_and_reviews",
          "0004_leads",
          "0005_shield",
          "0006_members",
          "0007_requests",
          "0008_removed_sites",
          "0009_list_indexes",
          "0010_links",
          "0011_command_line",
          "0012_rate_hits",
          "0013_webhooks",
          "0014_management_keys"
        ]
      }
    })
    expect((await json("migrate")).json.ran).toEqual([])
    expect((await run(["migrate"])).out).toContain("up to date")
  })

  it("gives instructions if there is no account", async () => {
    const { err, exitCode, out } = await json("keys", "list")
    expect(exitCode).toBe(1)
    expect(out).toBe("")
    expect(JSON.parse(err)).toEqual({ ok: false, message: expect.stringContaining("gatehouse accounts create") })
    expect((await run(["credits", "balance"])).err).toContain("gatehouse accounts create")
  })

  it("creates and lists accounts", async () => {
    expect((await json("accounts", "list")).json).toEqual([])
    const { json: account } = await json("accounts", "create", "--name", "demo")
    expect(account).toEqual({ id: expect.stringMatching(/^acc_/), name: "demo", created_at: iso })
    expect((await json("accounts", "list")).json).toEqual([{ ...account, balance: 0, held: 0 }])
    expect((await run(["accounts", "list"])).out).toMatch(/^ID +NAME +CREDITS +CREATED\nacc_/)
  })

  it("creates, lists and revokes keys", async () => {
    const { json: key } = await json("keys", "create", "--name", "website")
    expect(key).toEqual({ id: expect.stringMatching(/^key_/), key: expect.any(String) })
    expect(isKeyText("gh_live_", key.key)).toBe(true)
    const listed = {
      id: key.id,
      name: "website",
      last_four: key.key.slice(-4),
      requests_per_minute: 60,
      created_at: iso,
      last_used_at: null,
      revoked_at: null
    }
    expect((await json("keys", "list")).json).toEqual([listed])
    expect((await json("keys", "revoke", key.id)).json).toEqual({ id: key.id, revoked_at: iso })
    expect((await json("keys", "list")).json).toEqual([{ ...listed, revoked_at: iso }])
    expect(await run(["keys", "revoke", key.id])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("no active API key")
    })
    const { json: fast } = await json("keys", "create", "--name", "batch", "--requests-per-minute", "6000")
    expect((await json("keys", "list")).json).toContainEqual(
      expect.objectContaining({ id: fast.id, requests_per_minute: 6000 })
    )
  })

  it("moves credits with double-entry bookkeeping", async () => {
    const [{ id }] = (await json("accounts", "list")).json
    expect((await json("credits", "grant", "--amount", "1000")).json).toEqual({
      account_id: id,
      amount: 1000,
      balance: 1000,
      held: 0,
      repeated: false
    })
    await json("credits", "grant", "--amount", "500", "--reference", "INV-1", "--note", "Invoice 1")
    expect(await json("credits", "grant", "--amount", "700", "--reference", "INV-1")).toMatchObject({
      exitCode: 0,
      json: { balance: 1500, repeated: true }
    })
    expect(await run(["credits", "grant", "--amount", "700", "--reference", "INV-1"])).toMatchObject({
      exitCode: 0,
      out: "Credits were already granted with the reference INV-1, so nothing has changed: the balance is 1,500. " +
        "`gatehouse credits statement` shows the original movement.\n"
    })
    expect(await run(["credits", "adjust", "--amount=-200"])).toMatchObject({
      out: "200 credits taken. The balance is now 1,300.\n"
    })
    expect((await json("credits", "balance")).json).toEqual({ account_id: id, balance: 1300, held: 0 })
    const { json: statement } = await json("credits", "statement")
    expect(statement.map((line: any) => [line.from, line.to, line.amount, line.balance])).toEqual([
      ["available", "issued", 200, 1300],
      ["issued", "available", 500, 1500],
      ["issued", "available", 1000, 1000]
    ])
    expect(statement[1]).toEqual({
      version: 2,
      at: iso,
      kind: "grant",
      from: "issued",
      to: "available",
      amount: 500,
      balance: 1500,
      held: 0,
      request_id: `${id}:INV-1`,
      key_id: null,
      note: "Invoice 1"
    })
    expect((await json("credits", "statement", "--limit", "1", "--before", "2")).json.map((line: any) => line.version))
      .toEqual([1])
    expect((await run(["credits", "statement"])).out).toContain("BALANCE AFTER")
    expect(await json("credits", "verify")).toMatchObject({
      exitCode: 0,
      json: { ok: true, movements: 3, sum: 0, faults: [] }
    })
    expect(await json("credits", "grant", "--amount", "0")).toMatchObject({ exitCode: 1 })
    expect(await json("credits", "adjust", "--amount=-9999")).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("At most 1,300 credits can be removed")
    })
  })

  it("reports the limits of an amount", async () => {
    for (const command of ["grant", "adjust"]) {
      for (const amount of ["1000000000001", "99999999999999999999"]) {
        expect(await run(["credits", command, `--amount=${amount}`])).toMatchObject({
          exitCode: 1,
          err: "The amount must not exceed 1,000,000,000,000 credits.\n"
        })
      }
      expect((await run(["credits", command, "--amount", "1000000000000"])).err).toContain(
        "The account has 1,300, so at most 999,999,998,700 can be added"
      )
      for (const amount of ["1,000", "1.5", "many", ""]) {
        expect(await run(["credits", command, `--amount=${amount}`])).toMatchObject({
          exitCode: 2,
          err: expect.stringContaining("whole number of credits in plain digits")
        })
      }
    }
  })

  it("adds, lists and removes rules", async () => {
    const rule = { id: 1, kind: "cidr", action: "block", value: "10.0.0.0/8", note: "", created_at: iso }
    expect((await json("rules", "add", "10.1.2.3/8", "--kind", "cidr")).json).toEqual(rule)
    expect((await json("rules", "add", "10.0.0.0/8", "--kind", "cidr", "--note", "lab")).json).toEqual({
      ...rule,
      note: "lab"
    })
    await json("rules", "add", "10.0.0.0/8", "--kind", "cidr")
    expect((await json("rules", "list")).json).toEqual([{ ...rule, note: "lab" }])
    expect((await json("rules", "remove", "1")).json).toEqual({ id: 1, removed: true })
    expect((await json("rules", "list")).json).toEqual([])
    expect(await run(["rules", "remove", "1"])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("gatehouse rules list")
    })
    expect(await json("rules", "add", "Neverland", "--kind", "country")).toMatchObject({ exitCode: 1 })
    expect(await json("rules", "add", "NL", "--kind", "planet")).toMatchObject({ exitCode: 2 })
  })

  it("creates, lists and rotates sites", async () => {
    const { json: site } = await json(
      "sites",
      "create",
      "--name",
      "shop",
      "--hostname",
      "WWW.example.com",
      "--hostname",
      "example.com"
    )
    expect(isKeyText("gh_site_", site.site_key)).toBe(true)
    expect(isKeyText("gh_secret_", site.secret_key)).toBe(true)
    const hostnames = ["www.example.com", "example.com"]
    expect((await json("sites", "list")).json).toEqual([
      {
        id: site.id,
        name: "shop",
        site_key: site.site_key,
        hostnames,
        live_secrets: 1,
        options: expect.any(Object),
        created_at: iso
      }
    ])
    const { json: rotated } = await json("sites", "rotate", site.id)
    expect(rotated).toEqual({ id: site.id, secret_key: expect.any(String), live_secrets: 2 })
    expect(rotated.secret_key).not.toBe(site.secret_key)
    expect(await json("sites", "create", "--name", "shop", "--hostname", "*.com")).toMatchObject({
      exitCode: 1
    })
  })

  it("requires an account name as soon as there are two", async () => {
    await json("accounts", "create", "--name", "second")
    expect(await run(["credits", "balance"])).toMatchObject({ exitCode: 1, err: expect.stringContaining("--account") })
    expect((await json("credits", "balance", "--account", "second")).json.balance).toBe(0)
    expect(await run(["credits", "balance", "--account", "third"])).toMatchObject({ exitCode: 1 })
  })
})
