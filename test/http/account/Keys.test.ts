import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { createApiKey } from "../../../core/keys/ManageKeys.ts"
import type { ServerAccount } from "../../support/InProcessServer.ts"
import { createSharedAccount } from "../../support/SharedAccount.ts"
import { type Signed, signedIn } from "./Signed.ts"

let server: ServerAccount
let member: Signed
let owner: Signed
beforeAll(async () => {
  server = await createSharedAccount()
  member = await signedIn(server, "member", { name: "Mel" })
  owner = await signedIn(server, "owner")
})

const make = (body: unknown) => member.request("POST", "keys", { body })
const audited = async () => (await owner.request("GET", "audit?action=key")).json.items as ReadonlyArray<any>
const scan = (key: string) =>
  server.post("/scan/email", { email: "ann@example.org" }, { "API-KEY": key }).then(({ status }) => status)

describe("API keys", () => {
  it("are created, shown once, used, listed and revoked, with each change in the audit log", async () => {
    const { json, status } = await make({ name: "  shop  ", requestsPerMinute: 120 })
    expect(status).toBe(200)
    expect(json.text).toMatch(/^gh_live_\w{49}$/)
    expect(json.key).toEqual({
      id: expect.stringMatching(/^key_/),
      name: "shop",
      lastFour: json.text.slice(-4),
      requestsPerMinute: 120,
      createdAt: expect.any(Number),
      lastUsedAt: null,
      revokedAt: null
    })
    expect(await scan(json.text)).toBe(200)
    const listed = await member.request("GET", "keys")
    expect(listed.json.map(({ name }: any) => name)).toEqual(["test", "shop"])
    expect(listed.text).not.toContain(json.text)
    expect(listed.text).not.toMatch(/digest|[0-9a-f]{64}/)
    const revoked = await member.request("POST", `keys/${json.key.id}/revoke`)
    expect(revoked.json).toMatchObject({ id: json.key.id, revokedAt: expect.any(Number) })
    expect(await scan(json.text)).toBe(401)
    const again = await member.request("POST", `keys/${json.key.id}/revoke`)
    expect([again.status, again.json._tag]).toEqual([404, "NotFound"])
    const [ended, created] = await audited()
    expect([created.action, ended.action]).toEqual(["key.create", "key.revoke"])
    expect(created).toMatchObject({
      actor: `Mel <${member.member.email}>`,
      target: json.key.id,
      detail: "shop, 120 requests a minute",
      address: "127.0.0.1"
    })
    expect(JSON.stringify(await audited())).not.toContain(json.text.slice(8))
    expect(server.output()).not.toContain(json.text.slice(8))
  })

  it.each([
    ["", 60, "name"],
    [" ", 60, "name"],
    ["x".repeat(101), 60, "name"],
    ["a\u0000b", 60, "name"],
    ["a\nb", 60, "name"],
    ["x", 0, "requestsPerMinute"],
    ["x", -1, "requestsPerMinute"],
    ["x", 1_000_001, "requestsPerMinute"],
    ["x", 1.5, "requestsPerMinute"],
    ["x", "60", "requestsPerMinute"],
    [["x"], 60, "name"]
  ])("are not created as %j with %j a minute", async (name, requestsPerMinute, field) => {
    const before = (await member.request("GET", "keys")).json.length
    const { json, status } = await make({ name, requestsPerMinute })
    expect([status, json._tag, Object.keys(json.fields)]).toEqual([422, "InvalidInput", [field]])
    expect((await member.request("GET", "keys")).json).toHaveLength(before)
  })

  it("keep a hostile name unchanged, as text", async () => {
    const name = "<script>alert(1)</script>\" onload='x' \u202e${7*7} =cmd|' /C calc'!A0"
    const { json } = await make({ name, requestsPerMinute: 1 })
    expect(json.key.name).toBe(name)
    const listed = await member.request("GET", "keys")
    expect(listed.headers["content-type"]).toBe("application/json")
    expect(listed.json.at(-1).name).toBe(name)
    expect((await audited())[0].detail).toContain("<script>alert(1)</script>")
    await member.request("POST", `keys/${json.key.id}/revoke`)
  })

  it("of another account do not exist and stay unchanged", async () => {
    const foreign = await server.run(Effect.gen(function*() {
      const { id } = yield* createAccount("other")
      return yield* createApiKey({ accountId: id, name: "theirs" })
    }))
    const before = (await audited()).length
    for (const id of [foreign.key.id, "key_none", "..", "a\u0000b", "%", "'; DROP TABLE api_keys; --"]) {
      const { json, status } = await member.request("POST", `keys/${encodeURIComponent(id)}/revoke`)
      expect(status, id).toBe(/\p{Cc}/u.test(id) ? 422 : 404)
      expect(json.message).not.toContain("theirs")
    }
    expect(await scan(foreign.text)).not.toBe(401)
    expect((await member.request("GET", "keys")).text).not.toContain("theirs")
    expect(await audited()).toHaveLength(before)
  })

  it("are limited to 100, not counting revoked ones", async () => {
    const live = (await member.request("GET", "keys")).json.filter(({ revokedAt }: any) => revokedAt === null).length
    await server.run(Effect.forEach(
      Array.from({ length: 100 - live - 1 }),
      (_, n) => createApiKey({ accountId: server.accountId, name: `key ${n}` }),
      { discard: true }
    ))
    const last = await make({ name: "last", requestsPerMinute: 1 })
    expect(last.status).toBe(200)
    const over = await make({ name: "over", requestsPerMinute: 1 })
    expect([over.status, over.json._tag]).toEqual([409, "Conflict"])
    await member.request("POST", `keys/${last.json.key.id}/revoke`)
    expect((await make({ name: "again", requestsPerMinute: 1 })).status).toBe(200)
  })
})
