import { Effect } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { wrongSecretsPerMinuteMax } from "../../adapters/http/handlers/Shield.ts"
import { BlockRules } from "../../core/block-rules/BlockRules.ts"
import { addressBytesOf } from "../../core/kernel/networks/VisitorAddress.ts"
import { Seals } from "../../core/kernel/Seals.ts"
import { makeKeyText } from "../../core/keys/KeyText.ts"
import { readToken, type Token, writeToken } from "../../core/shield/tokens/Token.ts"
import { Sites } from "../../core/sites/Sites.ts"
import type { ServerAccount } from "../support/InProcessServer.ts"
import type { TestResponse } from "../support/Server.ts"
import { createSharedAccount, trustLoopbackProxy } from "../support/SharedAccount.ts"
import { checkDeclared, siteverify } from "./Contract.ts"
import { easyToken, makeSite, move, solvedToken, type TestSite, visitor } from "./ShieldVisitor.ts"

const host = "shop.example.com"
const address = "203.0.113.7"

let server: ServerAccount
let site: TestSite
const person = visitor(() => server, { origin: `https://${host}`, address })
/** Block rules of the account. */
const rules = [["domain", "blocked.example"], ["cidr", "198.51.100.0/24"], ["country", "DE"]] as const
const form = { "Content-Type": "application/x-www-form-urlencoded" }

beforeAll(async () => {
  server = await createSharedAccount({ env: trustLoopbackProxy })
  site = await makeSite(server, [host])
  for (const [kind, value] of rules) {
    const rule = { accountId: server.accountId, kind, action: "block", value, note: "", createdAt: new Date() } as const
    await server.run(BlockRules.use((all) => all.add(rule)))
  }
})

