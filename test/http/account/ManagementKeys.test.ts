import { Effect } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { changesPerMinuteMax } from "../../../adapters/http/account/session/ChangeLimit.ts"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { keyRandomBytes, makeKeyText } from "../../../core/keys/KeyText.ts"
import { createManagementKeyAs } from "../../../core/management-keys/ManageManagementKeys.ts"
import { managementKeyDaysMax, managementKeysMax } from "../../../core/management-keys/ManagementKey.ts"
import { ManagementKeys } from "../../../core/management-keys/ManagementKeys.ts"
import {
  managementAreas,
  type ManagementScope,
  managementScopes
} from "../../../core/management-keys/ManagementScope.ts"
import type { ServerAccount } from "../../support/InProcessServer.ts"
import { createSharedAccount } from "../../support/SharedAccount.ts"
import { browserOn } from "./Browser.ts"
import { declaredEndpoints, pathWith } from "./Declared.ts"
import { type Signed, signedIn } from "./Signed.ts"

let server: ServerAccount
let owner: Signed
beforeAll(async () => {
  server = await createSharedAccount()
  owner = await signedIn(server, "owner", { name: "Olga" })
})

const make = (body: unknown) => owner.request("POST", "management-keys", { body })

/** Creates a key without the limit of changes per minute that applies to requests. */
const createKey = (scopes: ReadonlyArray<ManagementScope>, accountId = server.accountId, name = "deploy") =>
  server.run(createManagementKeyAs(
    { name: "test", memberId: null, address: "" },
    { accountId, name, scopes, daysMax: null }
  ))

