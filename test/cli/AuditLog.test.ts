import { Effect, Layer } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { layerEmbedded } from "../../apps/library/Embedded.ts"
import type { LeadRecord } from "../../core/leads/records/LeadRecord.ts"
import { Leads } from "../../core/leads/records/Leads.ts"
import { submitPhishingLink } from "../../core/submissions/SubmitPhishingLink.ts"
import { runCommandLine } from "../support/CommandLine.ts"
import { layerSqlite, layerStorageSql } from "../support/Storages.ts"

let folder: string
const run = async (...args: ReadonlyArray<string>) => {
  const { err, exitCode, out } = await runCommandLine([...args, "--json"], {
    DATABASE_URL: `sqlite:${join(folder, "audit.db")}`
  })
  return { err, exitCode, json: out === "" ? undefined : JSON.parse(out) }
}

interface Entry {
  readonly action: string
  readonly target: string
  readonly detail: string
  readonly actor: string
}

/** Returns the audit log of an account, newest first. */
const logOf = async (account: string): Promise<ReadonlyArray<Entry>> =>
  (await run("members", "audit", "--account", account)).json

/** Returns the entries that a command adds to the log. */
const entriesAddedBy = async (...args: ReadonlyArray<string>) => {
  const before = (await logOf("house")).length
  const { exitCode, json } = await run(...args)
  const log = await logOf("house")
  return { exitCode, json, noted: log.slice(0, log.length - before) }
}
const summaries = (entries: ReadonlyArray<Entry>) =>
  entries.map(({ action, detail, target }) => [action, target, detail])

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-audit-"))
  await run("accounts", "create", "--name", "house")
  await run("accounts", "create", "--name", "guest")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const own = ["--account", "house"]

const lead: Omit<LeadRecord, "requestId" | "accountId"> = {
  at: new Date("2026-11-20T10:00:00.000Z"),
  verdict: "review",
  riskScore: 40,
  categories: [],
  language: "en",
  source: null,
  spamProbability: 0.6,
  message: null,
  mark: null,
  markedAt: null
}

