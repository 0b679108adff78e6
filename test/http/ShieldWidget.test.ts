import * as fc from "fast-check"
import { randomBytes } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { preflightSecondsMax } from "../../adapters/http/server/endpoints/KeylessEndpoint.ts"
import { tierWork } from "../../core/shield/challenges/Difficulty.ts"
import type { ServerAccount } from "../support/InProcessServer.ts"
import { createSharedAccount, trustLoopbackProxy } from "../support/SharedAccount.ts"
import { runs } from "../support/TestRun.ts"
import { siteverify, widgetPaths } from "./Contract.ts"
import {
  easyChallenge,
  easySolved,
  easyToken,
  expectFailure,
  makeSite,
  solve,
  type TestSite,
  visitor
} from "./ShieldVisitor.ts"

const host = "shop.example.com"

let server: ServerAccount
let site: TestSite
const person = visitor(() => server, { origin: `https://${host}`, address: "203.0.113.7" })
const stranger = visitor(() => server, { origin: "https://evil.example", address: "203.0.113.8" })

beforeAll(async () => {
  server = await createSharedAccount({ env: trustLoopbackProxy })
  site = await makeSite(server, [host, "*.example.net", "localhost"])
})

describe("/shield/challenge", () => {
  it.each(["argon2id", "sha256"] as const)("returns %s puzzles", async (profile) => {
    const { bits, puzzles } = tierWork[profile][0]
    const answer = await person.challenge(site.siteKey, profile)
    expect([answer.status, answer.json]).toEqual([200, {
      ok: true,
      challenge: expect.stringMatching(/^sc1\.\w+\.[\w-]+\.[\w-]+$/),
      profile,
      seed: expect.stringMatching(/^[\w-]{22}$/),
      puzzles,
      bits,
      expires_in: 120
    }])
    expect(answer.headers.get("access-control-allow-origin")).toBe("*")
    expect(answer.headers.get("vary"), "the same for all").toBeNull()
  })

  it("defaults to argon2id, and accepts its JSON as text and as JSON", async () => {
    expect((await person.ask("/shield/challenge", { sitekey: site.siteKey })).json.profile).toBe("argon2id")
    for (const type of ["application/json", "text/plain", "text/plain;charset=UTF-8"]) {
      const answer = await person.ask("/shield/challenge", { sitekey: site.siteKey }, { "Content-Type": type })
      expect(answer.status, type).toBe(200)
    }
    expectFailure(
      await person.ask("/shield/challenge", `sitekey=${site.siteKey}`, {
        "Content-Type": "application/x-www-form-urlencoded"
      }),
      422
    )
  })

  it.each([
    "https://shop.example.com",
    "http://shop.example.com:8080",
    "https://a.b.example.net",
    "http://localhost:3000"
  ])(
    "accepts the site's pages: %s",
    async (origin) => {
      const one = visitor(() => server, { origin, address: "203.0.113.9" })
      expect((await one.challenge(site.siteKey)).status).toBe(200)
    }
  )

  it.each([
    "https://evil.example",
    "https://example.com",
    "https://shop.example.com.evil.example",
    "https://evilshop.example.com",
    "https://example.net",
    "null",
    "file://",
    "https://shop.example.com@evil.example",
    "x"
  ])("refuses others: %s", async (origin) => {
    const one = visitor(() => server, { origin, address: "203.0.113.10" })
    expectFailure(await one.challenge(site.siteKey), 403, "The site does not list this host name.")
  })

  it("refuses requests without a page or a site", async () => {
    expectFailure(await visitor(() => server, {}).challenge(site.siteKey), 403)
    for (const key of ["", "x", `${site.siteKey}x`, site.secret, "gh_site_test_", "gh_site_test_pass "]) {
      expectFailure(await person.challenge(key), 403, "The site key does not exist.")
    }
  })
})

