import { describe, expect, it } from "vitest"
import { BlockRules } from "../../core/block-rules/BlockRules.ts"
import { expectAccounted, expectFlat, scanEmail } from "./Contract.ts"
import { keyedServer } from "./KeyedServer.ts"

const rules = [
  ["domain", "block", "blocked.example"],
  ["email", "block", "eve@example.org"],
  ["email", "allow", "friend@blocked.example"],
  ["cidr", "block", "203.0.113.0/24"],
  ["cidr", "block", "2001:db8::/32"],
  ["cidr", "allow", "203.0.113.7/32"],
  ["country", "block", "AU"]
] as const

const { ask, server } = keyedServer(async ({ accountId, run }) => {
  for (const [kind, action, value] of rules) {
    const rule = { accountId, kind, action, value, note: "", createdAt: new Date() }
    await run(BlockRules.use((all) => all.add(rule)))
  }
})

/** Result for an address without any risk signal. */
const clean = {
  ok: true,
  disposable: false,
  email_blocked: false,
  role_account: false,
  public_domain: false,
  did_you_mean: null,
  ip_blocked: null,
  country_blocked: null
}

const checks: ReadonlyArray<readonly [object, object]> = [
  [{ email: "ann@example.org" }, { ...clean, email: "ann@example.org", domain: "example.org" }],
  [{ email: "  Ann@Example.ORG\t" }, { ...clean, email: "Ann@example.org", domain: "example.org" }],
  [{ email: "ann@bücher.example" }, { ...clean, email: "ann@xn--bcher-kva.example", domain: "xn--bcher-kva.example" }],
  [{ email: "jörg@example.org" }, { ...clean, email: "jörg@example.org", domain: "example.org" }],
  [{ email: "ann+tag@example.org." }, { ...clean, email: "ann+tag@example.org", domain: "example.org" }],
  [{ email: "bob@mailinator.com" }, {
    ...clean,
    email: "bob@mailinator.com",
    domain: "mailinator.com",
    disposable: true
  }],
  [{ email: "bob@gmail.com" }, { ...clean, email: "bob@gmail.com", domain: "gmail.com", public_domain: true }],
  [{ email: "admin@example.org" }, { ...clean, email: "admin@example.org", domain: "example.org", role_account: true }],
  [{ email: "INFO@example.org" }, { ...clean, email: "INFO@example.org", domain: "example.org", role_account: true }],
  [
    { email: "ann@gmial.com" },
    { ...clean, email: "ann@gmial.com", domain: "gmial.com", did_you_mean: "ann@gmail.com" }
  ],
  [{ email: "ann@hotmial.com" }, expect.objectContaining({ disposable: false, did_you_mean: "ann@hotmail.com" })],
  [{ email: "eve@example.org" }, { ...clean, email: "eve@example.org", domain: "example.org", email_blocked: true }],
  [{ email: "EVE+x@example.org" }, {
    ...clean,
    email: "EVE+x@example.org",
    domain: "example.org",
    email_blocked: true
  }],
  [{ email: "a@blocked.example" }, {
    ...clean,
    email: "a@blocked.example",
    domain: "blocked.example",
    email_blocked: true
  }],
  [
    { email: "a@deep.blocked.example" },
    { ...clean, email: "a@deep.blocked.example", domain: "deep.blocked.example", email_blocked: true }
  ],
  [{ email: "a@notblocked.example" }, { ...clean, email: "a@notblocked.example", domain: "notblocked.example" }],
  [{ email: "friend@blocked.example" }, { ...clean, email: "friend@blocked.example", domain: "blocked.example" }]
]

it.each(checks)("checks %o", async (body, expected) => {
  const answer = await ask(scanEmail.path, body)
  expect(answer.status).toBe(200)
  expect(answer.json).toEqual(expected)
  expect(Object.keys(answer.json)).toEqual([
    "ok",
    "email",
    "domain",
    "disposable",
    "email_blocked",
    "role_account",
    "public_domain",
    "did_you_mean",
    "ip_blocked",
    "country_blocked"
  ])
  expect(answer.headers.get("x-credits-charged")).toBe("1")
})

describe("with the visitor's ip", () => {
  it.each([
    ["203.0.113.9", true, false],
    ["203.0.113.7", false, false],
    ["::ffff:203.0.113.9", true, false],
    ["2001:db8::1", true, false],
    ["2001:DB8:0:0::1", true, false],
    ["fe80::1", false, false],
    ["192.168.0.1", false, false],
    ["::1", false, false],
    // The rules block the country AU. Only the second address, which belongs to APNIC, is registered in AU.
    ["8.8.8.8", false, false],
    ["1.1.1.1", false, true]
  ])("%s: ip_blocked %s, country_blocked %s", async (ip, ipBlocked, countryBlocked) => {
    const { json } = await ask(scanEmail.path, { email: "ann@example.org", ip })
    expect([json.ip_blocked, json.country_blocked]).toEqual([ipBlocked, countryBlocked])
  })
})

describe("an invalid address is 422 in the flat shape and free (decision 9)", () => {
  it.each([
    "",
    " ",
    "ann",
    "@",
    "ann@",
    "@example.org",
    "ann@@example.org",
    "ann@example",
    "ann@-example.org",
    "ann@example..org",
    ".ann@example.org",
    "a nn@example.org",
    "\"ann\"@example.org",
    "ann@[127.0.0.1]",
    "ann@127.0.0.1",
    "ann@example.org\r\nBcc: all@example.org",
    "ann\u0000@example.org",
    "ann\ud800@example.org",
    `${"a".repeat(65)}@example.org`,
    `ann@${"a".repeat(64)}.org`,
    `ann@${"a.".repeat(150)}org`,
    "x".repeat(60_000)
  ].map((email, at) => [at, email] as const))("%i", async (_, email) => {
    const answer = await ask(scanEmail.path, { email })
    expect(answer.status).toBe(422)
    expectFlat(answer, scanEmail, /^Invalid email: /)
  })
})

it("the balance matches the responses to the credit", async () => {
  expect(ask.charged()).toBe(checks.length + 10)
  await expectAccounted(server(), ask.charged())
})

it("a rule added in another process applies soon", async () => {
  const isBlocked = async () => (await ask(scanEmail.path, { email: "late@example.net" })).json.email_blocked
  expect(await isBlocked()).toBe(false)
  await server().cli("rules", "add", "--account", server().accountId, "--kind", "domain", "example.net")
  await expect.poll(isBlocked).toBe(true)
})
