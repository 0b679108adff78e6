import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { eventually } from "../../support/Eventually.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { type Signed, signedIn } from "./Signed.ts"

let server: InProcessServer
let reviewer: Signed
let owner: Signed
let stranger: Signed

beforeAll(async () => {
  server = await startServerInProcess({ env: { GATEHOUSE_LEAD_MESSAGES: "keep" } })
  owner = await signedIn(server, "owner")
  reviewer = await signedIn(server, "reviewer")
  stranger = await signedIn(server, "owner", { accountId: (await server.run(createAccount("other"))).id })
  for (const n of [1, 2, 3]) {
    await server.post("/lead/analyze", { email: `ann${n}@mailinator.com`, message: `Hello ${n}, what does it cost?` })
  }
  await server.waitForRecords(3)
  await eventually(() => ids(), ({ length }) => length === 3)
})
afterAll(() => server.stop())

const ids = async (query = ""): Promise<ReadonlyArray<string>> =>
  (await reviewer.request("GET", `leads${query}`)).json.items.map(({ requestId }: any) => requestId)

const actions = async () => (await owner.request("GET", "audit?action=lead")).json.items

describe("leads", () => {
  it("are listed by page and explained", async () => {
    const all = await ids()
    expect(all).toHaveLength(3)
    const first = (await reviewer.request("GET", "leads?limit=2")).json
    expect(first.next).toBe(all[1])
    expect(await ids(`?limit=2&before=${first.next}`)).toEqual(all.slice(2))
    expect(await ids("?before=zzz")).toEqual([])
    const { explanations, lead } = (await reviewer.request("GET", `leads/${all[0]}`)).json
    expect(lead).toMatchObject({ message: "Hello 3, what does it cost?", mark: null })
    expect(explanations.map(({ category }: any) => category)).toEqual(lead.categories)
    for (const { meaning } of explanations) expect(meaning).toMatch(/\.$/)
  })

  it("include their sender and origin, as the list of requests does", async () => {
    const { items } = (await owner.request("GET", "requests?operation=lead/analyze")).json
    const { items: leads } = (await reviewer.request("GET", "leads")).json
    expect(items[0].subject).toBe("a***@mailinator.com")
    const senders = (all: ReadonlyArray<any>, of: (one: any) => unknown) => all.map((one) => [one.requestId, of(one)])
    expect(senders(leads, ({ sender }) => sender)).toEqual(senders(items, ({ subject }) => subject))
    const [key] = (await owner.request("GET", "keys")).json
    expect(leads.map(({ keyName }: any) => keyName)).toEqual(Array(3).fill(key.name || `…${key.lastFour}`))
    const { lead } = (await reviewer.request("GET", `leads/${items[1].requestId}`)).json
    expect(lead).toEqual(leads[1])
  })

  it("are marked, unmarked and deleted, and the audit log records the member", async () => {
    const [one, other] = await ids()
    const mark = (id: string, mark: unknown) => reviewer.request("PUT", `leads/${id}/mark`, { body: { mark } })
    expect((await mark(one!, "spam")).json).toMatchObject({
      requestId: one,
      mark: "spam",
      markedAt: expect.any(Number)
    })
    expect(await ids("?mark=spam")).toEqual([one])
    expect((await mark(one!, null)).json).toMatchObject({ mark: null, markedAt: null })
    expect((await mark(one!, "maybe")).status).toBe(422)
    expect((await reviewer.request("DELETE", `leads/${other}`)).status).toBe(204)
    expect((await reviewer.request("DELETE", `leads/${other}`)).status).toBe(404)
    expect((await actions()).map(({ action, actor, detail, target }: any) => [action, target, detail, actor])).toEqual([
      [
        "lead.forget",
        other,
        expect.stringMatching(/^judged (?:clean|review|spam)/),
        expect.stringContaining(reviewer.member.email)
      ],
      ["lead.mark", one, "mark removed", expect.stringContaining(reviewer.member.email)],
      ["lead.mark", one, "spam", expect.stringContaining(reviewer.member.email)]
    ])
  })

  it("of another account do not exist and stay unchanged", async () => {
    const [one] = await ids()
    expect((await stranger.request("GET", "leads")).json.items).toEqual([])
    expect((await stranger.request("GET", `leads/${one}`)).status).toBe(404)
    expect((await stranger.request("PUT", `leads/${one}/mark`, { body: { mark: "spam" } })).status).toBe(404)
    expect((await stranger.request("DELETE", `leads/${one}`)).status).toBe(404)
    expect((await reviewer.request("GET", `leads/${one}`)).json.lead.mark).toBe(null)
    expect((await reviewer.request("GET", "leads/zzz")).status).toBe(404)
  })
})
