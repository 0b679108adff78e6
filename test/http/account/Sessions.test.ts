import { beforeAll, describe, expect, it } from "vitest"
import { sessionDaysMax, sessionIdleHoursMax } from "../../../core/members/sessions/MemberSession.ts"
import { MemberSessions } from "../../../core/members/sessions/MemberSessions.ts"
import type { ServerAccount } from "../../support/InProcessServer.ts"
import { createSharedAccount } from "../../support/SharedAccount.ts"
import { browserOn } from "./Browser.ts"
import { makeMember, makeSession, signedIn } from "./Signed.ts"

const password = "a long enough sentence of words"
const hourMillis = 3_600_000

let server: ServerAccount
beforeAll(async () => {
  server = await createSharedAccount()
})

const signInAs = (email: string, word = password, held = "") => {
  const browser = browserOn(server.port, held)
  return { browser, told: browser.request("POST", "sign-in", { body: { email, password: word } }) }
}

describe("a sign-in", () => {
  it("returns the member, and sends the token only in the cookie", async () => {
    const member = await makeMember(server, "member", { password })
    const { browser, told } = signInAs(member.email)
    const { headers, json, status, text } = await told
    expect(status).toBe(200)
    expect(json.member).toEqual({ id: member.id, name: "member", email: member.email, role: "member" })
    const token = browser.cookie().split("=")[1]!
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(text).not.toContain(token)
    expect(headers["set-cookie"]?.[0]).toBe(
      `gatehouse=${token}; Max-Age=${sessionDaysMax * 86_400}; Path=/; HttpOnly; SameSite=Lax`
    )
    expect((await browser.request("GET", "me")).json).toEqual(json)
  })

  it("never adopts a token that the browser sends", async () => {
    const member = await makeMember(server, "member", { password })
    const brought = "A".repeat(43)
    const { browser, told } = signInAs(member.email, password, `gatehouse=${brought}`)
    expect((await told).status).toBe(200)
    expect(browser.cookie()).not.toBe(`gatehouse=${brought}`)
    expect((await browserOn(server.port, `gatehouse=${brought}`).request("GET", "me")).status).toBe(401)
  })

  it("creates a new token each time and ends the browser's earlier session", async () => {
    const member = await makeMember(server, "member", { password })
    const first = signInAs(member.email)
    await first.told
    const again = signInAs(member.email, password, first.browser.cookie())
    await again.told
    expect(again.browser.cookie()).not.toBe(first.browser.cookie())
    expect((await first.browser.request("GET", "me")).status).toBe(401)
    expect((await again.browser.request("GET", "me")).status).toBe(200)
  })

  it("ends another member's session in the same browser", async () => {
    const attacker = await signedIn(server, "member")
    const member = await makeMember(server, "member", { password })
    const { browser, told } = signInAs(member.email, password, attacker.cookie())
    await told
    expect((await attacker.request("GET", "me")).status).toBe(401)
    expect((await browser.request("GET", "me")).json.member.id).toBe(member.id)
  })

  it("answers a wrong password and an unknown address alike, without a cookie", async () => {
    const member = await makeMember(server, "member", { password })
    const wrong = await signInAs(member.email, "another long enough sentence").told
    const unknown = await signInAs("nobody@example.org", "another long enough sentence").told
    expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text])
    expect(wrong.status).toBe(422)
    expect(wrong.headers["set-cookie"]).toBeUndefined()
  })
})