/** Sends a request as a script does: with the key, without cookies and headers of the dashboard. */
const send = (key: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  browserOn(server.port).request(method, path, {
    ...body === undefined ? {} : { body },
    headers: { "x-gatehouse-dashboard": undefined, authorization: `Bearer ${key}`, ...headers }
  })

const readScopes = managementScopes.filter((scope) => scope.endsWith(":read"))

describe("management keys", () => {
  it("are created, shown once, used, listed and revoked, with each change in the audit log", async () => {
    const { json, status } = await make({ name: " deploy ", scopes: ["rules:write", "rules:read"], days: 30 })
    expect(status).toBe(200)
    expect(json.text).toMatch(/^gh_manage_\w{49}$/)
    expect(json.key).toEqual({
      id: expect.stringMatching(/^mgk_/),
      name: "deploy",
      lastFour: json.text.slice(-4),
      scopes: ["rules:read", "rules:write"],
      createdAt: expect.any(Number),
      expiresAt: json.key.createdAt + 30 * 86_400_000,
      lastUsedAt: null,
      revokedAt: null
    })
    const rule = { kind: "domain", value: "spam.example", action: "block", note: "" }
    const added = await send(json.text, "POST", "rules", rule)
    expect([added.status, added.json]).toEqual([200, expect.anything()])
    const [listed] = (await owner.request("GET", "management-keys")).json
    expect(listed).toEqual({ ...json.key, lastUsedAt: expect.any(Number) })
    expect((await owner.request("GET", "management-keys")).text).not.toMatch(/digest|[0-9a-f]{64}/)
    const revoked = await owner.request("POST", `management-keys/${json.key.id}/revoke`)
    expect(revoked.json).toMatchObject({ id: json.key.id, revokedAt: expect.any(Number) })
    expect((await send(json.text, "GET", "rules")).status).toBe(401)
    expect((await owner.request("POST", `management-keys/${json.key.id}/revoke`)).status).toBe(404)

    const audited = (await owner.request("GET", "audit?action=management-key")).json.items
    expect(audited.map(({ action }: any) => action)).toEqual(["management-key.revoke", "management-key.create"])
    expect(audited[1]).toMatchObject({ target: json.key.id, detail: "deploy, rules:read rules:write" })
    const byKey = (await owner.request("GET", `audit?member=${json.key.id}`)).json.items
    expect(byKey).toMatchObject([{ action: "rule.add", actor: "management key (deploy)", address: "127.0.0.1" }])
    expect(JSON.stringify([audited, byKey]) + server.output()).not.toContain(json.text.slice(10))
  })

  it.each([
    [{ name: "" }, "name"],
    [{ name: "a\u0000b" }, "name"],
    [{ scopes: [] }, "scopes"],
    [{ scopes: ["rules"] }, "scopes"],
    [{ scopes: ["managementKeys:write"] }, "scopes"],
    [{ days: 0 }, "days"],
    [{ days: 1.5 }, "days"],
    [{ days: managementKeyDaysMax + 1 }, "days"]
  ])("are not created with %j", async (changes, field) => {
    const { json, status } = await make({ name: "x", scopes: ["rules:read"], days: null, ...changes })
    expect([status, json._tag, Object.keys(json.fields)[0]?.split(".")[0]]).toEqual([422, "InvalidInput", field])
  })

  it("are limited per account, not counting revoked and expired keys", async () => {
    const accountId = await server.run(Effect.map(createAccount("limited"), ({ id }) => id))
    const limited = await signedIn(server, "owner", { accountId })
    const make = (name: string) =>
      limited.request("POST", "management-keys", { body: { name, scopes: ["rules:read"], days: 1 } })
    const first = await make("first")
    await server.run(Effect.gen(function*() {
      const keys = yield* ManagementKeys
      const [key] = yield* keys.list(accountId)
      yield* keys.create({ ...key!, id: "mgk_expired", digest: "expired", expiresAt: new Date(0) })
    }))
    for (let made = 1; made < managementKeysMax; made++) await createKey(["rules:read"], accountId)
    const over = await make("over")
    expect([over.status, over.json._tag]).toEqual([409, "Conflict"])
    await limited.request("POST", `management-keys/${first.json.key.id}/revoke`)
    expect((await make("again")).status).toBe(200)
  })
})

describe("a request with a management key", () => {
  it("can reach every group of the declaration but those for people", () => {
    const groups = new Set(declaredEndpoints.map(({ name }) => name.split(".")[0]!))
    expect([...groups].toSorted()).toEqual([...managementAreas, "entry", "managementKeys", "session"].toSorted())
  })

  describe.each(declaredEndpoints.filter(({ roles }) => roles !== null))("$method $path ($name)", (endpoint) => {
    const [area] = endpoint.name.split(".") as [string]
    const path = pathWith(endpoint, "0")
    const request = (key: string) =>
      send(key, endpoint.method, path, ["POST", "PUT", "PATCH"].includes(endpoint.method) ? {} : undefined)

    it("needs the scope of its group", async () => {
      // Each test has keys of its own, so that they stay below the limit of changes.
      const own = managementScopes.filter((scope) => scope.startsWith(`${area}:`))
      const others = managementScopes.filter((scope) => !own.includes(scope))
      const without = await createKey(others, undefined, "without")
      const refused = await request(without.text)
      expect([refused.status, refused.json._tag]).toEqual([403, "NotAllowed"])
      const isReading = endpoint.method === "GET" || /^(?:retention\.findPerson|rules\.test)$/.test(endpoint.name)
      const reader = await createKey(readScopes, undefined, "reader")
      const read = await request(reader.text)
      if (isReading && own.length > 0) expect([401, 403, 405, 415, 500, 501]).not.toContain(read.status)
      else expect([read.status, read.json._tag]).toEqual([403, "NotAllowed"])
      if (own.length > 0) {
        const writer = await createKey([`${area}:write` as ManagementScope], undefined, "writer")
        const written = await request(writer.text)
        expect([401, 405, 415, 500, 501]).not.toContain(written.status)
        // Only the operator's account changes threat data.
        if (written.status === 403) expect(written.json.message).toContain("operator")
      }
      await server.run(Effect.gen(function*() {
        const keys = yield* ManagementKeys
        for (const { id, revokedAt } of yield* keys.list(server.accountId)) {
          if (revokedAt === null) yield* keys.revoke(server.accountId, id, new Date())
        }
      }))
    })
  })

  it("ignores the session cookie beside it", async () => {
    const { key, text } = await createKey(["rules:read"])
    const cookie = owner.cookie()
    expect((await send(text, "PUT", "me", { name: "taken" }, { cookie })).status).toBe(403)
    expect((await send(text, "GET", "rules", undefined, { cookie })).status).toBe(200)
    await owner.request("POST", `management-keys/${key.id}/revoke`)
    expect((await send(text, "GET", "rules", undefined, { cookie })).status).toBe(401)
    expect((await owner.request("GET", "me")).json.member.name).toBe("Olga")
  })

  it.each([
    ["an unknown key", (text: string) => text.replace(/^gh_manage_\w{10}/, "gh_manage_AAAAAAAAAA")],
    ["a cut key", (text: string) => text.slice(0, -1)],
    ["a key with more behind it", (text: string) => `${text}A`],
    ["only the prefix", () => "gh_manage_x"]
  ])("is refused with %s", async (_, change) => {
    const { text } = await createKey(["rules:read"])
    const { json, status } = await send(change(text), "GET", "rules")
    expect([status, json._tag]).toEqual([401, "SignInRequired"])
    expect(json.message).toContain("management key")
  })

  it.each([["has expired", -1_000, 401], ["expires later", 60_000, 200]])(
    "with a key that %s has its own status",
    async (_, millisLeft, status) => {
      const { key } = await createKey(["rules:read"])
      const text = makeKeyText("gh_manage_", randomBytes(keyRandomBytes))
      const digest = createHash("sha256").update(text).digest("hex")
      const id = `mgk_${digest.slice(0, 8)}`
      const expiresAt = new Date(Date.now() + millisLeft)
      await server.run(ManagementKeys.use((keys) => keys.create({ ...key, id, digest, expiresAt })))
      expect((await send(text, "GET", "rules")).status).toBe(status)
    }
  )

  it("leaves other credentials to the proxy that needs them", async () => {
    for (const authorization of ["Basic b2xnYTpzZWNyZXQ=", "Bearer eyJhbGciOiJIUzI1NiJ9.e30.x", "Bearer gh_live_x"]) {
      expect((await owner.request("GET", "rules", { headers: { authorization } })).status).toBe(200)
      const foreign = { authorization, "sec-fetch-site": "cross-site" }
      expect((await owner.request("GET", "rules", { headers: foreign })).status).toBe(403)
    }
  })

  it("sees only its account", async () => {
    const other = await server.run(Effect.map(createAccount("other"), ({ id }) => id))
    const { text } = await createKey(["rules:write", "keys:write"], other)
    await send(text, "POST", "rules", { kind: "domain", value: "only-theirs.example", action: "block", note: "" })
    expect((await owner.request("GET", "rules")).text).not.toContain("only-theirs.example")
    expect((await send(text, "GET", "rules")).text).toContain("only-theirs.example")
    const mine = (await owner.request("GET", "keys")).json[0]
    expect((await send(text, "POST", `keys/${mine.id}/revoke`)).status).toBe(404)
  })

  it("exports as a member does", async () => {
    const { text } = await createKey(["credits:write"])
    const { headers, status } = await send(text, "GET", "credits-export?format=csv")
    expect([status, headers["content-type"]]).toEqual([200, expect.stringContaining("text/csv")])
  })

  it("counts its changes by the minute", async () => {
    const { text } = await createKey(["rules:write"])
    for (let made = 0; made < changesPerMinuteMax; made++) await send(text, "DELETE", "rules/0")
    const { headers, json, status } = await send(text, "DELETE", "rules/0")
    expect([status, json._tag]).toEqual([429, "TooManyTries"])
    expect(Number(headers["retry-after"])).toBeGreaterThan(0)
    expect((await send(text, "GET", "rules")).status).toBe(200)
  })
})
