import { Effect, Layer } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { AuditLog } from "../../../core/audit/AuditLog.ts"
import { Passwords } from "../../../core/members/passwords/Passwords.ts"
import { browserAttemptLimits, memberAttemptLimits } from "../../../core/members/passwords/SignInAttempts.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { browserOn, type BrowserResponse } from "./Browser.ts"
import { makeMember, signedIn } from "./Signed.ts"

const right = "a long enough sentence of words"
const wrong = "another long enough sentence"

/** Number of verified hashes. The fake hashes cost nothing. */
let verified = 0
const quick = Layer.succeed(Passwords, {
  hash: (password) => Effect.succeed(`quick ${password}`),
  verify: (password, hash) => Effect.sync(() => ++verified > 0 && hash === `quick ${password}`),
  dummyHash: Effect.succeed("quick nobody's")
})

let server: InProcessServer
let count = 0
beforeAll(async () => {
  server = await startServerInProcess({ ports: quick, env: { GATEHOUSE_TRUSTED_PROXIES: "127.0.0.0/8" } })
})
beforeEach(() => {
  verified = 0
  count++
})
afterAll(() => server.stop())

/** Returns an address in a network that only the current test uses. */
const from = (host = 1) => `10.${count}.0.${host}`
const signIn = (email: string, password: string, address = from()): Promise<BrowserResponse> =>
  browserOn(server.port).request("POST", "sign-in", {
    body: { email, password },
    headers: { "x-forwarded-for": address }
  })

const memberOf = () => makeMember(server, "member", { password: right })

describe("a client that guesses a member's password", () => {
  it("has to wait after some tries, learns how long, and is refused even with the correct one", async () => {
    const { email } = await memberOf()
    for (let at = 0; at < memberAttemptLimits.freeAttempts; at++) expect((await signIn(email, wrong)).status).toBe(422)
    for (const password of [wrong, right]) {
      const { headers, json, status } = await signIn(email, password)
      expect([status, json._tag]).toEqual([429, "TooManyTries"])
      expect(headers["set-cookie"]).toBeUndefined()
      expect(json.retryAfterSeconds).toBeGreaterThan(0)
      expect(headers["retry-after"]).toBe(String(json.retryAfterSeconds))
    }
    expect(verified).toBe(memberAttemptLimits.freeAttempts)
  })

  it("gains nothing by another browser, another spelling, or concurrent tries", async () => {
    const { email } = await memberOf()
    const spelt = [email, email.toUpperCase(), ` ${email} `]
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, at) => signIn(spelt[at % spelt.length]!, wrong, from(at + 1)))
    )
    expect(responses.filter(({ status }) => status === 422).length).toBe(memberAttemptLimits.freeAttempts)
    expect(responses.filter(({ status }) => status === 429).length).toBe(24 - memberAttemptLimits.freeAttempts)
    expect(verified).toBe(memberAttemptLimits.freeAttempts)
  })

  it("locks out no other member", async () => {
    const [guessed, other] = [await memberOf(), await memberOf()]
    for (let at = 0; at <= memberAttemptLimits.freeAttempts; at++) await signIn(guessed.email, wrong)
    expect((await signIn(other.email, right)).status).toBe(200)
  })

  it("starts over after a correct password", async () => {
    const { email } = await memberOf()
    for (let round = 0; round < 3; round++) {
      for (let at = 1; at < memberAttemptLimits.freeAttempts; at++) {
        expect((await signIn(email, wrong)).status).toBe(422)
      }
      expect((await signIn(email, right)).status).toBe(200)
    }
  })

  it("cannot tell from status, message or count whether the member exists", async () => {
    const { email } = await memberOf()
    const outcomes = async (address: string, host: number) => {
      const all: Array<unknown> = []
      for (let at = 0; at < memberAttemptLimits.freeAttempts + 2; at++) {
        const { headers, json, status } = await signIn(address, wrong, from(host))
        all.push([status, json._tag, json.fields, status === 422 ? json.message : "", Object.keys(headers).toSorted()])
      }
      return all
    }
    expect(await outcomes(email, 1)).toEqual(await outcomes(`nobody-${count}@example.org`, 2))
    expect(verified).toBe(2 * memberAttemptLimits.freeAttempts)
  })
})

describe("a client that tries one password on many members", () => {
  const spray = async (address: string, tries: number) => {
    const statuses: Array<number> = []
    for (let at = 0; at < tries; at++) {
      statuses.push((await signIn(`x${at}-${count}@example.org`, wrong, address)).status)
    }
    return statuses
  }

  it("has to wait, by its browser's address, while others do not", async () => {
    const statuses = await spray(from(), browserAttemptLimits.freeAttempts + 2)
    expect(statuses.filter((status) => status === 422).length).toBe(browserAttemptLimits.freeAttempts)
    expect(statuses.slice(-2)).toEqual([429, 429])
    const { email } = await memberOf()
    expect((await signIn(email, right)).status).toBe(429)
    expect((await signIn(email, right, from(2))).status).toBe(200)
  })

  it("does not become another browser by a header that it writes itself", async () => {
    // The proxy adds the last entry of the header, and the client writes the other entries.
    const statuses: Array<number> = []
    for (let at = 0; at < browserAttemptLimits.freeAttempts + 1; at++) {
      statuses.push((await signIn(`y${at}-${count}@example.org`, wrong, `192.0.2.${at}, ${from()}`)).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })
})

it("guesses of a signed-in member's current password are limited", async () => {
  const signed = await signedIn(server, "member", { password: right })
  const change = (current: string) =>
    signed.request("PUT", "me/password", { body: { current, next: "quite another sentence" } })
  for (let at = 0; at < memberAttemptLimits.freeAttempts; at++) expect((await change(wrong)).status).toBe(422)
  expect((await change(right)).status).toBe(429)
})

it("no password and no token is stored in a log or in the audit log", async () => {
  const { email } = await memberOf()
  await signIn(email, wrong)
  await signIn(email, right)
  const entries = await server.run(
    AuditLog.use((log) => log.list({ accountId: server.accountId, limit: 200 }))
  )
  expect(entries.some(({ action }) => action === "sign-in")).toBe(true)
  expect(JSON.stringify(entries) + server.output()).not.toMatch(/long enough|quick /)
})
