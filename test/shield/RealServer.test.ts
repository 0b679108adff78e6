import { beforeAll, describe, expect, it } from "vitest"
import { createVerifier, edgeFallback, mintDegradedToken, type ShieldLogEntry } from "../../apps/shield/index.ts"
import { solve } from "../http/ShieldVisitor.ts"
import type { ServerAccount } from "../support/InProcessServer.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"

let server: ServerAccount
let site: {
  readonly id: string
  readonly site_key: string
  readonly secret_key: string
  readonly hostnames: Array<string>
}
let edgeKey: { readonly key_id: string; readonly key: string }
const logged: Array<ShieldLogEntry> = []

beforeAll(async () => {
  server = await createSharedAccount()
  const account = ["--account", server.accountId]
  site = await server.cli("sites", "create", ...account, "--name", "shop", "--hostname", "www.example.com")
  edgeKey = await server.cli("shield", "edge-key")
})

const page = { Origin: "https://www.example.com", "Content-Type": "text/plain" }
const browser = { ...page, "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" }

type Ask = (path: string, body: unknown) => Promise<any>

const directly: Ask = async (path, body) => (await server.post(path, JSON.stringify(body), browser)).json

/** Obtains a token as the widget does. `request` sends each request to a server. */
const tokenFrom = async (request: Ask, sitekey: string): Promise<string> => {
  const challenge = await request("/shield/challenge", { sitekey, profile: "argon2id" })
  return (await request("/shield/redeem", {
    challenge: challenge.challenge,
    counters: solve(challenge),
    signals: null
  }))
    .token
}

const verifier = (secret: string) =>
  createVerifier({ secret, baseUrl: server.baseUrl, timeoutMillis: 20_000, log: (entry) => logged.push(entry) })

describe("the helper with a real server", () => {
  it("accepts a token once", async () => {
    const verify = verifier("gh_secret_test")
    const token = await tokenFrom(directly, "gh_site_test_pass")
    const decision = await verify({ token, email: "ann@example.com", text: "Hello, what does it cost per year?" })
    expect(decision).toEqual({
      accepted: true,
      kind: "human",
      score: 100,
      band: "human",
      spamScore: expect.any(Number),
      language: "en"
    })
    expect(await verify({ token })).toEqual({ accepted: false, kind: "rejected", error: "duplicate token" })
    const bot = await tokenFrom(directly, "gh_site_test_bot")
    expect(await verify({ token: bot })).toMatchObject({ accepted: true, score: 10, band: "elevated-bot-risk" })
    expect(await verify({ token: await tokenFrom(directly, "gh_site_test_fail") })).toMatchObject({ kind: "rejected" })
    expect(await verify({ token: await tokenFrom(directly, "gh_site_test_degraded") })).toMatchObject({
      kind: "degraded"
    })
  })

  it("judges a real site's session without signals, and a filled honeypot", async () => {
    const verify = verifier(site.secret_key)
    const token = await tokenFrom(directly, site.site_key)
    expect(await verify({ token, honeypot: "x" })).toEqual({ accepted: false, kind: "rejected", error: "honeypot" })
    const decision = await verify({ token })
    expect(decision).toMatchObject({ accepted: true, kind: "human", band: "elevated-bot-risk" })
    expect(await verify({ token: "" })).toEqual({ accepted: true, kind: "degraded" })
    expect(await verifier("gh_secret_other")({ token: "" })).toMatchObject({
      kind: "rejected",
      error: "invalid secret"
    })
    // A wrong secret rejects every visitor, so the site's owner must see it in the log.
    expect(logged.splice(0).map(({ reason }) => reason)).toEqual(["request_refused"])
  })

  it("sends nothing longer than the server accepts", async () => {
    const verify = verifier("gh_secret_test")
    const long = { text: "\u0000".repeat(99_999), email: "e".repeat(99_999) }
    expect(await verify({ token: "x", honeypot: "😀".repeat(9_999), ...long })).toMatchObject({ error: "honeypot" })
    const token = await tokenFrom(directly, "gh_site_test_pass")
    expect(await verify({ token, text: "Hello, what does it cost? ".repeat(2_000) })).toMatchObject({ kind: "human" })
    expect(logged).toEqual([])
  })
})

describe("an edge with a real server", () => {
  const key = () => ({ key: edgeKey.key, keyId: edgeKey.key_id })

  it("issues tokens that are degraded, valid once, and valid only for its site", async () => {
    const verify = verifier(site.secret_key)
    const mint = (change: object = {}) =>
      mintDegradedToken({ ...key(), siteId: site.id, hostname: "www.example.com", ...change })
    const token = await mint()
    expect(await verify({ token })).toEqual({ accepted: true, kind: "degraded" })
    expect(await verify({ token })).toMatchObject({ error: "duplicate token" })
    expect(await verify({ token: await mint({ hostname: "evil.example" }) })).toMatchObject({
      error: "invalid hostname"
    })
    expect(await verify({ token: await mint({ siteId: "site_x" }) })).toMatchObject({ error: "invalid token" })
    expect(await verify({ token: await mint({ now: Date.now() - 301_000 }) })).toMatchObject({ error: "expired token" })
    expect(await verify({ token: await mint({ key: "A".repeat(43) }) })).toMatchObject({ error: "invalid token" })
    expect(await verifier("gh_secret_test")({ token: await mint() })).toMatchObject({ error: "invalid token" })
  })

  it("forwards the widget's requests, and issues its own tokens if the server does not respond", async () => {
    const isGone = { now: false }
    const edge = edgeFallback({
      ...key(),
      origin: server.baseUrl,
      sites: [site],
      slowMillis: 20_000,
      fetch: (url, options) => isGone.now ? Promise.reject(new TypeError("gone")) : fetch(url, options)
    })
    const through: Ask = async (path, body) =>
      (await edge(
        new Request(`https://shield.example.com${path}`, {
          method: "POST",
          headers: browser,
          body: JSON.stringify(body)
        })
      ))
        .json()
    const verify = verifier(site.secret_key)
    expect(await verify({ token: await tokenFrom(through, site.site_key) })).toMatchObject({ kind: "human" })
    isGone.now = true
    const token = await tokenFrom(through, site.site_key)
    expect(token).toMatch(/^shd1\./)
    expect(await verify({ token })).toEqual({ accepted: true, kind: "degraded" })
  })
})
