import { beforeAll, describe, expect, it } from "vitest"
import { csrfHeader } from "../../../adapters/http/account/api/SessionAuth.ts"
import { tryRequestsPerMinuteMax } from "../../../adapters/http/account/session/SessionAuth.ts"
import type { ServerAccount } from "../../support/InProcessServer.ts"
import { postTo } from "../../support/Server.ts"
import { createSharedAccount } from "../../support/SharedAccount.ts"
import { bulk, type Endpoint, lead, phishing, scan, scanEmail, scanUrl } from "../Contract.ts"
import { type Signed, signedIn } from "./Signed.ts"

let server: ServerAccount
let member: Signed
beforeAll(async () => {
  server = await createSharedAccount()
  member = await signedIn(server, "member")
})

const tried: ReadonlyArray<Endpoint> = [scanEmail, scanUrl, bulk, lead, phishing, scan]

const tryOf = (
  { body, path }: Pick<Endpoint, "path" | "body">,
  { cookie }: Signed = member,
  headers: Readonly<Record<string, string>> = { [csrfHeader]: "1" }
) => postTo(`http://127.0.0.1:${server.port}/dashboard/api/try${path}`, body, { cookie: cookie(), ...headers })

const kept = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => !/^(?:x-request-id|ratelimit|date$|content-length)/.test(name)))

describe.each(tried)("$path", (endpoint) => {
  it("answers as the API does, byte for byte, at the same price", async () => {
    const before = (await server.balance()).available
    const own = await tryOf(endpoint)
    const between = (await server.balance()).available
    const api = await server.post(endpoint.path, endpoint.body)
    expect([own.status, before - between]).toEqual([endpoint.status, endpoint.cost])
    expect(between - (await server.balance()).available).toBe(endpoint.cost)
    const withoutIds = (text: string) => text.replace(/"(?:submission_id|id|scan_id|request_id|timestamp)":[^,}]+/g, "")
    expect(withoutIds(own.text)).toBe(withoutIds(api.text))
    expect(kept(own.headers)).toEqual(kept(api.headers))
  })

  it("refuses an invalid body as the API does", async () => {
    const [own, api] = [await tryOf({ ...endpoint, body: { x: 1 } }), await server.post(endpoint.path, { x: 1 })]
    expect([own.status, own.text]).toEqual([api.status, api.text])
  })

  it("is closed to signed-out clients, reviewers, API keys and pages of other sites", async () => {
    const reviewer = await signedIn(server, "reviewer")
    const nobody = { ...member, cookie: () => "" }
    const all = [
      [await tryOf(endpoint, nobody), 401],
      [await tryOf(endpoint, nobody, { [csrfHeader]: "1", "API-KEY": server.key }), 401],
      [await tryOf(endpoint, reviewer), 403],
      [await tryOf(endpoint, member, {}), 403],
      [await tryOf(endpoint, member, { [csrfHeader]: "1", origin: "https://evil.example" }), 403],
      [await tryOf(endpoint, member, { [csrfHeader]: "1", "sec-fetch-site": "cross-site" }), 403]
    ] as const
    for (const [{ headers, json, status }, expected] of all) {
      expect([status, json[endpoint.flag], typeof json[endpoint.text]]).toEqual([expected, false, "string"])
      expect(headers.get("x-credits-charged")).toBeNull()
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([])
    }
  })

  it("accepts only POST", async () => {
    const { headers, status } = await member.request("GET", `try${endpoint.path}`)
    expect([status, headers["allow"]]).toEqual([405, "POST"])
  })
})

it("a tried request appears in the history under the member, and in the dashboard without a key", async () => {
  const signed = await signedIn(server, "owner")
  // Earlier requests had no key either, so this request is identified by its operation.
  await tryOf(lead, signed)
  await expect.poll(async () => (await signed.request("GET", "requests?limit=1")).json.items[0].operation).toBe(
    lead.path.slice(1)
  )
  await tryOf(scanEmail, signed)
  const newest = async () => (await signed.request("GET", "requests?limit=200")).json.items[0]
  await expect.poll(newest).toMatchObject({ operation: "scan/email", status: 200, credits: 1, keyId: null })
})

it("tried requests are limited by member, across all operations", async () => {
  const [one, other] = [await signedIn(server, "member"), await signedIn(server, "member")]
  const answers = await Promise.all(
    Array.from({ length: tryRequestsPerMinuteMax + 5 }, (_, at) => tryOf(at % 2 === 0 ? scanEmail : lead, one))
  )
  expect(answers.filter(({ status }) => status === 200).length).toBe(tryRequestsPerMinuteMax)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBe(5)
  expect(Number(refused[0]!.headers.get("retry-after"))).toBeGreaterThan(0)
  expect((await tryOf(scanEmail, other)).status).toBe(200)
})
