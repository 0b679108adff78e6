import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { audit } from "../../../core/audit/Audit.ts"
import { RequestHistory } from "../../../core/history/RequestHistory.ts"
import { uuidV7 } from "../../../core/kernel/Uuid.ts"
import { sweepRequests } from "../../../core/privacy/RetentionDays.ts"
import { eventually } from "../../support/Eventually.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { type Signed, signedIn } from "./Signed.ts"

const email = "ann.lee@example.com"
const other = "joann.lee@example.com"

let server: InProcessServer
let owner: Signed
let stranger: Signed

beforeAll(async () => {
  server = await startServerInProcess({ env: { GATEHOUSE_HISTORY_SUBJECTS: "full", GATEHOUSE_LEAD_MESSAGES: "keep" } })
  owner = await signedIn(server, "owner")
  stranger = await signedIn(server, "owner", { accountId: (await server.run(createAccount("other"))).id })
  for (const address of [email, other, "Ann.Lee@Example.com"]) await server.post("/scan/email", { email: address })
  await server.post("/scan/url", { url: `https://shop.example/unsubscribe?mail=${email}` })
  await server.post("/lead/analyze", { email, message: "Hello, what does it cost?" })
  await server.post("/lead/analyze", { email: other, message: `Please ask ${email}, she knows.` })
  await server.post("/lead/analyze", { email: other, message: "Please ask me." })
  const rule = (body: object) =>
    owner.request("POST", "rules", { body: { kind: "email", action: "block", note: "", ...body } })
  await rule({ value: email })
  await rule({ value: other, note: `a sister of ${email}` })
  await server.run(Effect.gen(function*() {
    const history = yield* RequestHistory
    const at = new Date()
    history.record({
      requestId: uuidV7(at.getTime(), new Uint8Array(10)),
      accountId: server.accountId,
      keyId: "key",
      operation: "scan/email",
      status: 200,
      credits: 0,
      at,
      durationMicros: 1,
      verdict: "nothing found",
      subject: "a***@example.com"
    })
    const actor = { name: `Ann <${email}>`, memberId: null, address: "203.0.113.7" }
    yield* audit({ accountId: server.accountId, actor, action: "sign-in" })
  }))
  await signedIn(server, "member", { email })
  await server.waitForRecords(8)
  await eventually(() => owner.request("GET", "retention"), ({ json }) => json.kept.leads === 3)
})
afterAll(() => server.stop())

const ask = (what: string, address: string, by = owner) =>
  by.request("POST", `people/${what}`, { body: { email: address } })
const subjects = async () => (await owner.request("GET", "requests")).json.items.map(({ subject }: any) => subject)

describe("the retention period", () => {
  it("is chosen by the owner within the operator's limit, and sweeps run per account", async () => {
    const before = (await owner.request("GET", "retention")).json
    expect(before).toMatchObject({ historyDays: 30, historyDaysMax: 30, auditDays: 365, kept: { leads: 3 } })
    expect(before.kept.requests).toBe((await subjects()).length)
    for (const historyDays of [0, 31, 1.5, -1]) {
      const { json, status } = await owner.request("PUT", "retention", { body: { historyDays } })
      expect([status, json._tag]).toEqual([422, "InvalidInput"])
    }
    const old = new Date(Date.now() - 5 * 86_400_000)
    await server.run(Effect.gen(function*() {
      const history = yield* RequestHistory
      for (const accountId of [server.accountId, stranger.member.accountId]) {
        const random = new Uint8Array(10).fill(accountId.length)
        history.record({
          requestId: uuidV7(old.getTime(), random),
          accountId,
          keyId: "key",
          operation: "scan/url",
          status: 200,
          credits: 0,
          at: old,
          durationMicros: 1,
          verdict: "safe",
          subject: null
        })
      }
    }))
    for (const by of [owner, stranger]) {
      await expect.poll(async () => (await by.request("GET", "retention")).json.kept.oldestRequestAt).toBe(
        old.getTime()
      )
    }
    expect(await server.run(sweepRequests(30))).toBe(0)
    expect((await owner.request("PUT", "retention", { body: { historyDays: 3 } })).json.historyDays).toBe(3)
    expect(await server.run(sweepRequests(30))).toBe(1)
    expect((await owner.request("GET", "retention")).json.kept.requests).toBe(before.kept.requests)
    expect((await stranger.request("GET", "retention")).json).toMatchObject({ historyDays: 30, kept: { requests: 1 } })
    expect((await owner.request("GET", "audit?action=retention")).json.items).toMatchObject([{ detail: "3 days" }])
  })
})

describe("a person", () => {
  const found = {
    requests: 4,
    leads: 2,
    rules: 2,
    members: 1,
    auditEntries: 2,
    decisions: 0,
    links: 0,
    maskedRequests: 1
  }

  it("is found by address in all matching data, and in no one else's", async () => {
    expect((await ask("find", " ANN.LEE@example.com ")).json).toEqual(found)
    expect((await ask("find", email, stranger)).json).toEqual({ ...found, ...zeros })
    expect((await ask("find", "no address")).json).toMatchObject({
      _tag: "InvalidInput",
      fields: { email: expect.any(String) }
    })
  })

  it("is exported as one file, without secrets", async () => {
    const file = (await ask("export", email)).json
    expect(file.counts).toEqual(found)
    expect(file.requests).toHaveLength(4)
    expect(file.leads.map(({ message }: any) => message)).toContain("Hello, what does it cost?")
    expect(file.members).toMatchObject([{ email, role: "member" }])
    expect(JSON.stringify(file)).not.toMatch(/passwordHash|digest|tokenHash/)
  })

  it("is erased without effect on others, and the audit log does not name the person", async () => {
    const last = await ask("erase", stranger.member.email, stranger)
    expect([last.status, last.json.message]).toEqual([422, expect.stringContaining("owner")])
    const credits = await server.balance()
    const erased = (await ask("erase", email)).json
    expect(erased).toMatchObject({ requests: 4, leads: 2, rules: 2, members: 1 })
    expect((await ask("find", email)).json).toEqual({ ...zeros, maskedRequests: 1 })
    expect(JSON.stringify(await subjects()).toLowerCase()).not.toMatch(/[^o]ann\.lee@example/)
    expect(await subjects()).toContain(other)
    const rules = (await owner.request("GET", "rules")).json
    expect(rules).toMatchObject([{ value: other, note: "" }])
    expect((await owner.request("GET", "leads")).json.items).toHaveLength(1)
    expect((await owner.request("GET", "members")).json.members).toHaveLength(1)
    const log = JSON.stringify((await owner.request("GET", "audit")).json)
    expect(log).not.toMatch(/[^o]ann\.lee@example/)
    expect(log).toContain("(erased)")
    const [deed] = (await owner.request("GET", "audit?action=person.erase")).json.items
    expect(deed.detail).toBe("4 requests, 2 leads, 2 rules, 1 member or invitation, 2 audit entries")
    expect(await server.balance()).toEqual(credits)
    expect((await server.verify()).faults).toEqual([])
  })
})

const zeros = {
  requests: 0,
  leads: 0,
  rules: 0,
  members: 0,
  auditEntries: 0,
  decisions: 0,
  links: 0,
  maskedRequests: 0
}
