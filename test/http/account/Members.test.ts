import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { audit } from "../../../core/audit/Audit.ts"
import { makeSetUpLink } from "../../../core/members/administration/ManageInvitations.ts"
import type { ServerAccount } from "../../support/InProcessServer.ts"
import { createSharedAccount } from "../../support/SharedAccount.ts"
import { browserOn } from "./Browser.ts"
import { type Signed, signedIn } from "./Signed.ts"

const password = "a long enough sentence of words"

let server: ServerAccount
let owner: Signed
beforeAll(async () => {
  server = await createSharedAccount()
  owner = await signedIn(server, "owner")
})

const tokenOf = (link: string) => link.split("#")[1]!
const accept = (token: string, who: { readonly name?: string; readonly email: string; readonly password?: string }) => {
  const browser = browserOn(server.port)
  const body = { token, name: "Ann", password, ...who }
  return { browser, told: browser.request("POST", "invitation/accept", { body }) }
}
const read = (token: string) => browserOn(server.port).request("POST", "invitation", { body: { token } })
const invite = (role: string, email: string | null = null) =>
  owner.request("POST", "invitations", { body: { role, email } })

describe("the set-up link", () => {
  const freshAccount = () =>
    server.run(Effect.gen(function*() {
      const { id } = yield* createAccount("fresh")
      return { id, token: (yield* makeSetUpLink(id))!, second: (yield* makeSetUpLink(id))! }
    }))

  it("creates and signs in the first owner, and is invalid afterwards", async () => {
    const { id, second, token } = await freshAccount()
    expect((await read(token)).json).toMatchObject({
      accountName: "fresh",
      role: "owner",
      email: null,
      isFirstRun: true
    })
    const { browser, told } = accept(token, { email: "first@example.org" })
    expect(await told).toMatchObject({ status: 200, json: { member: { role: "owner" }, account: { id } } })
    expect((await browser.request("GET", "members")).json.members).toHaveLength(1)
    for (const used of [token, second]) {
      expect((await read(used)).status).toBe(404)
      const again = await accept(used, { email: "second@example.org" }).told
      expect([again.status, again.headers["set-cookie"]]).toEqual([404, undefined])
    }
    expect(await server.run(makeSetUpLink(id))).toBe(null)
  })

  it("creates one owner for concurrent uses", async () => {
    const { second, token } = await freshAccount()
    const all = await Promise.all(
      [token, token, second].map((one, at) => accept(one, { email: `race-${at}@example.org` }).told)
    )
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
  })
})

describe("an invitation", () => {
  it("is a link with its token in the fragment, of which only a digest is stored", async () => {
    const { json, status } = await invite("member", "bob@example.org")
    expect(status).toBe(200)
    expect(json.link).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${server.port}/dashboard/join#[\\w-]{43}$`))
    const listed = await owner.request("GET", "members")
    expect(listed.json.invitations.map(({ id }: any) => id)).toContain(json.invitation.id)
    expect(listed.text + (await owner.request("GET", "audit")).text).not.toContain(tokenOf(json.link))
  })

  it("admits the invited member once, with the role that it names", async () => {
    const { json } = await invite("reviewer", "cleo@example.org")
    const token = tokenOf(json.link)
    const other = await accept(token, { email: "mallory@example.org" }).told
    expect([other.status, Object.keys(other.json.fields)]).toEqual([422, ["email"]])
    const { browser, told } = accept(token, { email: " Cleo@Example.org " })
    expect((await told).json.member.role).toBe("reviewer")
    expect((await browser.request("GET", "keys")).status).toBe(403)
    expect((await accept(token, { email: "cleo@example.org" }).told).status).toBe(404)
  })

  it("is not used up by a refusal: a weak password, no name, a taken address", async () => {
    const token = tokenOf((await invite("member")).json.link)
    const weak = await accept(token, { email: "dora@example.org", password: "password1234" }).told
    expect([weak.status, Object.keys(weak.json.fields)]).toEqual([422, ["password"]])
    const all = await accept(token, { email: "no address", name: "", password: "short" }).told
    expect(Object.keys(all.json.fields).toSorted()).toEqual(["email", "name", "password"])
    const taken = await accept(token, { email: owner.member.email }).told
    expect([taken.status, taken.json.fields]).toEqual([422, {
      email: "A member with this email address already exists."
    }])
    const known = await invite("member", owner.member.email)
    expect([known.status, Object.keys(known.json.fields)]).toEqual([422, ["email"]])
    expect((await accept(token, { email: "dora@example.org" }).told).status).toBe(200)
  })

  it("is invalid after it was revoked", async () => {
    const { json } = await invite("member")
    expect((await owner.request("DELETE", `invitations/${json.invitation.id}`)).status).toBe(204)
    expect((await accept(tokenOf(json.link), { email: "eve@example.org" }).told).status).toBe(404)
    expect((await owner.request("DELETE", `invitations/${json.invitation.id}`)).status).toBe(404)
  })

  it.each(["", "x", "A".repeat(43), "../../etc/passwd", "' OR 1=1 --"])(
    "refuses a guessed token: %s",
    async (token) => {
      const { json, status } = await read(token)
      expect([status, json._tag]).toEqual([404, "NotFound"])
    }
  )

  it("grants only its own role and no unknown one", async () => {
    const { status } = await invite("operator")
    expect(status).toBe(422)
    const token = tokenOf((await invite("reviewer")).json.link)
    const { json } = await browserOn(server.port).request("POST", "invitation/accept", {
      body: { token, name: "Ann", email: "frank@example.org", password, role: "owner", accountId: "acc_other" }
    })
    expect(json.member?.role ?? "refused").not.toBe("owner")
  })
})

