import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Answer, startServer, type TestServer } from "../support/Server.ts"
import { asker, keyedEndpoints, phishing, scanEmail, siteverify } from "./Contract.ts"
import { expectLimited } from "./Limited.ts"

let server: TestServer
const ask = asker(() => server, () => server.key)

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

it("60 requests in a minute, then 429 with Retry-After; free ones and refused ones count as well", async () => {
  const startedAt = Date.now()
  const answers: Array<Answer> = []
  for (let at = 0; at < 60; at++) {
    answers.push(
      at % 3 === 0
        ? await ask(phishing.path, phishing.body)
        : await ask(scanEmail.path, at % 3 === 1 ? {} : scanEmail.body)
    )
  }
  expect(answers.map(({ status }) => status)).not.toContain(429)
  expect(answers.map(({ headers }) => Number(/;r=(\d+);/.exec(headers.get("ratelimit")!)![1]))).toEqual(
    Array.from({ length: 60 }, (_, at) => 59 - at)
  )
  expect(answers[0]!.headers.get("ratelimit-policy")).toBe("\"default\";q=60;w=60")
  const wait = expectLimited(await ask(scanEmail.path, scanEmail.body), scanEmail, 60)
  expect(wait * 1_000).toBeGreaterThanOrEqual(60_000 - (Date.now() - startedAt) - 1_000)
})

describe("once it is reached", () => {
  it.each(keyedEndpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
    "%s answers 429 in its own shape, before it looks at the body",
    async (path, endpoint) => {
      expectLimited(await ask(path, endpoint.body), endpoint, 60)
      expectLimited(await ask(path, "{"), endpoint, 60)
      expectLimited(await ask(path, "x".repeat(2_000_000)), endpoint, 60)
    }
  )

  it("a wrong key is still 401, and Shield does not ask for a key", async () => {
    expect((await ask(scanEmail.path, scanEmail.body, { "API-KEY": "wrong" })).status).toBe(401)
    expect((await ask(siteverify.path, siteverify.body)).status).toBe(siteverify.status)
  })

  it("another key of the same account has a limit of its own", async () => {
    const other = await server.makeKey(2)
    const statuses: Array<number> = []
    for (let at = 0; at < 4; at++) {
      statuses.push((await ask(scanEmail.path, scanEmail.body, { "API-KEY": other.key })).status)
    }
    expect(statuses).toEqual([200, 200, 429, 429])
  })

  it("nothing that was refused was charged", async () => {
    expect(await server.balance()).toBe(10_000 - ask.charged())
    expect(ask.charged()).toBe(20 + 2)
  })
})

it("a burst of 100 at once on a key for 10 lets exactly 10 in", async () => {
  const { key } = await server.makeKey(10)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => ask(scanEmail.path, scanEmail.body, { "API-KEY": key }))
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(90)
})

it("requests without a valid key count for nobody", async () => {
  const { key } = await server.makeKey(1)
  for (let at = 0; at < 5; at++) await ask(scanEmail.path, scanEmail.body, { "API-KEY": `${key.slice(0, -1)}_` })
  expect((await ask(scanEmail.path, scanEmail.body, { "API-KEY": key })).status).toBe(200)
})
