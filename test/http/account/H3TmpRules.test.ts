import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/CreateAccount.ts"
import { type InProcessServer, startInProcess } from "../../support/InProcess.ts"
import { scratch } from "../../crash/Engines.ts"
import { type Signed, signedIn } from "./Signed.ts"

let server: InProcessServer
let member: Signed
let owner: Signed
let stranger: Signed
beforeAll(async () => {
  server = await startInProcess({ env: { DATABASE_URL: (await scratch("postgres")).url } })
  member = await signedIn(server, "member", { name: "Mel" })
  owner = await signedIn(server, "owner")
  const { id } = await server.run(createAccount("other"))
  stranger = await signedIn(server, "owner", { accountId: id })
})
afterAll(() => server.stop())

const add = (kind: string, value: unknown, action = "block", note: unknown = "", by = member) =>
  by.ask("POST", "rules", { body: { kind, action, value, note } })
const test = async (value: unknown) => (await member.ask("POST", "rules/test", { body: { value } })).json
const rulesOf = async (by: Signed): Promise<ReadonlyArray<any>> => (await by.ask("GET", "rules")).json
const audited = async () => (await owner.ask("GET", "audit?action=rule")).json.items as ReadonlyArray<any>

describe("rules", () => {
  it("are added in one form, listed, felt at once and removed; and each change is in the audit log", async () => {
    const { json, status } = await add("domain", " *.Bad.Example ", "block", "a note\nof two lines")
    expect([status, json]).toEqual([200, {
      id: expect.any(Number),
      kind: "domain",
      action: "block",
      value: "bad.example",
      note: "a note of two lines",
      createdAt: expect.any(Number)
    }])
    expect(await rulesOf(member)).toEqual([json])
    const blocked = async () => (await server.post("/scan/email", { email: "x@mail.bad.example" })).text
    expect(await blocked()).toContain("\"email_blocked\":true")
    expect((await add("domain", "bad.example", "block", "newer")).json).toEqual({ ...json, note: "newer" })
    expect((await member.ask("DELETE", `rules/${json.id}`)).status).toBe(204)
    expect(await blocked()).toContain("\"email_blocked\":false")
    expect((await member.ask("DELETE", `rules/${json.id}`)).json._tag).toBe("NotThere")
    expect((await audited()).map(({ action, detail, target }) => [action, target, detail]).toReversed()).toEqual([
      ["rule.add", String(json.id), "block domain bad.example"],
      ["rule.add", String(json.id), "block domain bad.example"],
      ["rule.remove", String(json.id), "block domain bad.example"]
    ])
  })

  it.each([
    ["email", "not an address"],
    ["email", "@example.com"],
    ["email", "a\u0000@example.com"],
    ["domain", "http://example.com/"],
    ["domain", ""],
    ["domain", "<b>.example"],
    ["cidr", "10.0.0.0/33"],
    ["cidr", "10.0.0"],
    ["country", "NLD"],
    ["country", "1"],
    ["email", "x".repeat(201)],
    ["email", 7]
  ])("are not added as %s %j", async (kind, value) => {
    const before = (await audited()).length
    const { json, status } = await add(kind, value)
    expect([status, json._tag, Object.keys(json.fields)]).toEqual([422, "Refused", ["value"]])
    expect(await audited()).toHaveLength(before)
  })

  it("have no other kinds and actions", async () => {
    expect((await add("regex", "(a+)+$")).json.fields).toHaveProperty("kind")
    expect((await add("domain", "a.example", "observe")).json.fields).toHaveProperty("action")
  })

  it("keep what stands in a note as text, without what a database chokes on", async () => {
    const { json } = await add(
      "country",
      "nl",
      "block",
      "<img src=x onerror=alert(1)>\u0000 \ud800 '; DROP TABLE block_rules; --"
    )
    expect(json.note).toBe("<img src=x onerror=alert(1)>  \ufffd '; DROP TABLE block_rules; --")
    expect(await rulesOf(member)).toContainEqual(json)
    await member.ask("DELETE", `rules/${json.id}`)
  })

  it("tell which of them decides over a value", async () => {
    for (
      const [kind, value, action] of [
        ["domain", "example.com", "block"],
        ["email", "boss@example.com", "allow"],
        ["cidr", "192.0.2.0/24", "block"],
        ["country", "DE", "block"]
      ] as const
    ) await add(kind, value, action)
    const [domain, boss, network, country] = await rulesOf(member)
    expect(await test("Boss+x@Example.com")).toEqual({
      kind: "email",
      outcome: "allowed",
      rules: [boss, domain],
      message: `The address Boss+x@example.com is allowed by rule ${boss.id} (allow email boss@example.com). ` +
        `It outweighs rule ${domain.id}, which would block.`
    })
    expect(await test("192.0.2.77")).toMatchObject({ kind: "ip", outcome: "blocked", rules: [network] })
    // By where the address is.
    expect(await test("193.99.144.80")).toMatchObject({ kind: "ip", outcome: "blocked", rules: [country] })
    expect(await test("de")).toMatchObject({ kind: "country", outcome: "blocked", rules: [country] })
    expect(await test("sub.example.com")).toMatchObject({ kind: "domain", outcome: "blocked", rules: [domain] })
    expect(await test("other.example")).toEqual({
      kind: "domain",
      outcome: "no-rule",
      rules: [],
      message: "No rule matches addresses at other.example."
    })
    for (
      const wrong of ["", "192.0.2.0/24", "https://example.com/", "a b", "\u0000", "<script>", "x".repeat(201), null]
    ) {
      expect(await test(wrong), String(wrong)).toMatchObject({ _tag: "Refused", fields: { value: expect.any(String) } })
    }
    // To test is no change.
    expect((await audited())[0].action).toBe("rule.add")
  })

  it("of another account neither show, nor decide, nor go", async () => {
    const { json: theirs } = await add("domain", "theirs.example", "block", "", stranger)
    expect(await rulesOf(stranger)).toEqual([theirs])
    expect(await rulesOf(member)).not.toContainEqual(theirs)
    expect(await test("theirs.example")).toMatchObject({ outcome: "no-rule" })
    for (const id of [theirs.id, 0, -1, 999_999]) {
      expect((await member.ask("DELETE", `rules/${id}`)).status, String(id)).toBe(404)
    }
    for (const id of ["x", "1e3", "9".repeat(30), "1.5", "NaN"]) {
      expect((await member.ask("DELETE", `rules/${id}`)).status, id).toBeOneOf([404, 422])
    }
    expect(await rulesOf(stranger)).toEqual([theirs])
  })
})
