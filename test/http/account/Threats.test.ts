import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { grantCredits } from "../../../core/credits/ManageCredits.ts"
import { createApiKey } from "../../../core/keys/ManageKeys.ts"
import { siteOptionsDefault } from "../../../core/sites/Site.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { type Signed, signedIn } from "./Signed.ts"

const list = join(mkdtempSync(join(tmpdir(), "gatehouse-lists-")), "our list.txt")

let server: InProcessServer
let reviewer: Signed
let second: Signed
let owner: Signed
let stranger: Signed
let strangerKey = ""
beforeAll(async () => {
  writeFileSync(list, "http://listed.example/\n")
  server = await startServerInProcess({ env: { GATEHOUSE_THREAT_FEEDS: list } })
  reviewer = await signedIn(server, "reviewer", { name: "Rae" })
  second = await signedIn(server, "member", { name: "Mel" })
  owner = await signedIn(server, "owner")
  const other = await server.run(Effect.gen(function*() {
    const { id } = yield* createAccount("other")
    yield* grantCredits({ accountId: id, amount: 100, note: "test" })
    return { id, key: (yield* createApiKey({ accountId: id, name: "k", requestsPerMinute: 10_000 })).text }
  }))
  strangerKey = other.key
  stranger = await signedIn(server, "owner", { accountId: other.id })
})
afterAll(async () => {
  await server.stop()
  rmSync(dirname(list), { recursive: true })
})

const entry = { scope: "host", action: "block", reason: "phishing kit", days: 30, force: false }
const add = (fields: object, by = reviewer) =>
  by.request("POST", "threats/blocklist", { body: { ...entry, ...fields } })
const isSafe = async (url: string) => (await server.post("/scan/url", { url })).json.ok as boolean
const report = async (url: string, key = server.key) => {
  const { json } = await server.post("/submit-phishing-link", { url }, { "API-KEY": key })
  const [newest] = (await owner.request("GET", "threats/submissions?limit=1")).json.items
  expect(newest.id).toBe(json.id)
  return newest
}
const reviewDefaults = { accept: { scope: "url", days: 90, reason: "", force: false }, reject: { reason: "no" } }
const review = (id: unknown, how: "accept" | "reject", changes: object = {}, by = reviewer) =>
  by.request("POST", `threats/submissions/${id}/${how}`, { body: { ...reviewDefaults[how], ...changes } })
const audited = async (): Promise<ReadonlyArray<any>> =>
  (await owner.request("GET", "audit?limit=200")).json.items.filter(({ action }: any) =>
    /^(?:blocklist|submission)/.test(action)
  )

