import { beforeAll, describe, expect, it } from "vitest"
import type { ServerAccount } from "../support/InProcessServer.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"
import { asker, bulk, type Endpoint, expectFlat, lead, phishing, scan, scanEmail, scanUrl } from "./Contract.ts"

let server: ServerAccount
const ask = asker(() => server, () => server.key)

beforeAll(async () => {
  server = await createSharedAccount({ credits: 4 })
})

const available = async () => (await server.balance()).available
/** Changes credits with the command line, a separate process from the server. */
const credits = (command: "adjust" | "grant", amount: number) =>
  server.cli("credits", command, `--amount=${amount}`, "--account", server.accountId)

const setBalance = async (wanted: number) => {
  const difference = wanted - await available()
  if (difference !== 0) await credits("adjust", difference)
}

const bulkOf = (count: number) => ({ emails: Array.from({ length: count }, (_, at) => `ann${at}@example.org`) })

describe("with too few credits", () => {
  it.each<readonly [number, Endpoint, unknown, number]>([
    [4, scanUrl, scanUrl.body, 403],
    [19, scan, scan.body, 403],
    [4, bulk, bulkOf(5), 422],
    [0, scanEmail, scanEmail.body, 403],
    [0, bulk, bulkOf(1), 422]
  ])(
    "%i credits: the whole request is refused in its own shape, and nothing is charged",
    async (balance, endpoint, body, status) => {
      await setBalance(balance)
      const answer = await ask(endpoint.path, body)
      expect(answer.status).toBe(status)
      expectFlat(answer, endpoint, /credits/i)
      expect(await available()).toBe(balance)
    }
  )

  it("free endpoints work and report no charge", async () => {
    await setBalance(0)
    expect((await ask(phishing.path, phishing.body)).status).toBe(201)
    expect((await ask(lead.path, lead.body)).status).toBe(200)
    expect((await ask(bulk.path, { emails: ["nobody"] })).status).toBe(200)
  })

  it("an invalid body is 422 and a wrong key 401 before the balance is checked (decision 1)", async () => {
    expect((await ask(scanEmail.path, {})).json.errors).toEqual({ email: ["The email field is required."] })
    expect((await ask(scanUrl.path, "{")).json.errors).toEqual({ body: ["The body is not valid JSON."] })
    expect((await ask(scanEmail.path, "x".repeat(70_000))).status).toBe(413)
    expect((await ask(scanEmail.path, scanEmail.body, { "API-KEY": "wrong" })).status).toBe(401)
  })
})

it("a grant in another process counts at once, to the last credit", async () => {
  await setBalance(0)
  expect((await ask(scanEmail.path, scanEmail.body)).status).toBe(403)
  await credits("grant", 6)
  expect((await ask(scanUrl.path, scanUrl.body)).status).toBe(200)
  expect((await ask(scanEmail.path, scanEmail.body)).status).toBe(200)
  expect((await ask(scanEmail.path, scanEmail.body)).status).toBe(403)
  expect(await available()).toBe(0)
})

it("credits removed in another process are not spent again", async () => {
  await setBalance(100)
  expect((await ask(scanEmail.path, scanEmail.body)).status).toBe(200)
  await credits("adjust", -99)
  const answer = await ask(scanEmail.path, scanEmail.body)
  expect(answer.status).toBe(403)
  expectFlat(answer, scanEmail, /credits/i)
  const batch = await ask(bulk.path, bulkOf(3))
  expect(batch.status).toBe(422)
  expectFlat(batch, bulk, /credits/i)
})

it("concurrent requests spend exactly the balance, never more", async () => {
  await setBalance(23)
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(scanUrl.path, scanUrl.body)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(4)
  expect(statuses.filter((status) => status === 403)).toHaveLength(16)
  expect(await available()).toBe(3)
  expect((await server.verify()).faults).toEqual([])
})

it("all keys of an account spend from one balance", async () => {
  await setBalance(2)
  for (const one of [server.key, (await server.createKey()).key]) {
    expect((await ask(scanEmail.path, scanEmail.body, { "API-KEY": one })).status).toBe(200)
  }
  expect((await ask(scanEmail.path, scanEmail.body)).status).toBe(403)
})
