import { beforeAll, describe, expect, it } from "vitest"
import { makePasswordLink } from "../../../core/members/password-changes/MakePasswordLink.ts"
import type { ServerAccount } from "../../support/InProcessServer.ts"
import { createSharedAccount } from "../../support/SharedAccount.ts"
import { browserOn } from "./Browser.ts"
import { type Signed, signedIn } from "./Signed.ts"

const next = "quite another sentence of words"

let server: ServerAccount
let owner: Signed
let member: Signed
beforeAll(async () => {
  server = await createSharedAccount()
  owner = await signedIn(server, "owner")
  member = await signedIn(server, "member")
})

const tokenOf = (link: string) => link.split("#")[1]!
const make = (by: Signed, id: string) => by.request("POST", `members/${id}/password-link`)
const use = (token: string, password = next) => {
  const browser = browserOn(server.port)
  return { browser, told: browser.request("POST", "password-link/use", { body: { token, password } }) }
}

describe("a password reset link", () => {
  it("is created by an owner for another member, shown once, and signs in with the chosen password", async () => {
    const { json, status } = await make(owner, member.member.id)
    expect(status).toBe(200)
    expect(json).toEqual({
      link: expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:${server.port}/dashboard/reset#[\\w-]{43}$`)),
      expiresAt: expect.any(Number)
    })
    const token = tokenOf(json.link)
    expect((await browserOn(server.port).request("POST", "password-link", { body: { token } })).json).toEqual({
      name: member.member.name,
      email: member.member.email,
      expiresAt: json.expiresAt
    })
    const weak = await use(token, "password1234").told
    expect([weak.status, Object.keys(weak.json.fields), weak.headers["set-cookie"]]).toEqual([
      422,
      ["password"],
      undefined
    ])
    expect((await member.request("GET", "me")).status).toBe(200)
    const { browser, told } = use(token)
    expect(await told).toMatchObject({ status: 200, json: { member: { id: member.member.id } } })
    expect((await told).headers["set-cookie"]).toHaveLength(2)
    expect((await browser.request("GET", "me")).status).toBe(200)
    expect((await member.request("GET", "me")).status).toBe(401)
    const again = await use(token).told
    expect([again.status, again.json._tag, again.headers["set-cookie"]]).toEqual([404, "NotFound", undefined])
    const body = { email: member.member.email, password: next }
    expect((await browserOn(server.port).request("POST", "sign-in", { body })).status).toBe(200)
    const audit = (await owner.request("GET", "audit?action=password")).text
    expect(audit).toContain("password.link")
    expect(audit).toContain("password.reset")
    expect(audit + server.output()).not.toContain(token)
  })

  it("cannot be created for oneself or for members of another account", async () => {
    expect((await make(owner, owner.member.id)).json).toMatchObject({ _tag: "Conflict" })
    expect((await make(owner, "mem_x")).status).toBe(404)
  })

  it.each(["", "x", "A".repeat(43), "../../etc/passwd", "' OR 1=1 --"])(
    "refuses a guessed token: %s",
    async (token) => {
      const { json, status } = await browserOn(server.port).request("POST", "password-link", { body: { token } })
      expect([status, json._tag]).toEqual([404, "NotFound"])
      expect((await use(token).told).status).toBe(404)
    }
  )

  it("from an operator helps the only owner", async () => {
    const { accountId, id } = owner.member
    const actor = { name: "command line (root)", memberId: null, address: "" }
    const { token } = await server.run(makePasswordLink({ accountId, id, actor }))
    expect((await use(token).told).json).toMatchObject({ member: { id, role: "owner" } })
  })
})