describe("the blocklist", () => {
  it("accepts entries of any signed-in member, which block at once, and removes them", async () => {
    const { json, status } = await add({ url: "https://Bad.example/login?x=1" })
    expect([status, json]).toEqual([200, {
      id: expect.any(Number),
      kind: "host",
      expression: "bad.example",
      action: "block",
      reason: "phishing kit",
      source: "operator",
      author: "Rae",
      forced: false,
      createdAt: expect.any(Number),
      expiresAt: expect.any(Number)
    }])
    expect(Math.abs(json.expiresAt - json.createdAt - 30 * 86_400_000)).toBeLessThan(1_000)
    expect(await isSafe("http://bad.example/anything")).toBe(false)
    expect((await add({ url: "bad.example", days: null, reason: "" }, second)).json).toMatchObject({
      id: json.id,
      author: "Mel",
      reason: "by the operator",
      expiresAt: null
    })
    expect((await reviewer.request("DELETE", `threats/blocklist/${json.id}`)).status).toBe(204)
    expect(await isSafe("http://bad.example/anything")).toBe(true)
    expect((await reviewer.request("DELETE", `threats/blocklist/${json.id}`)).json._tag).toBe("NotFound")
    expect((await audited()).slice(0, 3)).toMatchObject([
      { action: "blocklist.remove", target: String(json.id), detail: "block host bad.example" },
      { action: "blocklist.add", actor: `Mel <${second.member.email}>` },
      { action: "blocklist.add", actor: `Rae <${reviewer.member.email}>`, detail: "block host bad.example" }
    ])
  })

  it("accepts a widely shared target only with confirmation, and reports why", async () => {
    const own = { name: "shop", hostnames: ["mine.example"], options: siteOptionsDefault }
    expect((await owner.request("POST", "sites", { body: own })).status).toBe(200)
    for (
      const [scope, url] of [["domain", "co.uk"], ["host", "bit.ly"], ["domain", "google.com"], [
        "host",
        "mine.example"
      ]]
    ) {
      const refused = await add({ scope, url })
      expect([refused.status, Object.keys(refused.json.fields)], url).toEqual([422, ["force"]])
    }
    const { json } = await add({ scope: "host", url: "bit.ly", force: true })
    expect(json).toMatchObject({ expression: "bit.ly", forced: true })
    expect((await audited())[0].detail).toBe("block host bit.ly (forced)")
    await reviewer.request("DELETE", `threats/blocklist/${json.id}`)
  })

  it.each([
    ["", "host"],
    ["javascript:alert(1)", "url"],
    ["10.0.0.0/8", "host"],
    ["http://", "url"],
    ["a b", "domain"],
    [`http://a.example/${"x/".repeat(70)}`, "prefix"],
    ["x".repeat(9_000), "url"],
    [null, "url"]
  ])("does not accept %j as %s", async (url, scope) => {
    const before = (await audited()).length
    const { json, status } = await add({ url, scope, force: true })
    expect([status, Object.keys(json.fields)]).toEqual([422, ["url"]])
    expect(await audited()).toHaveLength(before)
  })

  it("keeps hostile URLs and reasons as text, in one form, and lists them by page", async () => {
    const reason = "<script>alert(1)</script>\u0000\n=cmd|' /C calc'!A0"
    const made = []
    for (const n of [1, 2, 3, 4, 5]) {
      made.push((await add({ url: `http://x.example/<b>${n}"'`, scope: "url", reason })).json)
    }
    expect(made[0]).toMatchObject({
      expression: "x.example/<b>1\"'",
      reason: "<script>alert(1)</script> =cmd|' /C calc'!A0"
    })
    const first = (await reviewer.request("GET", "threats/blocklist?limit=3")).json
    expect(first).toEqual({ items: made.slice(2).toReversed(), next: made[2].id, total: 5 })
    const rest = (await reviewer.request("GET", `threats/blocklist?limit=3&before=${first.next}`)).json
    expect(rest).toMatchObject({ items: made.slice(0, 2).toReversed(), next: null })
    expect((await reviewer.request("GET", "threats/blocklist?source=operator%00")).json.items).toHaveLength(5)
    expect((await reviewer.request("GET", "threats/blocklist?action=allow")).json.items).toEqual([])
    expect((await reviewer.request("GET", "threats/blocklist?text=X.example/%3CB%3E4")).json.items).toEqual([made[3]])
    const wrongs = ["limit=0", "limit=201", "before=x", "action=maybe", `source=${"x".repeat(201)}`]
    for (const wrong of [...wrongs, `text=${"x".repeat(2_049)}`]) {
      expect((await reviewer.request("GET", `threats/blocklist?${wrong}`)).status, wrong).toBe(422)
    }
  })
})