describe("an account's audit log records command-line changes", () => {
  it("to keys", async () => {
    const created = await entriesAddedBy("keys", "create", "--name", "shop", ...own)
    const { id, key } = created.json
    expect(summaries(created.noted)).toEqual([["key.create", id, "shop, 60 requests a minute"]])
    expect(created.noted[0]!.actor).toMatch(/^command line \(.+\)$/)
    expect(JSON.stringify(created.noted)).not.toContain(key)
    const revoked = await entriesAddedBy("keys", "revoke", id, ...own)
    expect(summaries(revoked.noted)).toEqual([["key.revoke", id, "shop"]])
    const again = await entriesAddedBy("keys", "revoke", id, ...own)
    expect([again.exitCode === 0, again.noted]).toEqual([false, []])
  })

  it("to sites", async () => {
    const created = await entriesAddedBy("sites", "create", "--name", "shop", "--hostname", "shop.example", ...own)
    const { id, secret_key } = created.json
    expect(summaries(created.noted)).toEqual([["site.create", id, "shop: shop.example"]])
    expect(JSON.stringify(created.noted)).not.toContain(secret_key)
    const changed = await entriesAddedBy("sites", "change", id, "--hostname", "other.example", ...own)
    expect(summaries(changed.noted)).toEqual([["site.change", id, "shop: other.example"]])
    const rotated = await entriesAddedBy("sites", "rotate", "shop", ...own)
    expect(summaries(rotated.noted)).toEqual([["site.rotate", id, "shop, previous secret still valid"]])
    const ended = await entriesAddedBy("sites", "rotate", "shop", "--end-old", ...own)
    expect(summaries(ended.noted)).toEqual([["site.rotate", id, "shop, previous secret revoked"]])
    const deleted = await entriesAddedBy("sites", "delete", "shop", ...own)
    expect(summaries(deleted.noted)).toEqual([["site.remove", id, "shop: other.example"]])
  })

  it("to rules", async () => {
    const added = await entriesAddedBy("rules", "add", "bad.example", "--kind", "domain", ...own)
    const id = String(added.json.id)
    expect(summaries(added.noted)).toEqual([["rule.add", id, "block domain bad.example"]])
    expect(summaries((await entriesAddedBy("rules", "remove", id, ...own)).noted)).toEqual([
      ["rule.remove", id, "block domain bad.example"]
    ])
    const again = await entriesAddedBy("rules", "remove", id, ...own)
    expect([again.exitCode === 0, again.noted]).toEqual([false, []])
  })

  it("to the blocklist, in the operator's account", async () => {
    const added = await entriesAddedBy("blocklist", "add", "http://bad.example/a", "--author", "Ann")
    const id = String(added.json.id)
    expect(summaries(added.noted)).toEqual([["blocklist.add", id, "block url bad.example/a"]])
    expect(added.noted[0]!.actor).toBe("command line (Ann)")
    expect(summaries((await entriesAddedBy("blocklist", "remove", id)).noted)).toEqual([
      ["blocklist.remove", id, "block url bad.example/a"]
    ])
    expect((await entriesAddedBy("blocklist", "remove", id)).noted).toEqual([])
    const list = join(folder, "list.txt")
    writeFileSync(list, "http://one.example/\nhttp://two.example/\nno target at all\n")
    const read = () => entriesAddedBy("blocklist", "import", list, "--source", "partner")
    expect(summaries((await read()).noted)).toEqual([["blocklist.import", "partner", "2 entries added, 0 renewed"]])
    expect(summaries((await read()).noted)).toEqual([["blocklist.import", "partner", "0 entries added, 2 renewed"]])
    const removed = await entriesAddedBy("blocklist", "remove", "--source", "partner")
    expect(summaries(removed.noted)).toEqual([["blocklist.remove", "partner", "all of this source, 2 entries"]])
    expect((await entriesAddedBy("blocklist", "remove", "--source", "partner")).noted).toEqual([])
  })

  it("to credits, once for each reference", async () => {
    const grant = () =>
      entriesAddedBy("credits", "grant", "--amount", "500", "--note", "Invoice 17", "--reference", "INV-17", ...own)
    expect(summaries((await grant()).noted)).toEqual([["credits.grant", "", "+500, Invoice 17"]])
    expect((await grant()).noted).toEqual([])
    expect(summaries((await entriesAddedBy("credits", "adjust", "--amount=-20", "--note", "", ...own)).noted)).toEqual([
      ["credits.adjust", "", "-20"]
    ])
    const tooMuch = await entriesAddedBy("credits", "adjust", "--amount=-9999", ...own)
    expect([tooMuch.exitCode === 0, tooMuch.noted]).toEqual([false, []])
  })

  it("to leads, in their own account", async () => {
    const id = "01900000-0000-7000-8000-000000000001"
    const accountId: string = (await run("credits", "balance", ...own)).json.account_id
    await Effect.runPromise(
      Leads.use((leads) => Effect.sync(() => leads.record({ ...lead, requestId: id, accountId }))).pipe(
        Effect.provide(layerStorageSql(layerSqlite(join(folder, "audit.db"))))
      )
    )
    const from = lead.source === null ? "" : `, from ${lead.source}`
    for (const [mark, detail] of [["spam", "spam"], ["ham", "not spam"], ["none", "mark removed"]] as const) {
      expect(summaries((await entriesAddedBy("leads", "mark", id, mark)).noted)).toEqual([[
        "lead.mark",
        id,
        `${detail}${from}`
      ]])
    }
    expect(summaries((await entriesAddedBy("leads", "forget", id)).noted)).toEqual([[
      "lead.forget",
      id,
      `judged ${lead.verdict}${from}`
    ]])
    const again = await entriesAddedBy("leads", "forget", id)
    expect([again.exitCode === 0, again.noted]).toEqual([false, []])
  })

  it("to submissions, in the operator's account", async () => {
    const submit = (url: string) =>
      Effect.runPromise(
        submitPhishingLink(url, "acc").pipe(
          Effect.provide(Layer.merge(layerEmbedded, layerStorageSql(layerSqlite(join(folder, "audit.db"))))),
          Effect.map(({ id }) => String(id))
        )
      )
    const [one, other] = [await submit("http://bad.example/a"), await submit("http://fine.example/")]
    const accepted = await entriesAddedBy("submissions", "accept", one, "--author", "Ann")
    expect(summaries(accepted.noted)).toEqual([["submission.accept", one, "page bad.example/a"]])
    expect(accepted.noted[0]!.actor).toBe("command line (Ann)")
    const rejected = await entriesAddedBy("submissions", "reject", other, "--reason", "harmless")
    expect(summaries(rejected.noted)).toEqual([[
      "submission.reject",
      other,
      expect.stringMatching(/^link \S*fine\.example\/ harmless$/)
    ]])
    expect((await entriesAddedBy("submissions", "reject", other)).noted).toEqual([])
  })

  it("and nothing else", async () => {
    expect(await logOf("guest")).toEqual([])
  })
})

it("the blocklist works before the first account exists", async () => {
  const env = { DATABASE_URL: `sqlite:${join(folder, "empty.db")}` }
  const { exitCode } = await runCommandLine(["blocklist", "add", "http://bad.example/a"], env)
  expect(exitCode).toBe(0)
})
