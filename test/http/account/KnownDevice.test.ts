import { Effect, Layer } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { makeSetUpLink } from "../../../core/members/administration/ManageInvitations.ts"
import type { Member } from "../../../core/members/Member.ts"
import { Passwords } from "../../../core/members/passwords/Passwords.ts"
import {
  browserAttemptLimits,
  deviceAttemptLimits,
  memberAttemptLimits
} from "../../../core/members/passwords/SignInAttempts.ts"
import { deviceDaysMax } from "../../../core/members/sessions/KnownDevice.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { type Browser, browserOn, type BrowserResponse } from "./Browser.ts"
import { makeMember } from "./Signed.ts"

const right = "a long enough sentence of words"
const wrong = "another long enough sentence"
const next = "quite another sentence of words"

/** Salt of the last fake hash. Fake hashes cost nothing, but each has a different salt, like real hashes. */
let salt = 0
let verified = 0
const quick = Layer.succeed(Passwords, {
  hash: (password) => Effect.sync(() => `quick ${++salt} ${password}`),
  verify: (password, hash) => Effect.sync(() => ++verified > 0 && hash.replace(/^quick \d+ /, "") === password),
  dummyHash: Effect.succeed("quick 0 nobody's")
})

let server: InProcessServer
let secured: InProcessServer
let count = 0
beforeAll(async () => {
  const env = { GATEHOUSE_TRUSTED_PROXIES: "127.0.0.0/8" }
  server = await startServerInProcess({ ports: quick, env })
  secured = await startServerInProcess({ ports: quick, env: { ...env, GATEHOUSE_PUBLIC_URL: "https://gate.example" } })
})
beforeEach(() => {
  count++
  verified = 0
})
afterAll(() => Promise.all([server.stop(), secured.stop()]))

/** Returns an address in a network that only the current test uses. */
const from = (host: number) => `10.${count}.0.${host}`
const memberOf = (on = server): Promise<Member> => makeMember(on, "member", { password: right })
const signIn = (browser: Browser, email: string, password: string, host = 1): Promise<BrowserResponse> =>
  browser.request("POST", "sign-in", { body: { email, password }, headers: { "x-forwarded-for": from(host) } })

/** Returns a browser in which the member has signed in and out again. */
const knownTo = async ({ email }: Member, on = server): Promise<Browser> => {
  const browser = browserOn(on.port)
  expect((await signIn(browser, email, right, 200)).status).toBe(200)
  expect((await browser.request("POST", "sign-out")).status).toBe(204)
  return browser
}

/** Makes failed attempts from unknown browsers until the member cannot sign in from any unknown browser. */
const lockOut = async (email: string) => {
  for (let at = 0; at < memberAttemptLimits.freeAttempts; at++) {
    await signIn(browserOn(server.port), email, wrong, 100 + at)
  }
  expect((await signIn(browserOn(server.port), email, right, 99)).status).toBe(429)
}

