import { describe, expect, it } from "vitest"
import { postTo } from "../support/Server.ts"
import { allEndpoints, bulk, expectAccounted, expectFlat, expectValidation, siteverify } from "./Contract.ts"
import { keyedServer } from "./KeyedServer.ts"

const { ask, key, server } = keyedServer()

const required = (field: string) => `The ${field} field is required.`
const string = (field: string) => `The ${field} field must be a string.`

/** Bodies that are objects but invalid, with the expected fields and messages. */
const wrongShapes: ReadonlyArray<readonly [string, unknown, Readonly<Record<string, ReadonlyArray<string>>>]> = [
  ["/scan/email", {}, { email: [required("email")] }],
  ["/scan/email", { email: null }, { email: [string("email")] }],
  ["/scan/email", { email: 7 }, { email: [string("email")] }],
  ["/scan/email", { email: true }, { email: [string("email")] }],
  ["/scan/email", { email: ["ann@example.org"] }, { email: [string("email")] }],
  ["/scan/email", { email: { toString: "ann@example.org" } }, { email: [string("email")] }],
  ["/scan/email", { Email: "ann@example.org" }, { email: [required("email")] }],
  ["/scan/email", { ip: 7 }, { email: [required("email")], ip: [string("ip")] }],
  ["/scan/email", { email: "ann@example.org", ip: null }, { ip: [string("ip")] }],
  ...[
    "",
    " ",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "01.2.3.4",
    "1.2.3.4/32",
    "1.2.3.4:80",
    "localhost",
    "::1%eth0",
    ":::",
    "g::1",
    "0x7f.1"
  ]
    .map((ip) =>
      ["/scan/email", { email: "ann@example.org", ip }, {
        ip: ["The ip field must be an IPv4 or IPv6 address."]
      }] as const
    ),
  ["/scan/url", {}, { url: [required("url")] }],
  ["/scan/url", { url: null }, { url: [string("url")] }],
  ["/scan/url", { url: 7 }, { url: [string("url")] }],
  ["/scan/url", { url: ["https://example.com/"] }, { url: [string("url")] }],
  ["/submit-phishing-link", {}, { url: [required("url")] }],
  ["/submit-phishing-link", { url: {} }, { url: [string("url")] }],
  ["/lead/analyze", {}, { email: ["The email field is required if message is missing or blank."] }],
  ["/lead/analyze", { name: "Ann" }, { email: ["The email field is required if message is missing or blank."] }],
  ["/lead/analyze", { email: 7, message: 7 }, { email: [string("email")], message: [string("message")] }],
  ["/lead/analyze", { message: "hi", website: "ftp://example.com" }, {
    website: ["The website field must be an http or https URL."]
  }],
  ["/lead/analyze", { message: "hi", website: "example.com" }, {
    website: ["The website field must be an http or https URL."]
  }],
  ["/lead/analyze", { message: "hi", website: "http://" }, {
    website: ["The website field must be an http or https URL."]
  }],
  ["/lead/analyze", { message: "hi", name: "x".repeat(1_001) }, {
    name: ["The name field must be at most 1000 characters long."]
  }],
  ["/lead/analyze", { message: "x".repeat(20_001) }, {
    message: ["The message field must be at most 20000 characters long."]
  }],
  [
    "/lead/analyze",
    { message: "hi", name: 1, company: 2, source: 3 },
    { name: [string("name")], company: [string("company")], source: [string("source")] }
  ],
  ["/shield/siteverify", {}, { secret: [required("secret")], token: [required("token")] }],
  ["/shield/siteverify", { secret: "s" }, { token: [required("token")] }],
  ["/shield/siteverify", { secret: 1, token: "" }, { secret: [string("secret")] }],
  ["/shield/siteverify", { secret: "s", token: "t", honeypot: 7 }, { honeypot: [string("honeypot")] }],
  ["/shield/siteverify", { secret: "x".repeat(201), token: "t" }, {
    secret: ["The secret field must be at most 200 characters long."]
  }],
  ["/shield/siteverify", { secret: "s", token: "x".repeat(4_097) }, {
    token: ["The token field must be at most 4096 characters long."]
  }]
]

it.each(wrongShapes)("%s names the errors (%#)", async (path, body, errors) => {
  const endpoint = allEndpoints.find((one) => one.path === path)!
  expectValidation(await ask(path, body), errors, endpoint)
})