describe("/shield/redeem", () => {
  it("returns a token and a ticket for the correct answers, once", async () => {
    const { challenge, counters } = await easySolved(server, site, 8)
    const answer = await person.redeem(challenge, counters, { v: 1 })
    expect([answer.status, answer.json]).toEqual([200, {
      ok: true,
      token: expect.stringMatching(/^sh1\.[\w.-]{20,508}$/),
      ticket: expect.stringMatching(/^st1\./),
      expires_in: 300,
      ticket_expires_in: 600
    }])
    expectFailure(await person.redeem(challenge, counters), 409, "The challenge was already used.")
  })

  it("returns one token for a challenge that is redeemed many times concurrently", async () => {
    const { challenge, counters } = await easySolved(server, site)
    const answers = await Promise.all(Array.from({ length: 10 }, () => person.redeem(challenge, counters)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  })

  it("refuses wrong answers, which use the challenge up", async () => {
    const seed = randomBytes(16)
    const work = { profile: "sha256", seed: seed.toString("base64url"), puzzles: 8, bits: 8 } as const
    const challenge = await easyChallenge(server, site, { ...work, id: seed })
    const counters = solve(work)
    expectFailure(await person.redeem(challenge, counters.with(7, counters[7]! + 1)), 422, "An answer is wrong.")
    expectFailure(await person.redeem(challenge, counters), 409)
  })

  it("refuses answers that are skipped, moved, or for another challenge", async () => {
    const wrong: ReadonlyArray<(counters: ReadonlyArray<number>) => ReadonlyArray<number>> = [
      () => [],
      (counters) => counters.slice(1),
      (counters) => [...counters, 0],
      (counters) => counters.toReversed(),
      (counters) => counters.map(() => 0)
    ]
    const { counters } = await easySolved(server, site, 16)
    for (const make of wrong) {
      const { json } = await person.challenge(site.siteKey)
      expectFailure(await person.redeem(json.challenge, make(counters)), 422)
    }
  })

  it("refuses a challenge from another page, changed, spliced, expired, or from the future", async () => {
    const one = (await person.challenge(site.siteKey)).json.challenge as string
    expectFailure(await stranger.redeem(one, [0]), 422, "The challenge was issued for another host name.")
    const [version, kid, body, mac] = one.split(".")
    const [, , otherBody, otherMac] = ((await person.challenge(site.siteKey)).json.challenge as string).split(".")
    const last = mac!.at(-3) === "A" ? "B" : "A"
    for (
      const bad of [
        [version, kid, otherBody, mac],
        [version, kid, body, otherMac],
        [version, kid, body, `${mac!.slice(0, -3)}${last}${mac!.slice(-2)}`],
        [version, "other", body, mac],
        ["st1", kid, body, mac],
        [version, kid, body],
        [version, kid, body, mac, mac],
        [version, kid, body, ""],
        []
      ]
    ) expectFailure(await person.redeem(bad.join("."), [0]), 422, "The challenge is not valid.")
    const now = Date.now()
    const old = await easyChallenge(server, site, { issuedAt: now - 121_000, expiresAt: now - 1 })
    expectFailure(await person.redeem(old, [0]), 410, "The challenge has expired.")
    const early = await easyChallenge(server, site, { issuedAt: now + 60_000, expiresAt: now + 180_000 })
    expectFailure(await person.redeem(early, [0]), 422)
  })
})

describe("/shield/refresh", () => {
  it("returns another token of the same ticket to the page that has it", async () => {
    const { ticket } = await easyToken(server, person, site)
    const answer = await person.refresh(ticket!, { v: 1 })
    expect([answer.status, answer.json]).toEqual([200, {
      ok: true,
      token: expect.stringMatching(/^sh1\./),
      expires_in: 300
    }])
    expectFailure(await stranger.refresh(ticket!), 422)
    for (const bad of ["", "x", `${ticket}A`, ticket!.slice(0, -1), ticket!.replace("st1", "sh1")]) {
      expectFailure(await person.refresh(bad), 422, "The ticket is not valid.")
    }
  })
})

describe("scripts of all pages", () => {
  it.each(widgetPaths)("may preflight %s and read every response", async (path) => {
    const url = `http://127.0.0.1:${server.port}${path}`
    const before = await fetch(url, {
      method: "OPTIONS",
      headers: { Origin: "https://a.example", "Access-Control-Request-Method": "POST" }
    })
    expect([before.status, await before.text()]).toEqual([204, ""])
    expect(before.headers.get("access-control-allow-origin")).toBe("*")
    expect(before.headers.get("access-control-allow-methods")).toBe("POST")
    expect(before.headers.get("access-control-allow-headers")).toBe("Content-Type")
    expect(before.headers.get("access-control-max-age")).toBe(String(preflightSecondsMax))
    for (const method of ["GET", "HEAD", "PUT", "DELETE"]) {
      const other = await fetch(url, { method })
      expect([other.status, other.headers.get("allow")], method).toEqual([405, "OPTIONS, POST"])
      expect(other.headers.get("access-control-allow-origin")).toBe("*")
      await other.text()
    }
  })

  it("may not read the responses to a site's server", async () => {
    const answer = await server.post(siteverify.path, siteverify.body, { Origin: "https://a.example" })
    expect(answer.headers.get("access-control-allow-origin")).toBeNull()
  })
})

describe.each(widgetPaths)("hostile bodies: %s", (path) => {
  const base = { sitekey: "gh_site_test_pass", challenge: "sc1.a.b.c", counters: [0], ticket: "st1.a.b" }
  const ask = (body: unknown, headers = {}) => person.ask(path, body, headers)

  it("invalid JSON, non-objects and wrong types: 422 in the flat shape", async () => {
    for (
      const body of [
        "",
        " ",
        "{",
        "null",
        "[]",
        "7",
        "\"x\"",
        "{}",
        "\u0000",
        `${"[".repeat(9_000)}${"]".repeat(9_000)}`
      ]
    ) {
      expectFailure(await ask(body), 422)
    }
    const wrong = [null, 7, [], {}, "x".repeat(2_049)]
    for (const value of wrong) {
      expectFailure(await ask({ ...base, sitekey: value, challenge: value, ticket: value }), 422)
    }
  })

  it("excess length: 413 for bodies, 422 for signals and texts", async () => {
    expectFailure(
      await ask({ ...base, padding: "x".repeat(33_000) }),
      413,
      "The body is too large. The limit is 32768 bytes."
    )
    if (path === "/shield/challenge") return
    expectFailure(
      await ask({ ...base, signals: { a: "x".repeat(8_192) } }),
      422,
      /signals field must be at most 8192/
    )
    expectFailure(await ask({ ...base, signals: "é".repeat(4_096) }), 422, /signals field/)
    for (const depth of [17, 15_000]) {
      const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`
      const answer = await ask(`${JSON.stringify(base).slice(0, -1)},"signals":${deep}}`)
      expectFailure(answer, 422, /signals field must be nested at most/)
    }
  })
})

it("invalid counters are refused", async () => {
  const ask = (counters: unknown) => person.ask("/shield/redeem", { challenge: "sc1.a.b.c", signals: null, counters })
  const bad = [null, {}, "0", [null], ["0"], [-1], [0.5], [2 ** 31], [1e308], [[0]], Array(65).fill(0)]
  for (const counters of bad) expectFailure(await ask(counters), 422)
  // The server reports only the first mistake, because any client may send thousands of mistakes.
  expectFailure(await ask(Array(5_000).fill("")), 422, "The counters.0 field must be a number.")
})

it("any signals yield a token", async () => {
  let visitors = 0
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (signals) => {
      const address = `198.18.${++visitors >> 8}.${visitors & 0xff}`
      const one = visitor(() => server, { origin: `https://${host}`, address })
      const { challenge, counters } = await easySolved(server, site)
      expect((await one.redeem(challenge, counters, signals)).status).toBe(200)
    }),
    runs(30)
  )
})
