import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { type Signed, signedIn } from "./Signed.ts"

const pdf = "%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>endobj\ntrailer<</Root 1 0 R>>"
const hostileName = "=cmd|calc!A0<script>,x.pdf"

let server: InProcessServer
let owner: Signed
let stranger: Signed

beforeAll(async () => {
  server = await startServerInProcess({ env: { GATEHOUSE_HISTORY_SUBJECTS: "full", GATEHOUSE_LEAD_MESSAGES: "keep" } })
  owner = await signedIn(server, "owner")
  const other = await server.run(createAccount("other"))
  stranger = await signedIn(server, "owner", { accountId: other.id })
  const form = new FormData()
  form.set("file", new File([pdf], hostileName))
  await server.post("/scan", form)
  await server.post("/scan/email", { email: "ann@mailinator.com" })
  await server.post("/scan/email", { email: "no address" })
  await server.post("/scan/email/bulk", { emails: ["a@example.com", "b@mailinator.com", "c"] })
  await server.post("/scan/url", { url: "http://malware.wicar.org/data/eicar.com" })
  await server.post("/lead/analyze", {
    email: "ann@mailinator.com",
    message: "Buy backlinks now! <img src=x onerror=alert(1)>",
    source: "form"
  })
  await server.waitForRecords(6)
})
afterAll(() => server.stop())

const list = async (query = "") => (await owner.request("GET", `requests${query}`)).json
const idOf = async (operation: string): Promise<string> => (await list(`?operation=${operation}`)).items[0].requestId

describe("requests", () => {
  it("are listed newest first, by any filter and by page", async () => {
    const { items, next } = await list()
    expect(next).toBe(null)
    expect(items.map(({ operation, status }: any) => [operation, status])).toEqual([
      ["lead/analyze", 200],
      ["scan/url", 200],
      ["scan/email/bulk", 200],
      ["scan/email", 422],
      ["scan/email", 200],
      ["scan", 200]
    ])
    const [from, to] = [items[4].at, items[4].at + 1]
    const found = async (query: string) => (await list(query)).items.map(({ operation }: any) => operation)
    expect(await found("?status=4xx")).toEqual(["scan/email"])
    expect(await found("?verdict=disposable")).toEqual(["scan/email"])
    expect(await found("?verdict=bad&operation=scan/url")).toEqual(["scan/url"])
    expect(await found("?text=MAILINATOR")).toEqual(["lead/analyze", "scan/email"])
    expect(await found(`?text=${items[1].requestId}`)).toEqual(["scan/url"])
    expect(await found(`?from=${from}&to=${to}&status=200`)).toContain("scan/email")
    expect(await found("?operation=&verdict=%20")).toHaveLength(6)
    const { details } = (await owner.request("GET", `requests/${await idOf("scan")}`)).json
    expect(await found(`?text=${encodeURIComponent(details.facts.file_hash)}`)).toEqual(["scan"])
    expect(await found(`?text=${encodeURIComponent("http://malware.wicar.org/data/eicar.com")}`)).toEqual(["scan/url"])
    const first = await list("?limit=4")
    expect(first.items).toEqual(items.slice(0, 4))
    expect((await list(`?limit=4&before=${first.next}`)).items).toEqual(items.slice(4))
  })

  it("show the scanned file, as the list of documents does", async () => {
    const [{ details, request }] = (await owner.request("GET", "documents")).json.items
    const { items } = await list()
    expect(items.find(({ requestId }: any) => requestId === request.requestId).fileHash)
      .toBe(details.facts.file_hash.replace("sha256:", ""))
    expect(items.filter(({ fileHash }: any) => fileHash !== null)).toHaveLength(1)
  })

  it("are refused with a message for an invalid query", async () => {
    for (const query of ["?status=9xx", "?limit=0", "?limit=1000", "?from=yesterday", `?text=${"x".repeat(999)}`]) {
      expect((await owner.request("GET", `requests${query}`)).status).toBe(422)
    }
    for (
      const query of [
        "?before=%00",
        "?operation=%00",
        "?keyId=%25",
        "?text=%00%ff",
        "?from=-1",
        "?to=999999999999999999"
      ]
    ) {
      expect((await owner.request("GET", `requests${query}`)).status).toBeLessThan(500)
    }
  })

  it("show every finding with its location, and their effect on the balance", async () => {
    const { details, movements, request } = (await owner.request("GET", `requests/${await idOf("scan")}`)).json
    expect(request).toMatchObject({ verdict: "block (30)", subject: hostileName, credits: 20 })
    expect(details).toMatchObject({
      score: 30,
      reasons: [{ code: "LAUNCH_ACTION", where: "object 1" }],
      facts: { links_found: 0, has_macros: false, file_bytes: pdf.length }
    })
    expect(details.facts.file_hash).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(movements.map(({ amount, kind }: any) => [kind, amount])).toEqual([["reserve", 20], ["settle", 20]])
  })

  it("show where a URL is listed, the results of a batch, and the meaning of a lead's categories", async () => {
    const of = async (operation: string) =>
      (await owner.request("GET", `requests/${await idOf(operation)}`)).json.details
    expect(await of("scan/url")).toMatchObject({
      reasons: [{ code: "LISTED" }],
      facts: { expression: expect.any(String) }
    })
    expect((await of("scan/email/bulk")).facts).toMatchObject({ checked: 2, invalid: 1, disposable: 1 })
    const lead = await of("lead/analyze")
    expect(lead.score).toBeGreaterThan(0)
    expect(lead.reasons.find(({ code }: any) => code === "disposable_email").message).toContain("disposable")
    expect(JSON.stringify(lead)).not.toContain("backlinks now")
    expect(await of("scan/email")).toMatchObject({
      reasons: [],
      refusal: { message: expect.stringContaining("email") }
    })
  })

  it("of another account or with invented ids do not exist", async () => {
    const id = await idOf("scan")
    for (const one of [id, "x", "..%2f..", id.toUpperCase()]) {
      expect((await stranger.request("GET", `requests/${one}`)).status).toBe(404)
    }
    expect((await stranger.request("GET", "requests")).json).toEqual({ items: [], next: null })
    expect((await stranger.request("GET", "documents")).json).toEqual({ items: [], next: null })
  })

  it("are exported as files in which nothing is executed", async () => {
    const csv = await owner.request("GET", "requests-export?format=csv&operation=scan")
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8")
    expect(csv.headers["content-disposition"]).toBe("attachment; filename=\"requests.csv\"")
    expect(csv.headers["cache-control"]).toBe("no-store")
    const [head, row, end] = csv.text.split("\r\n")
    expect(head).toMatch(/^request_id,at,operation,status/)
    expect(row).toContain(",\"'=cmd|calc!A0<script>,x.pdf\",")
    expect(end).toBe("")
    const lines = (await owner.request("GET", "requests-export?format=ndjson")).text.trimEnd().split("\n")
    expect(lines.map((line) => JSON.parse(line).operation)).toHaveLength(6)
    const { items } = (await owner.request("GET", "audit?action=requests.export")).json
    expect(items.map(({ detail }: any) => detail)).toEqual(["ndjson", "csv, by operation"])
    expect((await owner.request("GET", "requests-export?format=xml")).status).toBe(422)
  })
})