const ask = async (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> => {
  const answer = await server.post(siteverify.path, body, headers)
  checkDeclared(siteverify.path, answer)
  return answer
}

/** Returns the exact response that a site's server gets for a token. */
const verify = async (token: string, more: Readonly<Record<string, string>> = {}, secret = site.secret) => {
  const answer = await ask({ secret, token, ...more })
  expect(answer.status).toBe(200)
  return answer.json
}

const token = async (of = site): Promise<string> =>
  (await easyToken(server, visitor(() => server, { origin: `https://${of.hostnames[0]}`, address }), of)).token

/** Returns a real token with a change, sealed by the server itself. */
const changed = async (change: Partial<Token>) => {
  const text = await token()
  return server.run(Effect.map(Seals, (seals) => writeToken(seals, { ...readToken(seals, text)!, ...change })))
}

describe("the three responses (contract, 4.7)", () => {
  it.each(["argon2id", "sha256"] as const)("human, after %s puzzles: success and score", async (profile) => {
    const { token } = await solvedToken(person, site.siteKey, profile)
    expect(token).toMatch(/^sh1\.[\w.-]{20,508}$/)
    expect(await verify(token)).toEqual({ success: true, score: expect.any(Number) })
  })

  it("human, with the text's spam score and language, and the visitor's country", async () => {
    const answer = await verify(await changed({ address: addressBytesOf("8.8.8.8") }), {
      text: "Hello, could you tell me what the delivery of two tables to Bristol costs?",
      email: "ann@example.org",
      honeypot: ""
    })
    expect(answer).toEqual({
      success: true,
      score: expect.any(Number),
      geo: { country: "US", asn: "AS15169" },
      spam_score: expect.any(Number),
      language: "en"
    })
    expect(answer.spam_score).toBeLessThan(0.5)
    expect(answer.spam_score).toBe(Math.round(answer.spam_score * 100) / 100)
  })

  it("the same through a form, whose empty fields count as absent", async () => {
    const body = new URLSearchParams({ secret: site.secret, token: await token(), text: "", email: "", honeypot: "" })
    const answer = await ask(body.toString(), form)
    expect([answer.status, answer.json]).toEqual([200, { success: true, score: expect.any(Number) }])
  })

  it("rejected: 200 with success false and a short error, and nothing else", async () => {
    expect(await verify("sh1.x.y")).toEqual({ success: false, error: "invalid token" })
  })

  it("degraded: for an empty token", async () => {
    expect(await verify("")).toEqual({ success: true, degraded: true })
    const answer = await ask(`secret=${site.secret}&token=`, form)
    expect([answer.status, answer.json]).toEqual([200, { success: true, degraded: true }])
  })

  it("a text is not scored if the site disables it", async () => {
    const plain = await makeSite(server, [host], { spamDetection: false })
    expect(await verify(await token(plain), { text: "Hello there, how are you?" }, plain.secret)).toEqual({
      success: true,
      score: expect.any(Number)
    })
  })
})

describe("rejections (contract, 7.3; decisions 25 to 28)", () => {
  const rejected = (error: string) => ({ success: false, error })

  it("a filled honeypot, whatever else is wrong", async () => {
    const good = await token()
    expect(await verify(good, { honeypot: "x" })).toEqual(rejected("honeypot"))
    expect(await verify("", { honeypot: "x" })).toEqual(rejected("honeypot"))
    expect(await verify("t", { honeypot: " " }, "wrong")).toEqual(rejected("honeypot"))
    expect(await verify(good), "the token was not used up").toMatchObject({ success: true })
  })

  it("a wrong secret with any token", async () => {
    const good = await token()
    for (const secret of ["", "x", "gh_secret_x", site.secret.slice(0, -1), `${site.secret} `, site.siteKey]) {
      expect(await verify(good, {}, secret)).toEqual(rejected("invalid secret"))
    }
    expect(await verify(good)).toMatchObject({ success: true })
  })

  it("a token with a changed character, a truncated or longer one, or other text", async () => {
    const good = await token()
    const { challenge } = (await person.challenge(site.siteKey)).json
    const { ticket } = await easyToken(server, person, site)
    const flipped = [5, 20, 40, good.length - 1].map((at) =>
      `${good.slice(0, at)}${good[at] === "A" ? "B" : "A"}${good.slice(at + 1)}`
    )
    const others = [challenge, ticket!, good.replace("sh1", "st1"), good.replace("sh1", "shd1")]
    for (const bad of [...flipped, ...others, good.slice(0, -4), `${good}AAAA`, ` ${good}`, "null", "0", "\0"]) {
      expect(await verify(bad), bad.slice(0, 30)).toEqual(rejected("invalid token"))
    }
    expect(await verify(good)).toMatchObject({ success: true })
  })

  it("a token of another site, which remains valid there", async () => {
    const other = await makeSite(server, [host])
    const foreign = await token(other)
    expect(await verify(foreign)).toEqual(rejected("invalid token"))
    expect(await verify(foreign, {}, other.secret)).toMatchObject({ success: true })
  })

  it("an expired token", async () => {
    const now = Date.now()
    expect(await verify(await changed({ issuedAt: now - 301_000, expiresAt: now - 1 }))).toEqual(
      rejected("expired token")
    )
  })

  it("a token of a host name that the site no longer lists", async () => {
    const moving = await makeSite(server, [host])
    const before = await token(moving)
    await move(server, moving, ["other.example.com"])
    await expect.poll(() => verify(before, {}, moving.secret)).toEqual(rejected("invalid hostname"))
  })

  it("a score below the site's minimum", async () => {
    const strict = await makeSite(server, [host], { scoreMin: 100 })
    expect(await verify(await token(strict), {}, strict.secret)).toEqual(rejected("low score"))
  })

  it("addresses that are invalid, blocked, or disposable if the site rejects these", async () => {
    const strict = await makeSite(server, [host], { disposableEmails: "reject" })
    const answers: Array<unknown> = []
    for (const email of ["nobody", "ann@blocked.example", "ann@mailinator.com", "ann@example.org"]) {
      answers.push((await verify(await token(strict), { email }, strict.secret)).error)
    }
    expect(answers).toEqual(["invalid email", "email blocked", "disposable email", undefined])
  })

  it("visitors from a blocked network or country, by the address in the token", async () => {
    const [network, country] = ["198.51.100.9", "185.12.64.1"].map(addressBytesOf)
    expect(await verify(await changed({ address: network! }))).toEqual(rejected("ip blocked"))
    expect(await verify(await changed({ address: country! }))).toEqual(rejected("country blocked"))
  })

  it("an empty token if the site rejects these", async () => {
    const strict = await makeSite(server, [host], { degraded: "reject" })
    expect(await verify("", {}, strict.secret)).toEqual(rejected("missing token"))
    const limited = await makeSite(server, [host], { degraded: "limit", degradedPerMinuteMax: 2 })
    const answers: Array<boolean> = []
    for (let at = 0; at < 4; at++) answers.push((await verify("", {}, limited.secret)).success)
    expect(answers).toEqual([true, true, false, false])
  })

  it("a degraded pass with a blocked address", async () => {
    expect(await verify("", { email: "ann@blocked.example" })).toEqual(rejected("email blocked"))
  })
})

describe("a token is valid once", () => {
  it("one of a hundred concurrent verifications succeeds", async () => {
    const good = await token()
    const answers = await Promise.all(Array.from({ length: 100 }, () => verify(good)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === "duplicate token")).toHaveLength(99)
  })

  it("another token of the same ticket is invalid too", async () => {
    const { ticket, token } = await easyToken(server, person, site)
    const renewed = (await person.refresh(ticket!)).json.token
    expect(renewed).not.toBe(token)
    expect(await verify(renewed)).toMatchObject({ success: true })
    expect(await verify(token)).toEqual({ success: false, error: "duplicate token" })
    expect(await verify((await person.refresh(ticket!)).json.token)).toEqual({
      success: false,
      error: "duplicate token"
    })
  })
})

it("both secrets are valid during a rotation, and the old one is invalid afterwards", async () => {
  const rotated = await makeSite(server, [host])
  const fresh = makeKeyText("gh_secret_", randomBytes(32))
  const [old, young] = [rotated.secret, fresh].map((text) => createHash("sha256").update(text).digest("hex"))
  const secrets = (digests: ReadonlyArray<string>) =>
    server.run(Sites.use((sites) => sites.setSecrets(server.accountId, rotated.id, digests)))
  const says = async (secret: string) => (await verify("", {}, secret)).error ?? "pass"
  await secrets([young!, old!])
  await expect.poll(() => says(fresh)).toBe("pass")
  expect(await says(rotated.secret)).toBe("pass")
  await secrets([young!])
  await expect.poll(() => says(rotated.secret)).toBe("invalid secret")
  expect(await says(fresh)).toBe("pass")
})

it("treats null for an optional field as absent", async () => {
  const nulls = { email: null, text: null, honeypot: null }
  const answer = await ask({ secret: site.secret, token: await token(), ...nulls })
  expect([answer.status, answer.json]).toEqual([200, { success: true, score: expect.any(Number) }])
  const { json } = await ask({ secret: site.secret, token: await token(), ...nulls, email: "ann@blocked.example" })
  expect(json).toEqual({ success: false, error: "email blocked" })
})

describe("test keys", () => {
  const browser = visitor(() => server, { address: "203.0.113.8" })
  const test = (kind: string) => easyToken(server, browser, { id: `test_${kind}`, hostnames: [] })
  const verifyTest = (token: string) => verify(token, {}, "gh_secret_test")

  it("pass, fail, degraded and bot give the results in their names", async () => {
    expect(await verifyTest((await test("pass")).token)).toEqual({ success: true, score: 100 })
    expect(await verifyTest((await test("fail")).token)).toEqual({ success: false, error: "invalid token" })
    expect(await verifyTest((await test("bot")).token)).toEqual({ success: true, score: 10 })
    const degraded = await test("degraded")
    expect(degraded).toMatchObject({ token: expect.stringMatching(/^shd1\./), ticket: null })
    expect(await verifyTest(degraded.token)).toEqual({ success: true, degraded: true })
  })

  it("are invalid with a real secret, as real tokens are with test secrets, and are valid once", async () => {
    const { token: free } = await test("pass")
    expect(await verify(free)).toEqual({ success: false, error: "invalid token" })
    expect(await verifyTest(await token())).toEqual({ success: false, error: "invalid token" })
    expect(await verifyTest(free)).toMatchObject({ success: true })
    expect(await verifyTest(free)).toEqual({ success: false, error: "duplicate token" })
  })
})

it("guessed secrets are answered 429 after some tries, but correct ones still work", async () => {
  const guess = { secret: "gh_secret_guess", token: "" }
  const from = { "X-Forwarded-For": "192.0.2.99" }
  const answers: Array<TestResponse> = []
  for (let at = 0; at < wrongSecretsPerMinuteMax + 5; at++) answers.push(await ask(guess, from))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.slice(0, 50).every((status) => status === 200)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  expect(answers.at(-1)!.json).toEqual({
    success: false,
    error: expect.stringMatching(/^Rate limit exceeded: at most 60 /)
  })
  expect(Number(answers.at(-1)!.headers.get("retry-after"))).toBeGreaterThan(0)
  const right = await ask({ secret: site.secret, token: "" }, from)
  expect([right.status, right.json]).toEqual([200, { success: true, degraded: true }])
  expect((await ask(guess, { "X-Forwarded-For": "192.0.2.98" })).status, "another address").toBe(200)
  expect((await ask(guess, { "X-Forwarded-For": "10.9.9.9, 192.0.2.99" })).status, "a forged one in front").toBe(429)
})
