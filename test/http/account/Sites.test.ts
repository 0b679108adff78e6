import { beforeAll, describe, expect, it } from "vitest"
import { trafficSteps } from "../../../apps/dashboard/pages/shield/traffic/TrafficSums.ts"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { hourMillis, hourOf } from "../../../core/shield/traffic/ShieldCounts.ts"
import { siteOptionsDefault } from "../../../core/sites/Site.ts"
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

const chosen = { name: "shop", hostnames: ["Shop.Example", "*.shop.example"], options: siteOptionsDefault }
const make = (changes: object = {}, by = member) => by.request("POST", "sites", { body: { ...chosen, ...changes } })
const verify = async (secret: string) =>
  (await server.post("/shield/siteverify", { secret, token: "" }, {})).json as { readonly error?: string }
const audited = async () => (await owner.request("GET", "audit?action=site")).json.items as ReadonlyArray<any>

describe("sites", () => {
  it("are created, changed, rotated and deleted, with each change in the audit log", async () => {
    const { json: { secret, site }, status } = await make()
    expect(status).toBe(200)
    expect(site).toEqual({
      id: expect.stringMatching(/^site_/),
      name: "shop",
      siteKey: expect.stringMatching(/^gh_site_/),
      hostnames: ["shop.example", "*.shop.example"],
      options: siteOptionsDefault,
      secrets: 1,
      createdAt: expect.any(Number)
    })
    expect(await verify(secret)).toEqual({ success: true, degraded: true })
    const options = { ...siteOptionsDefault, degraded: "reject", scoreMin: 40 }
    const changed = await member.request("PUT", `sites/${site.id}`, {
      body: { name: "store", hostnames: ["a.example"], options }
    })
    expect(changed.json).toEqual({ ...site, name: "store", hostnames: ["a.example"], options })
    expect(await verify(secret)).toEqual({ success: false, error: "missing token" })
    expect((await member.request("GET", "sites")).json).toContainEqual(changed.json)

    const second = (await member.request("POST", `sites/${site.id}/rotate`, { body: { endOld: false } })).json
    expect(second.site.secrets).toBe(2)
    for (const live of [secret, second.secret]) expect((await verify(live)).error).toBe("missing token")
    const third = (await member.request("POST", `sites/${site.id}/rotate`, { body: { endOld: true } })).json
    expect(third.site.secrets).toBe(1)
    for (const ended of [secret, second.secret]) expect((await verify(ended)).error).toBe("invalid secret")
    expect((await verify(third.secret)).error).toBe("missing token")

    expect((await member.request("DELETE", `sites/${site.id}`)).status).toBe(204)
    expect((await verify(third.secret)).error).toBe("invalid secret")
    expect((await member.request("DELETE", `sites/${site.id}`)).json._tag).toBe("NotFound")
    const log = await audited()
    expect(log.map(({ action }) => action).toReversed()).toEqual([
      "site.create",
      "site.change",
      "site.rotate",
      "site.rotate",
      "site.remove"
    ])
    expect(log[0]).toMatchObject({ target: site.id, detail: "store: a.example", actor: `Mel <${member.member.email}>` })
    const everything = JSON.stringify(log) + (await member.request("GET", "sites")).text + server.output()
    for (const text of [secret, second.secret, third.secret]) expect(everything).not.toContain(text)
  })

  it.each<readonly [string, object, string]>([
    ["no name", { name: " " }, "name"],
    ["a name of control characters", { name: "a\u0000b" }, "name"],
    ["a long name", { name: "x".repeat(101) }, "name"],
    ["no host name", { hostnames: [] }, "hostnames"],
    ["a URL for a host name", { hostnames: ["https://a.example/"] }, "hostnames"],
    ["a host name that is too wide", { hostnames: ["*.com"] }, "hostnames"],
    ["markup for a host name", { hostnames: ["<script>.example"] }, "hostnames"],
    ["too many host names", { hostnames: Array.from({ length: 51 }, (_, n) => `h${n}.example`) }, "hostnames"],
    ["a score above all", { options: { ...siteOptionsDefault, scoreMin: 101 } }, "options"],
    ["none a minute", { options: { ...siteOptionsDefault, degradedPerMinuteMax: 0 } }, "options"],
    ["an option that is none", { options: { ...siteOptionsDefault, degraded: "never" } }, "options"],
    ["half of the options", { options: { scoreMin: 1 } }, "options"]
  ])("are not created with %s or changed to it", async (_, changes, field) => {
    const { json: { site } } = await make()
    const before = (await audited()).length
    for (
      const { json, status } of [
        await make(changes),
        await member.request("PUT", `sites/${site.id}`, { body: { ...chosen, ...changes } })
      ]
    ) {
      expect([status, json._tag]).toEqual([422, "InvalidInput"])
      expect(Object.keys(json.fields)[0]).toMatch(new RegExp(`^${field}`))
    }
    expect((await member.request("GET", "sites")).json).toContainEqual(site)
    expect(await audited()).toHaveLength(before)
    await member.request("DELETE", `sites/${site.id}`)
  })

  it("keep a hostile name as text, and international host names as browsers write them", async () => {
    const name = "\"><img src=x onerror=alert(1)> {{7*7}}"
    const { json } = await make({ name, hostnames: ["bücher.example", "[::1]", "LOCALHOST."] })
    expect(json.site).toMatchObject({ name, hostnames: ["xn--bcher-kva.example", "[::1]", "localhost"] })
    await member.request("DELETE", `sites/${json.site.id}`)
  })

  it("report their traffic by the hour, up to the maximum range of a request", async () => {
    const { json: { secret, site } } = await make()
    const day = 86_400_000
    const before = Date.now()
    await verify(secret)
    const now = Date.now()
    const traffic = (from: unknown, to: unknown, id = site.id) =>
      member.request("GET", `sites/${id}/traffic?from=${from}&to=${to}`)
    // A new hour may have begun in the meantime.
    await expect.poll(async () => (await traffic(now - day, now + day)).json).toEqual([
      { hour: expect.toBeOneOf([hourOf(before), hourOf(now)]), counts: { "degraded:empty": 1 } }
    ])
    expect((await traffic(now - 2 * day, now - day)).json).toEqual([])
    for (
      const [from, to] of [[now, now - 1], [now - 93 * day, now], [-9e15, 9e15], [8.7e15, 8.7e15], ["x", now], ["", ""]]
    ) {
      expect((await traffic(from, to)).json, `${from} ${to}`).toMatchObject({ _tag: "InvalidInput" })
    }
    expect((await traffic(now - day, now, "site_none")).status).toBe(404)
    await member.request("DELETE", `sites/${site.id}`)
  })

  it("report all their verification results in one response, by the reader's days, equal to each site's own page", async () => {
    const made = [(await make({ name: "one" })).json, (await make({ name: "two" })).json]
    await verify(made[0].secret)
    await verify(made[0].secret)
    const theirs = (await make({ name: "theirs" }, stranger)).json
    await verify(theirs.secret)
    const now = Date.now()
    // Days that begin at half past an hour, in a week with a day of 25 hours.
    const starts = [-147.5, -123.5, -99.5, -75.5, -51.5, -26.5, -2.5].map((hours) => hourOf(now) + hours * hourMillis)
    const to = starts.at(-1)! + 24 * hourMillis
    const asking = (asked: unknown, until: unknown = to) =>
      member.request("GET", `sites/traffic?starts=${asked}&to=${until}`)
    const recent = async () => (await asking(starts.join(","))).json as ReadonlyArray<any>
    const of = async (id: string) => (await recent()).find(({ siteId }) => siteId === id)
    await expect.poll(async () => (await of(made[0].site.id)).days.at(-1)).toEqual({
      at: starts.at(-1),
      human: 0,
      degraded: 2,
      rejected: 0
    })
    const { days } = await of(made[0].site.id)
    expect(days.map(({ at }: any) => at)).toEqual(starts)
    const none = { human: 0, degraded: 0, rejected: 0 }
    for (const day of [...days.slice(0, -1), ...(await of(made[1].site.id)).days]) expect(day).toMatchObject(none)
    const { json: hours } = await member.request("GET", `sites/${made[0].site.id}/traffic?from=${starts[0]}&to=${to}`)
    const steps = trafficSteps(hours, { starts, to })
    expect(days).toEqual(steps.map(({ at, degraded, passed, rejected }) => ({ at, human: passed, degraded, rejected })))
    expect((await recent()).map(({ siteId }) => siteId)).not.toContain(theirs.site.id)
    for (
      const [asked, until] of [
        ["", to],
        ["x", to],
        ["1,,2", to],
        ["2,1", 3],
        ["1,1", 3],
        ["1,5", 3],
        [starts[0], starts[0]! + 93 * 24 * hourMillis],
        ["9999999999999999", 9e15],
        [Array.from({ length: 32 }, (_, at) => at).join(","), 99],
        [starts[0], "x"]
      ]
    ) expect((await asking(asked, until)).json, `${asked} ${until}`).toMatchObject({ _tag: "InvalidInput" })
    for (const { site } of made) await member.request("DELETE", `sites/${site.id}`)
    await stranger.request("DELETE", `sites/${theirs.site.id}`)
  })

  it("of another account do not exist", async () => {
    const { json: { secret, site } } = await make({ name: "theirs" }, stranger)
    const before = (await audited()).length
    const requestSite = async (id: string) => [
      await member.request("PUT", `sites/${id}`, { body: { ...chosen, name: "taken" } }),
      await member.request("POST", `sites/${id}/rotate`, { body: { endOld: true } }),
      await member.request("DELETE", `sites/${id}`),
      await member.request("GET", `sites/${id}/traffic?from=0&to=1`)
    ]
    for (const told of await requestSite(site.id)) {
      expect([told.status, told.text.includes("theirs")]).toEqual([404, false])
    }
    for (const id of ["a%00b", "%27%20OR%201=1", "..%2f..", "x".repeat(101)]) {
      for (const told of await requestSite(id)) expect([404, 422], id).toContain(told.status)
    }
    expect((await stranger.request("GET", "sites")).json).toEqual([site])
    expect((await member.request("GET", "sites")).text).not.toContain("theirs")
    expect(await verify(secret)).toEqual({ success: true, degraded: true })
    expect(await audited()).toHaveLength(before)
  })
})