it("documents are exported with their findings, by rating", async () => {
  const all = (await owner.request("GET", "documents")).json
  expect(all.items).toMatchObject([{ request: { subject: hostileName }, details: { score: 30 } }])
  expect((await owner.request("GET", "documents?rating=block")).json).toEqual(all)
  expect((await owner.request("GET", "documents?rating=ok")).json).toEqual({ items: [], next: null })
})

it("the overview summarizes the requests and shows attention items", async () => {
  const now = Date.now()
  // The range includes the hour of the requests, even if a new hour has begun since.
  const { json } = await owner.request("GET", `overview?from=${now - 7_200_000}&to=${now + 1}`)
  const sum = (of: (hour: any) => number) => json.hours.map(of).reduce((one: number, other: number) => one + other, 0)
  expect([sum(({ requests }) => requests), sum(({ refused }) => refused), sum(({ credits }) => credits)]).toEqual([
    6,
    1,
    28
  ])
  expect(json.available).toBe(server.credits - 28)
  expect(json.pace).toEqual({ creditsPerDay: 28, days: 1 })
  const emails = json.operations.find(({ operation }: any) => operation === "scan/email")
  expect(emails).toMatchObject({ requests: 2, refused: 1, verdicts: { disposable: 1 }, statuses: { 200: 1, 422: 1 } })
  expect(emails.millisMedian).toBeGreaterThan(0)
  expect(json.keys).toMatchObject([{ requests: 6 }])
  expect(json.attention.map(({ code }: any) => code)).toEqual(["no-feeds", "no-sites"])
  for (const range of [`from=${now}&to=${now - 1}`, `from=0&to=${now}`]) {
    expect((await owner.request("GET", `overview?${range}`)).json).toMatchObject({ _tag: "InvalidInput" })
  }
  expect((await stranger.request("GET", `overview?from=${now - 1}&to=${now}`)).json).toMatchObject({
    available: 0,
    hours: [],
    operations: [],
    pace: null,
    attention: [{ code: "credits-gone" }, { code: "no-sites" }]
  })
})
