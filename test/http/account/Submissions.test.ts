import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { grantCredits } from "../../../core/credits/ManageCredits.ts"
import { createApiKey } from "../../../core/keys/ManageKeys.ts"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import { operatorEntry } from "../../contracts/kit/BlocklistEntries.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { type Signed, signedIn } from "./Signed.ts"

let server: InProcessServer
let reviewer: Signed
let stranger: Signed
let strangerKey = ""
beforeAll(async () => {
  server = await startServerInProcess()
  reviewer = await signedIn(server, "reviewer")
  const other = await server.run(Effect.gen(function*() {
    const { id } = yield* createAccount("other")
    yield* grantCredits({ accountId: id, amount: 100, note: "test" })
    return { id, key: (yield* createApiKey({ accountId: id, name: "k", requestsPerMinute: 10_000 })).text }
  }))
  strangerKey = other.key
  stranger = await signedIn(server, "owner", { accountId: other.id })
  for (const name of ["one", "two", "three"]) await report(`http://${name}.example/`)
  const [, two, one] = await all()
  const accepted = { scope: "url", days: 90, reason: "", force: false }
  await reviewer.request("POST", `threats/submissions/${one.id}/accept`, { body: accepted })
  await reviewer.request("POST", `threats/submissions/${two.id}/reject`, { body: { reason: "no" } })
})
afterAll(() => server.stop())

const report = async (url: string, key = server.key): Promise<number> =>
  (await server.post("/submit-phishing-link", { url }, { "API-KEY": key })).json.id
const all = async (by = reviewer): Promise<ReadonlyArray<any>> =>
  (await by.request("GET", "threats/submissions?limit=200")).json.items
const one = (id: number | string, by = reviewer) => by.request("GET", `threats/submissions/${id}`)
const notThere = (id: number) => [404, { _tag: "NotFound", message: `Submission ${id} does not exist.` }]

it("a submission by id equals its entry in the list, in every state", async () => {
  const listed = await all()
  expect(new Set(listed.map(({ state }: any) => state)).size).toBe(3)
  for (const expected of listed) {
    const { json, status } = await one(expected.id)
    expect([status, json]).toEqual([200, expected])
  }
})

it("an unknown id is not found", async () => {
  for (const id of [0, -1, 999_999, Number.MAX_SAFE_INTEGER]) {
    const { json, status } = await one(id)
    expect([status, json]).toEqual(notThere(id))
  }
  for (const id of ["x", "1.5", "9".repeat(30), "%00"]) expect([404, 422], id).toContain((await one(id)).status)
})

it("other accounts see no submissions but their own, and these without names", async () => {
  const id = await report("http://of-theirs.example/", strangerKey)
  expect((await reviewer.request("POST", `threats/submissions/${id}/reject`, { body: { reason: "no" } })).status).toBe(
    200
  )
  const own = (await one(id, stranger)).json
  expect([own]).toEqual(await all(stranger))
  expect(own).toMatchObject({ reviewer: "operator", reporter: null })
  expect((await one(id)).json).toMatchObject({ reviewer: reviewer.member.name, reporter: "other" })
  for (const { id: foreign } of (await all()).filter((submission) => submission.id !== id)) {
    const { json, status } = await one(foreign, stranger)
    expect([status, json]).toEqual(notThere(foreign))
  }
})

describe("an accepted report", () => {
  const accept = async (url: string, choice: object = {}) => {
    const id = await report(url)
    const body = { days: 90, reason: "", force: false, ...choice }
    expect((await reviewer.request("POST", `threats/submissions/${id}/accept`, { body })).status).toBe(200)
  }
  /** Returns the URLs that `/scan/url` blocks. */
  const blocked = async (urls: ReadonlyArray<string>) => {
    const found: Array<string> = []
    for (const url of urls) {
      const { json, status } = await server.post("/scan/url", { url }, { "API-KEY": server.key })
      expect(status, url).toBe(200)
      if (json.ok === false) found.push(url)
    }
    return found
  }

  it("blocks the page in the links of later victims and nothing else (decision 38)", async () => {
    await accept("https://secure-verify.example/login?token=anna")
    const next = [
      "https://secure-verify.example/login?token=anna",
      "https://secure-verify.example/login?token=bob&lang=de",
      "https://secure-verify.example/login",
      "https://secure-verify.example/login/",
      "http://www.secure-verify.example/login/?token=carl"
    ]
    expect(await blocked(next)).toEqual(next)
    const others = ["", "/", "/logins", "/login/help", "/help?token=anna"]
    expect(await blocked(others.map((path) => `https://secure-verify.example${path}`))).toEqual([])
    expect(await blocked(["https://mail.secure-verify.example/login?token=anna"])).toEqual([])
  })

  it("never blocks other people's pages on a shared host", async () => {
    await accept("https://docs.google.com/forms/d/e/evil/viewform?entry.1=anna")
    await accept("https://drive.google.com/open?id=evil")
    const same = [
      "https://docs.google.com/forms/d/e/evil/viewform?usp=sf_link",
      "http://docs.google.com/forms/d/e/evil/viewform/",
      "https://drive.google.com/open/?utm_source=mail&id=evil"
    ]
    expect(await blocked(same)).toEqual(same)
    const others = [
      "https://docs.google.com/forms/d/e/good/viewform?entry.1=anna",
      "https://docs.google.com/",
      "https://drive.google.com/open?id=good",
      "https://drive.google.com/open"
    ]
    expect(await blocked(others)).toEqual([])
  })

  it("blocks exactly the URL if the reviewer chooses that", async () => {
    await accept("https://exactly.example/a?b=1", { scope: "url" })
    const urls = ["https://exactly.example/a?b=1", "https://exactly.example/a?b=2", "https://exactly.example/a/?b=1"]
    expect(await blocked(urls)).toEqual(urls.slice(0, 1))
  })
})

it("texts of reviews and entries are returned unchanged, including those stored earlier", async () => {
  const unplain = "\u202eno\u2028rm\u200fal\u0007 \u2067x"
  const plain = "no rm al   x"
  const wanted = { url: "plain.example", scope: "host", action: "block", reason: unplain, days: null, force: false }
  expect((await reviewer.request("POST", "threats/blocklist", { body: wanted })).json.reason).toBe(plain)
  const before = { ...operatorEntry("host", "before.example", { reason: unplain, author: unplain }), source: unplain }
  await server.run(Effect.flatMap(Blocklist, (blocklist) => blocklist.put(before)))
  const [shown] = (await reviewer.request("GET", "threats/blocklist?limit=1")).json.items
  expect(shown).toMatchObject({ expression: "before.example", reason: plain, author: plain, source: plain })
  const id = await report("http://unplain.example/")
  const rejected = await reviewer.request("POST", `threats/submissions/${id}/reject`, { body: { reason: unplain } })
  expect(rejected.json.rejection).toBe(plain)
})