describe("a session", () => {
  const stateOf = async (times: Parameters<typeof makeSession>[2]) => {
    const member = await makeMember(server, "owner")
    const { token } = await makeSession(server, member, times)
    return (await browserOn(server.port, `gatehouse=${token}`).request("GET", "me")).status
  }
  const ago = (hours: number) => new Date(Date.now() - hours * hourMillis)

  it("lives while it is used", async () => {
    expect(await stateOf({})).toBe(200)
    expect(await stateOf({ lastSeenAt: ago(sessionIdleHoursMax - 0.1) })).toBe(200)
  })

  it("ends after the idle timeout", async () => {
    expect(await stateOf({ lastSeenAt: ago(sessionIdleHoursMax + 0.1) })).toBe(401)
  })

  it("ends after its maximum age, even if in use", async () => {
    expect(await stateOf({ expiresAt: ago(0.1) })).toBe(401)
    expect(await stateOf({ createdAt: ago(sessionDaysMax * 24 + 1) })).toBe(401)
  })

  it("is listed until it ends", async () => {
    const member = await makeMember(server, "member")
    const { session, token } = await makeSession(server, member)
    await makeSession(server, member, { lastSeenAt: ago(sessionIdleHoursMax + 0.1) })
    await makeSession(server, member, { expiresAt: ago(0.1) })
    const listed = await browserOn(server.port, `gatehouse=${token}`).request("GET", "sessions")
    expect(listed.json.map(({ id }: any) => id)).toEqual([session.id])
  })

  it("ends with the sign-out, which removes its cookie", async () => {
    const signed = await signedIn(server, "reviewer")
    const before = signed.cookie()
    const out = await signed.request("POST", "sign-out")
    expect([out.status, out.headers["set-cookie"]]).toEqual([204, [
      "gatehouse=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"
    ]])
    expect((await browserOn(server.port, before).request("GET", "me")).status).toBe(401)
    expect((await signed.request("POST", "sign-out")).status).toBe(204)
  })

  it("can be ended from the member's other sessions, but not from another member's", async () => {
    const member = await makeMember(server, "member")
    const [one, two] = [await makeSession(server, member), await makeSession(server, member)]
    const here = browserOn(server.port, `gatehouse=${one.token}`)
    const there = browserOn(server.port, `gatehouse=${two.token}`)
    expect((await here.request("GET", "sessions")).json.map((shown: any) => [shown.id, shown.isCurrent]).toSorted())
      .toEqual([[one.session.id, true], [two.session.id, false]].toSorted())
    const other = await signedIn(server, "owner")
    expect((await other.request("DELETE", `sessions/${two.session.id}`)).status).toBe(404)
    expect((await there.request("GET", "me")).status).toBe(200)
    expect((await here.request("DELETE", `sessions/${two.session.id}`)).status).toBe(204)
    expect((await there.request("GET", "me")).status).toBe(401)
    expect((await here.request("GET", "me")).status).toBe(200)
  })

  it("ends with all others but one", async () => {
    const member = await makeMember(server, "member")
    const all = [
      await makeSession(server, member),
      await makeSession(server, member),
      await makeSession(server, member)
    ]
    const browsers = all.map(({ token }) => browserOn(server.port, `gatehouse=${token}`))
    expect((await browsers[1]!.request("POST", "sessions/revoke-others")).json).toEqual({ revoked: 2 })
    const states = await Promise.all(browsers.map((browser) => browser.request("GET", "me")))
    expect(states.map(({ status }) => status)).toEqual([401, 200, 401])
  })

  it("ends in other browsers when the password changes, which requires the current one", async () => {
    const member = await makeMember(server, "member", { password })
    const [one, two] = [await makeSession(server, member), await makeSession(server, member)]
    const here = browserOn(server.port, `gatehouse=${one.token}`)
    const next = "quite another sentence of words"
    const wrong = await here.request("PUT", "me/password", { body: { current: "not this one at all", next } })
    expect([wrong.status, Object.keys(wrong.json.fields)]).toEqual([422, ["current"]])
    expect((await here.request("PUT", "me/password", { body: { current: password, next } })).status).toBe(204)
    expect((await here.request("GET", "me")).status).toBe(200)
    expect((await browserOn(server.port, `gatehouse=${two.token}`).request("GET", "me")).status).toBe(401)
    expect((await signInAs(member.email).told).status).toBe(422)
    expect((await signInAs(member.email, next).told).status).toBe(200)
  })

  it("ends with its member", async () => {
    const owner = await signedIn(server, "owner")
    const signed = await signedIn(server, "member")
    expect((await owner.request("DELETE", `members/${signed.member.id}`)).status).toBe(204)
    expect((await signed.request("GET", "me")).status).toBe(401)
    const left = await server.run(MemberSessions.use((sessions) => sessions.list(signed.member.id)))
    expect(left).toEqual([])
  })

  it("reflects a changed role at once", async () => {
    const owner = await signedIn(server, "owner")
    const signed = await signedIn(server, "member")
    expect((await signed.request("GET", "keys")).status).toBe(200)
    const changed = await owner.request("PUT", `members/${signed.member.id}/role`, { body: { role: "reviewer" } })
    expect([changed.status, changed.json.role]).toEqual([200, "reviewer"])
    expect((await signed.request("GET", "keys")).status).toBe(403)
    expect((await signed.request("GET", "me")).json.member.role).toBe("reviewer")
  })

  it("is stored only as a digest", async () => {
    const { session, token } = await makeSession(server, await makeMember(server, "member"))
    expect(JSON.stringify(session)).not.toContain(token)
    for (const guess of [session.digest, session.id, `${token}x`, token.slice(1), token.toLowerCase()]) {
      expect((await browserOn(server.port, `gatehouse=${guess}`).request("GET", "me")).status).toBe(401)
    }
  })
})
