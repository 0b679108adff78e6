import { beforeAll, expect, it } from "vitest"
import { createApiKey, revokeApiKey } from "../../../core/keys/ManageKeys.ts"
import type { ServerAccount } from "../../support/InProcessServer.ts"
import { createSharedAccount } from "../../support/SharedAccount.ts"
import { type Signed, signedIn } from "./Signed.ts"

let server: ServerAccount
let owner: Signed
let key: Awaited<ReturnType<typeof makeKey>>

const makeKey = () => server.run(createApiKey({ accountId: server.accountId, name: "my site", requestsPerMinute: 2 }))

beforeAll(async () => {
  server = await createSharedAccount()
  owner = await signedIn(server, "owner")
  key = await makeKey()
})

const overview = async () => {
  const now = Date.now()
  // The range includes the hour of the requests, even if a new hour has begun since.
  return (await owner.request("GET", `overview?from=${now - 7_200_000}&to=${now + 1}`)).json
}

const tooFast = (told: any) => told.attention.filter(({ code }: any) => code === "over-limit")

it("the overview counts requests over a key's limit, and the history omits them", async () => {
  const ask = () => server.post("/scan/email", { email: "ann@example.com" }, { "API-KEY": key.text })
  const statuses = []
  for (let at = 0; at < 11; at++) statuses.push((await ask()).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(9)
  // The counts of refused requests arrive without another request.
  await expect.poll(async () => (await overview()).operations[0]?.limited).toBe(9)
  const result = await overview()
  expect(result.operations).toMatchObject([{ operation: "scan/email", requests: 2, refused: 0, limited: 9 }])
  expect(result.keys).toEqual([{ keyId: key.key.id, requests: 2 }])
  expect(tooFast(result)).toMatchObject([{ path: "/settings/keys" }])
  expect(tooFast(result)[0].message).toContain("9 requests exceeded the limit of key “my site” (2 per minute)")
  expect((await server.history()).map(({ status }) => status)).toEqual([200, 200])
})

it("requests that a member tries are a separate line among the keys", async () => {
  const tried = await owner.request("POST", "try/scan/email", { body: { email: "ann@example.com" } })
  expect(tried.status).toBe(200)
  await expect.poll(async () => (await overview()).triedRequests).toBe(1)
  const result = await overview()
  expect(result.keys).toEqual([{ keyId: key.key.id, requests: 2 }])
})

it("a revoked key needs no attention", async () => {
  await server.run(revokeApiKey(server.accountId, key.key.id))
  expect(tooFast(await overview())).toEqual([])
})