it("an account keeps its last owner", async () => {
  const other = await server.run(createAccount("one owner"))
  const only = await signedIn(server, "owner", { accountId: other.id })
  const demoted = await only.request("PUT", `members/${only.member.id}/role`, { body: { role: "member" } })
  expect([demoted.status, demoted.json._tag]).toEqual([409, "Conflict"])
  expect((await only.request("DELETE", `members/${only.member.id}`)).status).toBe(409)
  expect((await only.request("GET", "me")).json.member.role).toBe("owner")
})

it("the audit log records all actions, newest first and by page", async () => {
  await owner.request("PUT", "me", { body: { name: "Olga" } })
  const first = (await owner.request("GET", "audit?limit=2")).json
  expect(first.items[0]).toMatchObject({ action: "member.rename", address: "127.0.0.1", detail: "now Olga" })
  expect(first.items[0].actor).toContain(owner.member.email)
  const next = (await owner.request("GET", `audit?limit=2&before=${first.next}`)).json
  expect(next.items.length).toBe(2)
  expect(next.items[0].id).toBeLessThan(first.items[1].id)
  const invited = (await owner.request("GET", "audit?action=member.invite&limit=200")).json
  expect(new Set(invited.items.map(({ action }: any) => action))).toEqual(new Set(["member.invite"]))
  expect(invited.next).toBe(null)
})

it("the audit log records one member's actions by id, and which invitation was revoked", async () => {
  const mel = await signedIn(server, "member", { name: "Mel" })
  await mel.request("PUT", "me", { body: { name: "Melanie" } })
  const { json } = await invite("reviewer", "sam@example.org")
  await owner.request("DELETE", `invitations/${json.invitation.id}`)
  const by = async (member: string) => (await owner.request("GET", `audit?member=${member}&limit=200`)).json.items
  const hers = await by(mel.member.id)
  expect(hers.map(({ action }: any) => action)).toContain("member.rename")
  expect(new Set(hers.map(({ memberId }: any) => memberId))).toEqual(new Set([mel.member.id]))
  expect((await by(owner.member.id))[0]).toMatchObject({
    action: "member.withdraw",
    target: json.invitation.id,
    detail: "reviewer, sam@example.org"
  })
  expect(await by("mem_nobody")).toEqual([])
  const deed = { accountId: owner.member.accountId, action: "key.create", target: "key_1" } as const
  await server.run(audit({ ...deed, actor: { name: "command line (root)", memberId: null, address: "" } }))
  expect(await by("command-line")).toMatchObject([{ actor: "command line (root)", action: "key.create" }])
  expect((await owner.request("GET", "audit?member=command-line&action=member")).json.items).toEqual([])
  expect((await owner.request("GET", "audit?member=%00")).status).toBe(422)
})
