import { beforeAll, describe, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import type { ServerAccount } from "../../support/InProcessServer.ts"
import { createSharedAccount } from "../../support/SharedAccount.ts"
import { type Signed, signedIn } from "./Signed.ts"

let server: ServerAccount
let member: Signed
let owner: Signed
let stranger: Signed
beforeAll(async () => {
  server = await createSharedAccount()
  member = await signedIn(server, "member", { name: "Mel" })
  owner = await signedIn(server, "owner")
  const { id } = await server.run(createAccount("other"))
  stranger = await signedIn(server, "owner", { accountId: id })
})

const add = (kind: string, value: unknown, action = "block", note: unknown = "", by = member) =>
  by.request("POST", "rules", { body: { kind, action, value, note } })
const test = async (value: unknown) => (await member.request("POST", "rules/test", { body: { value } })).json
const rulesOf = async (by: Signed): Promise<ReadonlyArray<any>> => (await by.request("GET", "rules")).json
/** Returns the rule of a response as the list shows it. */
const shown = (answer: any) => {
  const { became, ...rule } = answer
  expect(became).toBeDefined()
  return rule
}
const audited = async () => (await owner.request("GET", "audit?action=rule")).json.items as ReadonlyArray<any>

describe("rules", () => {
  it("are added in one form, listed, applied at once and removed, with each change in the audit log", async () => {
    const { json, status } = await add("domain", " *.Bad.Example ", "block", "a note\nof two lines")
    expect([status, json]).toEqual([200, {
      id: expect.any(Number),
      kind: "domain",
      action: "block",
      value: "bad.example",
      note: "a note of two lines",
      createdAt: expect.any(Number),
      became: "new"
    }])
    expect(await rulesOf(member)).toEqual([shown(json)])
    const blocked = async () => (await server.post("/scan/email", { email: "x@mail.bad.example" })).text
    expect(await blocked()).toContain("\"email_blocked\":true")
    expect((await add("domain", "bad.example", "block", "newer")).json).toEqual({
      ...json,
      note: "newer",
      became: "changed"
    })
    // A repeated addition changes nothing and adds no log entry.
    expect((await add("domain", "bad.example", "block", "newer")).json.became).toBe("kept")
    expect((await member.request("DELETE", `rules/${json.id}`)).status).toBe(204)
    expect(await blocked()).toContain("\"email_blocked\":false")
    expect((await member.request("DELETE", `rules/${json.id}`)).json._tag).toBe("NotFound")
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
    ["country", "ZZ"],
    ["email", "x".repeat(201)],
    ["email", 7]
  ])("are not added as %s %j", async (kind, value) => {
    const before = (await audited()).length
    const { json, status } = await add(kind, value)
    expect([status, json._tag, Object.keys(json.fields)]).toEqual([422, "InvalidInput", ["value"]])
    expect(await audited()).toHaveLength(before)
  })

  it.each([
    ["domain", "gmail.com", "gmail.com is a public mail provider"],
    ["domain", "co.uk", "every domain under it"],
    ["cidr", "10.0.0.0/8", "one in 256 of all IPv4 addresses"],
    ["cidr", "::/0", "all of all IPv6 addresses"]
  ])("%s %s is refused at first, because many share it", async (kind, value, why) => {
    const { json, status } = await add(kind, value)
    expect([status, Object.keys(json.fields)]).toEqual([422, ["force"]])
    expect(json.fields.force).toContain(why)
    expect(await rulesOf(member)).not.toContainEqual(expect.objectContaining({ value }))
    // An exception needs no confirmation, because it blocks nothing.
    const { json: exception } = await add(kind, value, "allow")
    expect(exception.became).toBe("new")
    const forced = await member.request("POST", "rules", {
      body: { kind, action: "block", value, note: "", force: true }
    })
    expect(forced.json).toMatchObject({ value, became: "new" })
    // The rule exists now, so repeating it needs no confirmation.
    expect((await add(kind, value, "block", "noted")).json.became).toBe("changed")
    for (const { id } of [exception, forced.json]) await member.request("DELETE", `rules/${id}`)
  })

  it("of an import are reported separately, and the log contains new and changed ones", async () => {
    await add("domain", "kept.example")
    await add("domain", "changed.example")
    const before = (await audited()).length
    const rule = (value: string, note = "", kind = "domain") => ({ kind, action: "block", value, note })
    const { json } = await member.request("POST", "rules/import", {
      body: {
        rules: [
          rule("kept.example"),
          rule("changed.example", "a note"),
          rule("new.example"),
          rule("gmail.com"),
          rule("ZZ", "", "country")
        ]
      }
    })
    expect(json.map(({ became }: any) => became)).toEqual(["kept", "changed", "new", null, null])
    expect(json[3].problem).toMatch(/^gmail\.com is a public mail provider.*add it on its own/)
    const [newest, ...others] = await audited()
    expect([newest.action, newest.detail]).toEqual(["rule.import", "1 new, 1 changed, of 5"])
    expect(others).toHaveLength(before)
    for (const { rule } of json) if (rule !== null) await member.request("DELETE", `rules/${rule.id}`)
  })

  it("have no other kinds or actions", async () => {
    expect((await add("regex", "(a+)+$")).json.fields).toHaveProperty("kind")
    expect((await add("domain", "a.example", "observe")).json.fields).toHaveProperty("action")
  })

  it("keep the content of a note as text, without characters that a database rejects", async () => {
    const { json } = await add(
      "country",
      "nl",
      "block",
      "<img src=x onerror=alert(1)>\u0000 \ud800 '; DROP TABLE block_rules; --"
    )
    expect(json.note).toBe("<img src=x onerror=alert(1)>  \ufffd '; DROP TABLE block_rules; --")
    expect(await rulesOf(member)).toContainEqual(shown(json))
    await member.request("DELETE", `rules/${json.id}`)
  })

  it("report which of them decides for a value", async () => {
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
        `It overrides rule ${domain.id}, which would block.`
    })
    expect(await test("192.0.2.77")).toMatchObject({ kind: "ip", outcome: "blocked", rules: [network] })
    // A country rule blocks this address.
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
      expect(await test(wrong), String(wrong)).toMatchObject({
        _tag: "InvalidInput",
        fields: { value: expect.any(String) }
      })
    }
    // A test of the rules adds no entry to the audit log.
    expect((await audited())[0].action).toBe("rule.add")
  })

  it("of another account are not shown, applied or removed", async () => {
    const { json: theirs } = await add("domain", "theirs.example", "block", "", stranger)
    expect(await rulesOf(stranger)).toEqual([shown(theirs)])
    expect(await rulesOf(member)).not.toContainEqual(shown(theirs))
    expect(await test("theirs.example")).toMatchObject({ outcome: "no-rule" })
    for (const id of [theirs.id, 0, -1, 999_999]) {
      expect((await member.request("DELETE", `rules/${id}`)).status, String(id)).toBe(404)
    }
    for (const id of ["x", "1e3", "9".repeat(30), "1.5", "NaN"]) {
      expect((await member.request("DELETE", `rules/${id}`)).status, id).toBeOneOf([404, 422])
    }
    expect(await rulesOf(stranger)).toEqual([shown(theirs)])
  })
})
