import { Result } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { leadFieldCharsMax } from "../../adapters/http/api/Leads.ts"
import { readCsvLeads, recordCharsMax } from "../../apps/cli/checks/LeadFiles.ts"
import { cliOnEmptyDatabase } from "./RunCli.ts"

const bad = "https://malware.wicar.org/"
const question = "Hello, what is the price of the large one, and how long does delivery to Bristol take?"

describe("leads are checked without a server", () => {
  const { databaseFile, folder, json, run } = cliOnEmptyDatabase()

  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return name
  }
  const check = (...args: ReadonlyArray<string>) => run(["check", "lead", ...args])

  it("one lead from its fields", async () => {
    const { err, exitCode, json: checked } = await json(
      "check",
      "lead",
      "--email",
      "ann@example.com",
      "--message",
      question
    )
    expect([err, exitCode]).toEqual(["", 0])
    expect(checked).toEqual({
      email: "ann@example.com",
      verdict: "clean",
      risk_score: expect.any(Number),
      categories: expect.any(Array),
      reasons: expect.any(Array),
      language: "en",
      spam_probability: expect.any(Number)
    })
    expect(existsSync(databaseFile)).toBe(false)
  })

  it("one lead as text, with the evidence against it", async () => {
    const { exitCode, out } = await check("--message", `See ${bad}`)
    expect(exitCode).toBe(3)
    expect(out).toMatch(/^verdict +spam$/m)
    expect(out).toMatch(/^risk score +100$/m)
    expect(out).toMatch(/malicious_url/)
    expect(out).toMatch(/^ {2}\S.*malware\.wicar\.org/m)
  })

  it("many leads from CSV whose messages contain line breaks, commas and quotes", async () => {
    const file = write(
      "leads.csv",
      `\uFEFFName,E-Mail address,EMAIL,message,website\r\n` +
        `Ann,,ann@example.com,"Hello,\r\nwhat is the ""price"", please?",https://example.com/\r\n` +
        `\r\n` +
        `Bob,,bob@example.com,See ${bad},\r\n` +
        `Carl,,,,\r\n` +
        `Dan,,dan@example.com,,ftp://example.com\r\n`
    )
    const { exitCode, json: checked } = await json("check", "lead", file)
    expect(exitCode).toBe(3)
    expect(checked).toMatchObject([
      { line: 2, email: "ann@example.com", verdict: "clean" },
      { line: 5, email: "bob@example.com", verdict: "spam", risk_score: 100 },
      { ok: false, line: 6, message: "The email field is required if message is missing or blank." },
      { ok: false, line: 7, message: expect.stringMatching(/http/) }
    ])
    const { out } = await check(file)
    expect(out).toMatch(/^ +5 +spam +100 +bob@example\.com +\S/m)
    expect(out).toMatch(/^line 6: /m)
    expect(out).toMatch(/^leads +4$/m)
    expect(out).toMatch(/^spam +1$/m)
    expect(out).toMatch(/^not read +2$/m)
  })

  it.each([";", "\t"])("many leads with %j between the cells", async (mark) => {
    const rows = [["message", "email"], ["How much is it, with delivery?", "ann@example.com"]]
    const file = write("marked.csv", rows.map((row) => row.join(mark)).join("\n"))
    expect((await json("check", "lead", file)).json).toMatchObject([{
      line: 2,
      email: "ann@example.com",
      verdict: "clean"
    }])
  })

  it("many leads whose titles arrive in several chunks", async () => {
    const parts = ["mes", "sage;em", "ail\nHow much is it, with delivery", "?;ann@exa", "mple.com\n"]
    const leads: Array<unknown> = []
    const chunks = async function*() {
      for (const part of parts) yield new TextEncoder().encode(part)
    }
    for await (const { line, lead } of readCsvLeads(chunks())) leads.push([line, Result.getOrThrow(lead)])
    expect(leads).toEqual([[2, { message: "How much is it, with delivery?", email: "ann@example.com" }]])
  })

  it("many leads with misplaced quotes", async () => {
    const file = write("quotes.csv", "message,email\nHow much is the 24\" screen?,ann@example.com\n")
    expect((await json("check", "lead", file)).json).toMatchObject([{ line: 2, email: "ann@example.com" }])
  })

  it("many leads from NDJSON, in a file and on standard input", async () => {
    const lines = [
      JSON.stringify({ message: question }),
      "",
      "{",
      "[]",
      JSON.stringify({ email: "ann@example.com", name: 1 }),
      JSON.stringify({ email: "ann@example.com", name: null, website: "example.org" }),
      JSON.stringify({ email: "ann@example.com", website: "x".repeat(leadFieldCharsMax + 1) }),
      JSON.stringify({ message: "x".repeat(recordCharsMax) })
    ]
    const file = write("leads.ndjson", `\uFEFF${lines.join("\n")}`)
    const expected = [
      { line: 1, verdict: "clean", language: "en" },
      { ok: false, line: 3, message: "The line is not valid JSON." },
      { ok: false, line: 4, message: expect.stringMatching(/object/) },
      { ok: false, line: 5, message: expect.stringMatching(/name/) },
      { line: 6, verdict: "clean" },
      { ok: false, line: 7, message: expect.stringMatching(/website.*at most 1000 characters/) },
      { ok: false, line: 8, message: "The line is too long." }
    ]
    const { exitCode, json: checked } = await json("check", "lead", file)
    expect([exitCode, checked]).toMatchObject([1, expected])
  })

  it("many leads in spreadsheets' formats, with websites as people write them", async () => {
    const file = write(
      "sheet.csv",
      "sep=;\r\nemail;website;message\r\nann@example.com;www.example.com;How much, with delivery?\r\n" +
        "bob@example.com;none;How much is it; and when does it come?\r\ncarl@example.com;malware.wicar.org;Hello there.\r\n"
    )
    expect((await json("check", "lead", file)).json).toMatchObject([
      { line: 3, verdict: "clean" },
      { ok: false, line: 4, message: "The row has 4 cells but there are 3 columns. Put texts with commas in quotes." },
      { line: 5, verdict: "spam", risk_score: 100 }
    ])
  })

  it.each<readonly [string, string, RegExp]>([
    ["no.csv", "a,b\n1,2\n", /first row/],
    ["open.csv", "email,message\nann@example.com,\"never closed\n", /quote is not closed/],
    ["twice.csv", "email,Email\na@example.com,b@example.com\n", /two columns are named email/],
    ["empty.csv", "", /empty\.csv contains no leads/],
    ["titles.csv", "email,message\n", /titles\.csv contains no leads/],
    ["leads.txt", "x", /--format/],
    ["missing.csv", "", /cannot be read|no such file/i]
  ])("reports the error in %s", async (name, text, message) => {
    if (name !== "missing.csv") write(name, text)
    const { err, exitCode } = await check(name)
    expect(exitCode).toBe(1)
    expect(err).toMatch(message)
  })

  it("reports the errors in the fields of a single lead", async () => {
    for (
      const args of [[], ["--name", "Ann"], ["--email", "a@example.com", "--website", "ftp://example.com"], [
        "x.csv",
        "--name",
        "A"
      ]]
    ) {
      const { err, exitCode } = await check(...args)
      expect([exitCode, err.length > 10]).toEqual([1, true])
    }
  })
})
