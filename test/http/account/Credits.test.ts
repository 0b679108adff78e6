import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { creditsMax } from "../../../core/credits/CostTable.ts"
import { makeLowBalanceCheck } from "../../../core/credits/LowBalanceCheck.ts"
import { grantCredits } from "../../../core/credits/ManageCredits.ts"
import type { ServerAccount } from "../../support/InProcessServer.ts"
import { createSharedAccount } from "../../support/SharedAccount.ts"
import { type Signed, signedIn } from "./Signed.ts"

let server: ServerAccount
let member: Signed

beforeAll(async () => {
  server = await createSharedAccount()
  member = await signedIn(server, "member")
  for (const n of [1, 2, 3]) await server.post("/scan/email", { email: `ann${n}@example.com` })
  await server.waitForRecords(3)
})

describe("credits", () => {
  it("are listed as double entries, by page and kind", async () => {
    const { items, next } = (await member.request("GET", "credits/statement")).json
    expect(next).toBe(null)
    expect(items.map(({ availableAfter, from, kind, to, version }: any) => [version, kind, from, to, availableAfter]))
      .toEqual([
        [4, "settle", "available", "revenue", 997],
        [3, "settle", "available", "revenue", 998],
        [2, "settle", "available", "revenue", 999],
        [1, "grant", "issued", "available", 1_000]
      ])
    const first = (await member.request("GET", "credits/statement?limit=3")).json
    expect(first.next).toBe(2)
    expect((await member.request("GET", "credits/statement?limit=3&before=2")).json.items).toEqual(items.slice(3))
    expect((await member.request("GET", "credits/statement?kind=grant")).json.items).toEqual(items.slice(3))
    expect((await member.request("GET", "credits/statement?kind=refund")).json.items).toEqual([])
    expect((await member.request("GET", "credits/statement?kind=steal")).status).toBe(422)
  })

  it("are exported as one file of all movements, with both entries of each, by kind", async () => {
    const { items } = (await member.request("GET", "credits/statement")).json
    const csv = await member.request("GET", "credits-export?format=csv")
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8")
    expect(csv.headers["content-disposition"]).toBe("attachment; filename=\"credits.csv\"")
    expect(csv.headers["cache-control"]).toBe("no-store")
    const [head, ...rows] = csv.text.split("\r\n")
    expect(head).toBe("version,at,kind,from,to,amount,available_after,held_after,request_id,note")
    expect(rows).toEqual([
      ...items.map((line: any) =>
        [
          line.version,
          new Date(line.at).toISOString(),
          line.kind,
          line.from,
          line.to,
          line.amount,
          line.availableAfter,
          line.heldAfter,
          line.requestId,
          line.note
        ].join(",")
      ),
      ""
    ])
    const granted = await member.request("GET", "credits-export?format=ndjson&kind=grant")
    expect(granted.headers["content-type"]).toBe("application/x-ndjson")
    expect(granted.text.trimEnd().split("\n").map((line) => JSON.parse(line))).toMatchObject([
      {
        version: 1,
        kind: "grant",
        from: "issued",
        to: "available",
        amount: 1_000,
        available_after: 1_000,
        held_after: 0
      }
    ])
    expect((await member.request("GET", "credits-export?format=csv&kind=steal")).status).toBe(422)
    expect((await member.request("GET", "credits-export?format=xml")).status).toBe(422)
    const owner = await signedIn(server, "owner")
    const noted = (await owner.request("GET", "audit?action=credits.export")).json.items
    expect(noted.map(({ detail, memberId }: any) => [detail, memberId])).toEqual([
      ["ndjson, by kind", member.member.id],
      ["csv", member.member.id]
    ])
    const { id } = await server.run(createAccount("other"))
    const stranger = await signedIn(server, "owner", { accountId: id })
    expect((await stranger.request("GET", "credits-export?format=csv")).text).toBe(`${head}\r\n`)
  })

  it("are monitored: a low balance is an attention item and one log line until the balance recovers", async () => {
    const pace = { creditsPerDay: 3, days: 1 }
    expect((await member.request("GET", "credits")).json).toEqual({
      available: 997,
      held: 0,
      noticeBelow: null,
      pace,
      warning: null
    })
    expect((await member.request("PUT", "credits/notice", { body: { below: 998 } })).json.noticeBelow).toBe(998)
    const now = Date.now()
    const { attention } = (await member.request("GET", `overview?from=${now - 1}&to=${now}`)).json
    const item = attention.find(({ code }: any) => code === "credits-low")
    expect(item.message).toBe("997 credits are left, below your warning threshold of 998.")
    const { warning } = (await member.request("GET", "credits")).json
    expect(warning, "what the overview says").toEqual({ severity: "warning", message: item.message })
    const lines = () => server.output().split("\n").filter((line) => line.includes("credits left")).length
    await server.run(Effect.gen(function*() {
      const watch = yield* makeLowBalanceCheck
      yield* watch
      yield* watch
      expect(lines()).toBe(1)
      yield* grantCredits({ accountId: server.accountId, amount: 10, note: "more" })
      yield* watch
    }))
    expect(lines()).toBe(1)
    for (const below of [0, -1, 1.5, 1e300, "many", creditsMax + 1]) {
      expect((await member.request("PUT", "credits/notice", { body: { below } })).status, String(below)).toBe(422)
    }
    const most = await member.request("PUT", "credits/notice", { body: { below: creditsMax } })
    expect([most.status, most.json.noticeBelow]).toEqual([200, creditsMax])
    expect((await member.request("PUT", "credits/notice", { body: { below: null } })).json.noticeBelow).toBe(null)
    const owner = await signedIn(server, "owner")
    const { items } = (await owner.request("GET", "audit?action=credits.notice")).json
    expect(items.map(({ detail }: any) => detail)).toEqual(["never", `below ${creditsMax}`, "below 998"])
  })
})
