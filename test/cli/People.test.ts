import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { runCommandLine } from "../support/CommandLine.ts"

const email = "ann@example.com"
let folder: string
const run = async (...args: ReadonlyArray<string>) => {
  const { err, exitCode, out } = await runCommandLine(args, { DATABASE_URL: `sqlite:${join(folder, "people.db")}` })
  return { err, exitCode, out, json: args.includes("--json") && out !== "" ? JSON.parse(out) : undefined }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-people-"))
  await run("accounts", "create", "--name", "test", "--json")
  await run("rules", "add", email, "--kind", "email", "--json")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("finds, exports and erases a person's data, and erases nothing without confirmation", async () => {
  const one = { requests: 0, leads: 0, members: 0, rules: 1, masked_requests: 0 }
  expect((await run("people", "find", email, "--json")).json).toMatchObject(one)
  expect((await run("people", "export", email, "--json")).json).toMatchObject({ email, rules: [{ value: email }] })
  const unconfirmed = await run("people", "erase", email, "--json")
  expect(unconfirmed.json).toMatchObject({ ...one, erased: false })
  expect(unconfirmed.err).toContain("--yes")
  expect((await run("people", "find", email, "--json")).json).toMatchObject(one)
  expect((await run("people", "erase", email, "--yes", "--json")).json).toMatchObject({ ...one, erased: true })
  expect((await run("people", "find", email, "--json")).json).toMatchObject({ rules: 0 })
  const log = await run("members", "audit", "--action", "person", "--json")
  expect(log.json.map(({ action }: any) => action)).toEqual(["person.erase", "person.export"])
  expect(log.json[0].detail).toMatch(/^1 rule, \d+ audit entr/)
  expect(log.out).not.toContain(email)
  expect((await run("people", "find", "nobody")).exitCode).not.toBe(0)
})