const goodLeads = [
  { email: "ann@example.org" },
  { message: "hi" },
  {
    email: "ann@example.org",
    message: "hi",
    name: "Ann",
    company: "Example",
    website: "https://example.org",
    source: "form"
  },
  { message: "x".repeat(20_000), website: "HTTP://EXAMPLE.ORG/" }
]

it.each(goodLeads)("/lead/analyze accepts a lead (%#)", async (body) => {
  expect((await ask("/lead/analyze", body)).status).toBe(200)
})

describe("/shield/siteverify", () => {
  const form = { "Content-Type": "application/x-www-form-urlencoded" }
  const wrong = { success: false, error: "invalid secret" }
  const degraded = { success: true, degraded: true }

  it.each<readonly [string, unknown, Record<string, string>, object]>([
    ["no key", siteverify.body, {}, degraded],
    ["a wrong API-KEY, which it ignores", siteverify.body, { "API-KEY": "wrong" }, degraded],
    ["a live API-KEY, which it ignores", siteverify.body, {}, degraded],
    ["a wrong secret and an empty token", { secret: "s", token: "" }, {}, wrong],
    ["every field", { secret: "s", token: "t", email: "a@example.org", text: "hi", honeypot: "" }, {}, wrong],
    ["a form", "secret=s&token=t&honeypot=", form, wrong],
    ["a form with a charset", "secret=gh_secret_test&token=", {
      "Content-Type": "application/x-www-form-urlencoded; charset=utf-8"
    }, degraded]
  ])("with %s answers 200 in its own shape", async (title, body, headers, says) => {
    const live = title.startsWith("a live") ? { "API-KEY": key() } : {}
    const answer = await postTo(`${server().baseUrl}${siteverify.path}`, body, { ...headers, ...live })
    expect([answer.status, answer.json]).toEqual([200, says])
    expect(answer.headers.get("ratelimit")).toBeNull()
    expect(answer.headers.get("x-credits-charged")).toBeNull()
  })

  it("accepts forms of at most 1,000 fields", async () => {
    const fieldsOf = (count: number) => `secret=s&token=t${"&a=".repeat(count - 2)}`
    expect((await ask(siteverify.path, fieldsOf(1_000), form)).json).toEqual(wrong)
    const tooMany = await ask(siteverify.path, fieldsOf(1_001), form)
    expectValidation(tooMany, { body: ["The body must contain at most 1000 fields."] }, siteverify)
  })

  it("names missing form fields and ignores prototype names", async () => {
    const missing = { secret: [required("secret")], token: [required("token")] }
    expectValidation(await ask(siteverify.path, "", form), missing, siteverify)
    const { token } = missing
    expectValidation(await ask(siteverify.path, "__proto__=x&secret=s", form), { token }, siteverify)
  })
})

describe("/scan/email/bulk answers its flat shape (decision 6)", () => {
  it.each<readonly [string, unknown, RegExp]>([
    ["no emails", {}, /^The emails field is required\.$/],
    ["null", { emails: null }, /^The emails field must be an array\.$/],
    ["a string", { emails: "ann@example.org" }, /^The emails field must be an array\.$/],
    ["an object", { emails: { 0: "ann@example.org", length: 1 } }, /^The emails field must be an array\.$/],
    ["an empty array", { emails: [] }, /^The emails field must contain at least one address\.$/],
    [
      "501 items",
      { emails: Array.from({ length: 501 }, () => "ann@example.org") },
      /^The emails field must contain at most 500 addresses\.$/
    ],
    ["a number among them", { emails: ["ann@example.org", 7] }, /^The emails\.1 field must be a string\.$/],
    ["null among them", { emails: [null] }, /^The emails\.0 field must be a string\.$/],
    ["an array among them", { emails: [["ann@example.org"]] }, /^The emails\.0 field must be a string\.$/],
    // Only the first mistake is reported.
    ["many wrong items", { emails: Array.from({ length: 400 }, () => 7) }, /^The emails\.0 field must be a string\.$/]
  ])("to %s", async (_, body, says) => {
    const answer = await ask(bulk.path, body)
    expect(answer.status).toBe(422)
    expectFlat(answer, bulk, says)
  })
})

it("nothing of this was charged", async () => {
  await expectAccounted(server(), 0)
})
