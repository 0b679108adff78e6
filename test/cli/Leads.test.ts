import { Effect } from "effect"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { LeadRecord } from "../../core/leads/records/LeadRecord.ts"
import { Leads } from "../../core/leads/records/Leads.ts"
import { layerSqlite, layerStorageSql } from "../support/Storages.ts"
import { cliOnEmptyDatabase } from "./RunCli.ts"

const idOf = (n: number) => `01900000-0000-7000-8000-00000000000${n}`

const lead = (n: number, changes: Partial<LeadRecord> = {}): LeadRecord => ({
  requestId: idOf(n),
  accountId: "acc_1",
  at: new Date("2026-11-20T10:00:00.000Z"),
  verdict: "review",
  riskScore: 40,
  categories: ["public_email", "many_links"],
  language: "en",
  source: "landing page",
  spamProbability: 0.613,
  message: "Line one\n\u001B[31mline two\u202e",
  mark: null,
  markedAt: null,
  ...changes
})

describe("leads", () => {
  const { databaseFile, folder, json, run } = cliOnEmptyDatabase()
  // Closing the layer writes the recorded leads to disk.
  const record = (...leads: ReadonlyArray<LeadRecord>) =>
    Effect.runPromise(
      Leads.use((port) => Effect.sync(() => leads.forEach(port.record))).pipe(
        Effect.provide(layerStorageSql(layerSqlite(databaseFile)))
      )
    )

  it("are empty at first, and unknown ones give instructions", async () => {
    await json("migrate")
    expect((await json("leads", "list")).json).toEqual([])
    expect((await run(["leads", "list"])).out).toBe("No leads have been analyzed yet.\n")
    expect((await run(["leads", "list", "--verdict", "spam"])).out).toBe("No leads match.\n")
    for (const command of [["show", idOf(1)], ["mark", idOf(1), "spam"], ["forget", idOf(1)]]) {
      const { err, exitCode, out } = await json("leads", ...command)
      expect([exitCode, out]).toEqual([1, ""])
      expect(JSON.parse(err)).toEqual({ ok: false, message: expect.stringContaining("`gatehouse leads list`") })
    }
    expect(await run(["leads", "mark", idOf(1), "maybe"])).toMatchObject({ exitCode: 2, out: "" })
  })

  it("are listed newest first, filtered and paged", async () => {
    const { json: account } = await json("accounts", "create", "--name", "shop")
    await record(
      lead(1),
      lead(2, { verdict: "spam", riskScore: 100, source: null, spamProbability: null, message: null, categories: [] }),
      lead(3, { verdict: "clean", riskScore: 0, accountId: account.id, language: null })
    )
    const ids = async (...flags: ReadonlyArray<string>) =>
      (await json("leads", "list", ...flags)).json.map((row: any) => Number(row.request_id.at(-1)))
    expect(await ids()).toEqual([3, 2, 1])
    expect(await ids("--limit", "2")).toEqual([3, 2])
    expect(await ids("--before", idOf(2).toUpperCase())).toEqual([1])
    expect(await ids("--verdict", "spam")).toEqual([2])
    expect(await ids("--account", "shop")).toEqual([3])
    expect(await ids("--mark", "any")).toEqual([])
    expect(await ids("--mark", "none")).toEqual([3, 2, 1])
    const { err, exitCode } = await run(["leads", "list", "--before", "zzz"])
    expect([exitCode, err]).toEqual([2, expect.stringContaining("it is not a request id")])
    const { out } = await run(["leads", "list"])
    expect(out).toMatch(/^REQUEST ID +ANALYSED +VERDICT +RISK +TEXT +LANGUAGE +MARK +SOURCE +CATEGORIES\n/)
    expect(out).toMatch(new RegExp(`${idOf(2)}  2026-11-20T10:00:00Z  spam +100 +- +en +- +-$`, "m"))
    expect(out).toMatch(/review +40 +61\.3 % +en +- +landing page +public_email, many_links$/m)
  })

  it("are shown with their message, without its control characters", async () => {
    const { out } = await run(["leads", "show", idOf(1)])
    expect(out).toMatch(/^text +61\.3 % spam by the text alone$/m)
    expect(out).toContain("\nMessage\n  Line one\n  \ufffd[31mline two\ufffd\n")
    expect((await run(["leads", "show", idOf(2)])).out).toContain("The message is not stored.")
    expect((await json("leads", "show", idOf(1))).json).toEqual({
      request_id: idOf(1),
      account_id: "acc_1",
      created_at: "2026-11-20T10:00:00.000Z",
      verdict: "review",
      risk_score: 40,
      categories: ["public_email", "many_links"],
      language: "en",
      source: "landing page",
      spam_probability: 0.613,
      message: "Line one\n\u001B[31mline two\u202e",
      mark: null,
      marked_at: null
    })
  })

  it("can be marked, marked again and unmarked", async () => {
    expect((await run(["leads", "mark", idOf(1), "ham"])).out).toBe(`Lead ${idOf(1)} is marked as ham.\n`)
    const { json: marked } = await json("leads", "mark", idOf(1), "spam")
    expect(marked).toMatchObject({ request_id: idOf(1), mark: "spam", marked_at: expect.stringMatching(/^20.*Z$/) })
    expect((await run(["leads", "mark", idOf(2), "spam"])).out).toContain(
      "is not stored, so the mark is not used for training"
    )
    await json("leads", "mark", idOf(3), "ham")
    expect((await run(["leads", "show", idOf(3)])).out).toMatch(/^mark +ham, 20/m)
    expect((await run(["leads", "mark", idOf(3), "none"])).out).toBe(`Lead ${idOf(3)} is no longer marked.\n`)
    expect((await json("leads", "show", idOf(3))).json).toMatchObject({ mark: null, marked_at: null })
  })

  it("are exported as training data if marked and with text, and the rest is counted", async () => {
    await json("leads", "mark", idOf(3), "ham")
    const lines = [
      { t: "Line one\n\u001B[31mline two\u202e", y: 0, src: "marks", lang: "und", g: null },
      { t: "Line one\n\u001B[31mline two\u202e", y: 1, src: "marks", lang: "en", g: null }
    ].map((line) => `${JSON.stringify(line)}\n`).join("")
    const piped = await run(["leads", "export"])
    expect(piped).toMatchObject({ exitCode: 0, out: lines })
    expect(piped.err).toMatch(/^1 marked lead has no text and is left out: .*GATEHOUSE_LEAD_MESSAGES.*\n$/)
    const file = join(folder, "out", "marks.jsonl")
    expect(await run(["leads", "export", "--out", file])).toMatchObject({ exitCode: 1, out: "" })
    mkdirSync(join(folder, "out"))
    const written = await run(["leads", "export", "--out", file, "--json"])
    expect(written.json).toEqual({ file, format: "jsonl", messages: 2, without_text: 1 })
    expect(JSON.parse(written.err)).toEqual({ ok: true, messages: 2, without_text: 1 })
    expect(readFileSync(file, "utf8")).toBe(lines)
    expect(existsSync(`${file}.part`)).toBe(false)
  })

  it("are deleted with message and mark, one by one", async () => {
    expect((await json("leads", "forget", idOf(1))).json).toEqual({ request_id: idOf(1), forgotten: true })
    expect(await run(["leads", "show", idOf(1)])).toMatchObject({ exitCode: 1, out: "" })
    expect((await run(["leads", "export"])).out).not.toContain("\"y\":1")
    expect((await json("leads", "list")).json).toHaveLength(2)
  })
})