describe("submissions", () => {
  it("are accepted once, with the reviewer's name and an entry that blocks", async () => {
    const submission = await report("http://phish.example/login?id=%3Cscript%3E")
    expect(submission).toMatchObject({
      url: "http://phish.example/login?id=%3Cscript%3E",
      state: "pending",
      reporter: expect.stringMatching(/./),
      reviewer: null,
      triageReasons: expect.arrayContaining([
        { code: "LURE_WORDS", message: expect.any(String), points: 25, riskAtLeast: null }
      ])
    })
    const { json, status } = await review(submission.id, "accept", { scope: "domain", days: 7, reason: "seen" })
    expect([status, json]).toMatchObject([200, { state: "accepted", reviewer: "Rae", entryId: expect.any(Number) }])
    expect(await isSafe("https://sub.phish.example/")).toBe(false)
    const [made] = (await owner.request("GET", "threats/blocklist?limit=1")).json.items
    expect(made).toMatchObject({
      id: json.entryId,
      kind: "domain",
      author: "Rae",
      reason: "seen",
      source: `submission:${submission.id}`
    })
    expect(Math.abs(made.expiresAt - made.createdAt - 7 * 86_400_000)).toBeLessThan(1_000)
    for (const how of ["accept", "reject"] as const) {
      const again = await review(submission.id, how, {}, second)
      expect([again.status, again.json]).toEqual([409, {
        _tag: "Conflict",
        message: `Submission ${submission.id} is already accepted.`
      }])
    }
    expect(
      (await audited()).filter(({ action, target }) =>
        action.startsWith("submission") && target === String(submission.id)
      )
    ).toMatchObject([
      { action: "submission.accept", detail: "domain phish.example", actor: `Rae <${reviewer.member.email}>` }
    ])
  })

  it("are rejected with a reason and block nothing", async () => {
    const { id } = await report("http://harmless.example/")
    expect((await review(id, "reject", { reason: "our <b>own</b> shop\u0000" })).json).toMatchObject({
      state: "rejected",
      rejection: "our <b>own</b> shop",
      reviewer: "Rae",
      entryId: null
    })
    expect(await isSafe("http://harmless.example/")).toBe(true)
    expect((await audited())[0]).toMatchObject({
      action: "submission.reject",
      detail: expect.stringMatching(/^link \S*harmless\.example\/ our <b>own<\/b> shop$/)
    })
  })

  it("are reviewed by one of two concurrent reviewers", async () => {
    const { id } = await report("http://race.example/")
    const all = await Promise.all([
      review(id, "accept"),
      review(id, "reject", {}, second),
      review(id, "accept", {}, second)
    ])
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const [{ state }] = (await owner.request("GET", "threats/submissions?limit=1")).json.items
    expect(await isSafe("http://race.example/")).toBe(state === "rejected")
  })

  it("do not block a widely shared target without confirmation", async () => {
    const own = await report("https://mine.example/")
    expect((await review(own.id, "accept", { scope: "domain" })).json.fields).toHaveProperty("force")
    const { id } = await report("https://bit.ly/abc")
    const refused = await review(id, "accept", { scope: "host" })
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([422, ["force"]])
    expect((await review(id, "accept", { scope: "host", force: true })).json).toMatchObject({ state: "accepted" })
    expect((await owner.request("GET", "threats/blocklist?limit=1")).json.items[0]).toMatchObject({ forced: true })
  })

  it("are listed by urgency on request, page by page", async () => {
    for (
      const url of ["http://calm.example/", "http://203.0.113.9/", "http://login.example/", "http://quiet.example/"]
    ) {
      await report(url)
    }
    const ask = async (query: string) => (await owner.request("GET", `threats/submissions?state=pending&${query}`)).json
    const all = (await ask("order=urgent&limit=200")).items
    expect(all.length).toBeGreaterThan(3)
    expect(all).toEqual(
      all.toSorted((one: any, other: any) => other.triageRisk - one.triageRisk || other.id - one.id)
    )
    const pages = []
    for (let before = "";;) {
      const { items, next } = await ask(`order=urgent&limit=2${before}`)
      pages.push(...items)
      if (next === null) break
      before = `&before=${next}`
    }
    expect(pages).toEqual(all)
    const newest = all.toSorted((one: any, other: any) => other.id - one.id)
    expect((await ask("limit=200")).items).toEqual(newest)
    expect((await ask("order=newest&limit=200")).items).toEqual(newest)
    expect(newest).not.toEqual(all)
    expect((await owner.request("GET", "threats/submissions?order=oldest")).status).toBe(422)
  })

  it("that do not exist are not reviewed", async () => {
    for (const id of [0, -1, 999_999]) expect((await review(id, "accept")).status, String(id)).toBe(404)
    for (const id of ["x", "1.5", "9".repeat(30), "%00"]) {
      expect([404, 422], id).toContain((await review(id, "reject")).status)
    }
  })
})

describe("members of other accounts than the operator's", () => {
  it("cannot change shared lists or learn which entries exist", async () => {
    const { id } = await report("http://of-theirs.example/", strangerKey)
    const [made] = (await owner.request("GET", "threats/blocklist?limit=1")).json.items
    const before = (await audited()).length
    for (
      const told of [
        await add({ url: "bad.example" }, stranger),
        await add({ url: "", scope: "host" }, stranger),
        await stranger.request("DELETE", `threats/blocklist/${made.id}`),
        await stranger.request("DELETE", "threats/blocklist/999999"),
        await review(id, "accept", {}, stranger),
        await review(id, "reject", {}, stranger),
        await review(999_999, "accept", {}, stranger)
      ]
    ) expect([told.status, told.json._tag]).toEqual([403, "NotAllowed"])
    expect(await audited()).toHaveLength(before)
    expect((await owner.request("GET", "threats/blocklist?limit=1")).json.items[0]).toEqual(made)
  })

  it("see their own submissions, and the lists without the names of the members who changed them", async () => {
    const { json: { items, next } } = await stranger.request("GET", "threats/submissions")
    expect([items.map(({ url }: any) => url), next]).toEqual([["http://of-theirs.example/"], null])
    expect((await owner.request("GET", "threats/submissions")).json.items.length).toBeGreaterThan(4)
    expect((await review(items[0].id, "accept")).status).toBe(200)
    const [reviewed] = (await stranger.request("GET", "threats/submissions?state=accepted")).json.items
    expect(reviewed).toMatchObject({ state: "accepted", reviewer: "operator", reporter: null })
    const listed = await stranger.request("GET", "threats/blocklist")
    expect(listed.json.items.length).toBeGreaterThan(5)
    expect(new Set(listed.json.items.map(({ author }: any) => author))).toEqual(new Set(["operator"]))
    expect(listed.text).not.toMatch(/Rae|Mel/)
    // The name of a list can be the path of an operator's file, so other accounts get a number instead.
    const [all, shown] = [
      await owner.request("GET", "threats/sources"),
      await stranger.request("GET", "threats/sources")
    ]
    expect(all.json.map(({ name, state }: any) => [name, state])).toEqual([["embedded", "live"], [list, "live"]])
    expect(shown.json).toEqual([all.json[0], { ...all.json[1], name: "list 2" }])
  })
})