describe("the device cookie", () => {
  const flags = `Max-Age=${deviceDaysMax * 86_400}; Path=/; HttpOnly`
  const deviceCookieOf = ({ headers }: BrowserResponse) => headers["set-cookie"]?.[1]

  it("is set by a sign-in, host-only and HttpOnly, and stays after the sign-out", async () => {
    const { email } = await memberOf()
    const browser = browserOn(server.port)
    const response = await signIn(browser, email, right)
    expect(response.headers["set-cookie"]).toHaveLength(2)
    expect(deviceCookieOf(response)).toBe(`${browser.device()}; ${flags}; SameSite=Lax`)
    expect(browser.device()).toMatch(/^gatehouse-device=gd1\.[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(response.text + server.output()).not.toContain(browser.device().split("=")[1])
    const before = browser.device()
    const out = await browser.request("POST", "sign-out")
    expect(out.headers["set-cookie"]).toHaveLength(1)
    expect([browser.cookie(), browser.device()]).toEqual(["", before])
  })

  it("is Secure if the server is reached by https", async () => {
    const { email } = await memberOf(secured)
    const browser = browserOn(secured.port)
    const response = await signIn(browser, email, right)
    expect(browser.device()).toMatch(/^__Host-gatehouse-device=gd1\./)
    expect(deviceCookieOf(response)).toBe(`${browser.device()}; ${flags}; Secure; SameSite=Lax`)
  })

  it("is set with the set-up link and with a new password", async () => {
    const token = await server.run(Effect.gen(function*() {
      return yield* makeSetUpLink((yield* createAccount("fresh")).id)
    }))
    const browser = browserOn(server.port)
    const email = `joined-${count}@example.org`
    const joined = await browser.request("POST", "invitation/accept", {
      body: { token, name: "Ann", email, password: right }
    })
    expect([joined.status, deviceCookieOf(joined)]).toEqual([200, `${browser.device()}; ${flags}; SameSite=Lax`])
    const before = browser.device()
    const body = { current: right, next }
    expect((await browser.request("PUT", "me/password", { body: { ...body, current: wrong } })).headers["set-cookie"])
      .toBeUndefined()
    const changed = await browser.request("PUT", "me/password", { body })
    expect(changed.status).toBe(204)
    expect(changed.headers["set-cookie"]).toEqual([`${browser.device()}; ${flags}; SameSite=Lax`])
    expect(browser.device()).not.toBe(before)
  })

  it("is not set by a refusal and never signs a member in", async () => {
    const member = await memberOf()
    const browser = await knownTo(member)
    expect((await signIn(browser, member.email, wrong)).headers["set-cookie"]).toBeUndefined()
    expect((await browser.request("GET", "me")).status).toBe(401)
    const token = browser.device().split("=")[1]!
    expect((await browserOn(server.port, `gatehouse=${token}`).request("GET", "me")).status).toBe(401)
  })
})

describe("during deliberate failed attempts by a stranger", () => {
  it("a member's own browser is admitted, and the stranger is not", async () => {
    const member = await memberOf()
    const browser = await knownTo(member)
    await lockOut(member.email)
    expect((await signIn(browser, member.email, right)).status).toBe(200)
    expect((await signIn(browserOn(server.port), member.email, right, 98)).status).toBe(429)
  })

  it("a member's own browser is admitted even from the stranger's network", async () => {
    const member = await memberOf()
    const browser = await knownTo(member)
    for (let at = 0; at <= browserAttemptLimits.freeAttempts; at++) {
      await signIn(browserOn(server.port), `x${at}-${count}@example.org`, wrong)
    }
    expect((await signIn(browserOn(server.port), member.email, right)).status).toBe(429)
    expect((await signIn(browser, member.email, right)).status).toBe(200)
  })

  it("a browser is unknown if its cookie is forged, duplicated, another member's or another server's", async () => {
    const [member, other] = [await memberOf(), await memberOf()]
    const known = (await knownTo(member)).device()
    const elsewhere = (await knownTo(await memberOf(secured), secured)).device().replace("__Host-", "")
    await lockOut(member.email)
    const cookies = [
      `${known.slice(0, -4)}AAAA`,
      known.replace("=gd1", "=gd2"),
      (await knownTo(other)).device(),
      elsewhere,
      `${known}; ${known}`,
      `__Host-${known}`
    ]
    verified = 0
    for (const cookie of cookies) {
      expect([cookie, (await signIn(browserOn(server.port, "", cookie), member.email, right)).status]).toEqual([
        cookie,
        429
      ])
    }
    expect(verified).toBe(0)
    expect((await signIn(browserOn(server.port, "", known), member.email, right)).status).toBe(200)
  })

  it("a password change makes other browsers unknown, but not the one that changed it", async () => {
    const member = await memberOf()
    const before = await knownTo(member)
    const browser = browserOn(server.port)
    await signIn(browser, member.email, right)
    expect((await browser.request("PUT", "me/password", { body: { current: right, next } })).status).toBe(204)
    await lockOut(member.email)
    expect((await signIn(before, member.email, next)).status).toBe(429)
    expect((await signIn(browser, member.email, next)).status).toBe(200)
  })

  it("a browser of a member who was removed and came back under the same address is unknown", async () => {
    const owner = await makeMember(server, "owner", { password: right })
    const asOwner = browserOn(server.port)
    await signIn(asOwner, owner.email, right)
    const member = await memberOf()
    const browser = await knownTo(member)
    expect((await asOwner.request("DELETE", `members/${member.id}`)).status).toBe(204)
    await makeMember(server, "member", { email: member.email, password: `${right} again` })
    await lockOut(member.email)
    expect((await signIn(browser, member.email, `${right} again`)).status).toBe(429)
  })
})

describe("a stolen device cookie", () => {
  it("allows a limited number of tries from anywhere and is unknown afterwards", async () => {
    const member = await memberOf()
    const stolen = (await knownTo(member)).device()
    const other = await knownTo(member)
    await lockOut(member.email)
    verified = 0
    const responses = await Promise.all(
      Array.from(
        { length: 2 * deviceAttemptLimits.freeAttempts },
        (_, at) => signIn(browserOn(server.port, "", stolen), member.email, wrong, at + 1)
      )
    )
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(deviceAttemptLimits.freeAttempts)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(deviceAttemptLimits.freeAttempts)
    expect(verified).toBe(deviceAttemptLimits.freeAttempts)
    expect((await signIn(browserOn(server.port, "", stolen), member.email, right)).status).toBe(429)
    // The member's other browser is unaffected.
    expect((await signIn(other, member.email, right)).status).toBe(200)
  })

  it("does not reveal whether another address is known", async () => {
    const [member, other] = [await memberOf(), await memberOf()]
    const stolen = (await knownTo(member)).device()
    const outcomes = async (email: string, host: number) => {
      const all: Array<unknown> = []
      for (let at = 0; at < memberAttemptLimits.freeAttempts + 2; at++) {
        const { headers, json, status } = await signIn(browserOn(server.port, "", stolen), email, wrong, host)
        all.push([status, json._tag, json.fields, status === 422 ? json.message : "", Object.keys(headers).toSorted()])
      }
      return all
    }
    verified = 0
    expect(await outcomes(other.email, 1)).toEqual(await outcomes(`nobody-${count}@example.org`, 2))
    expect(verified).toBe(2 * memberAttemptLimits.freeAttempts)
  })
})
