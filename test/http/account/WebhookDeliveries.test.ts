import { Effect } from "effect"
import { beforeAll, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { attemptDelivery } from "../../../core/webhooks/DeliverWebhooks.ts"
import type { SendOutcome } from "../../../core/webhooks/RetrySchedule.ts"
import { Webhooks } from "../../../core/webhooks/Webhooks.ts"
import { WebhookSender } from "../../../core/webhooks/WebhookSender.ts"
import type { ServerAccount } from "../../support/InProcessServer.ts"
import { createSharedAccount } from "../../support/SharedAccount.ts"
import { type Signed, signedIn } from "./Signed.ts"

let server: ServerAccount
let member: Signed
let owner: Signed
let stranger: Signed
beforeAll(async () => {
  // Test files with the same settings share a server. No other file has these settings, so all due deliveries of the
  // server belong to these tests.
  server = await createSharedAccount({ env: { GATEHOUSE_WEBHOOK_NETWORKS: "10.1.3.0/24" } })
  member = await signedIn(server, "member", { name: "Mel" })
  owner = await signedIn(server, "owner")
  const { id } = await server.run(createAccount("other"))
  stranger = await signedIn(server, "owner", { accountId: id })
})

const chosen = { url: "https://hooks.example.com/token?a=b", description: "", events: ["lead.spam", "key.created"] }
const make = (changes: object = {}, by = member) => by.request("POST", "webhooks", { body: { ...chosen, ...changes } })
const endpointsOf = async (by = member) => (await by.request("GET", "webhooks")).json.endpoints as ReadonlyArray<any>
const audited = async () => (await owner.request("GET", "audit?action=webhook")).json.items as ReadonlyArray<any>
const remove = (id: string, by = member) => by.request("DELETE", `webhooks/${id}`)
const setEnabled = (id: string, isEnabled: boolean) =>
  member.request("PUT", `webhooks/${id}/enabled`, { body: { isEnabled } })

/** Makes one attempt of each due delivery, with the given result. Returns the URLs. */
const attemptDue = (outcome: SendOutcome): Promise<ReadonlyArray<string>> => {
  const urls: Array<string> = []
  const send = ({ url }: { readonly url: string }) =>
    Effect.sync(() => {
      urls.push(url)
      return outcome
    })
  return server.run(
    Effect.gen(function*() {
      const now = Date.now()
      const claimed = yield* (yield* Webhooks).claim({
        claimant: "test",
        now: new Date(now),
        until: new Date(now + 60_000),
        limit: 100,
        perEndpointMax: 100,
        inProgress: new Map()
      })
      for (const one of claimed) yield* attemptDelivery("test", one)
      return urls
    }).pipe(Effect.provideService(WebhookSender, { send }))
  )
}

const deliveries = async (query = "", by = member) => (await by.request("GET", `webhook-deliveries${query}`)).json
const sendTest = (id: string, by = member) => by.request("POST", `webhooks/${id}/test`)
const resend = (id: unknown, by = member) => by.request("POST", `webhook-deliveries/${id}/resend`)
const get = (id: unknown, by = member) => by.request("GET", `webhook-deliveries/${id}`)

it("deliveries show their state, attempts and payload, and can be resent", async () => {
  const { json: { endpoint } } = await make()
  const sent = await sendTest(endpoint.id)
  expect([sent.status, sent.json]).toEqual([200, {
    id: expect.any(Number),
    endpointId: endpoint.id,
    eventId: expect.stringMatching(/^evt_/),
    event: "webhook.test",
    state: "pending",
    createdAt: expect.any(Number),
    nextAttemptAt: expect.any(Number),
    attempts: 0,
    lastAttempt: null
  }])
  const { id } = sent.json
  expect(await attemptDue({ status: 500, retryAfterMillis: null })).toEqual([chosen.url])
  const lastAttempt = {
    at: expect.any(Number),
    millis: expect.any(Number),
    status: 500,
    error: "The endpoint answered with status 500."
  }
  const retrying = { ...sent.json, attempts: 1, nextAttemptAt: expect.any(Number), lastAttempt }
  expect(await deliveries()).toEqual({ items: [retrying], next: null })
  expect((await endpointsOf())[0].failingSince).toBeGreaterThan(0)
  const found = await get(id)
  expect(found.json).toEqual({ delivery: retrying, payload: expect.any(String), attempts: [lastAttempt] })
  expect(JSON.parse(found.json.payload)).toMatchObject({ type: "webhook.test", data: { endpoint_id: endpoint.id } })

  expect((await resend(id)).json).toMatchObject({ id, eventId: sent.json.eventId, state: "pending", attempts: 1 })
  expect(await attemptDue({ status: 204, retryAfterMillis: null })).toHaveLength(1)
  expect((await deliveries()).items[0]).toMatchObject({
    state: "delivered",
    nextAttemptAt: null,
    attempts: 2,
    lastAttempt: { status: 204, error: null }
  })
  expect((await endpointsOf())[0]).toMatchObject({ failingSince: null, lastDeliveredAt: expect.any(Number) })
  const [resent, tested] = await audited()
  expect([resent.action, resent.detail, tested.action]).toEqual([
    "webhook.resend",
    `hooks.example.com: webhook.test ${sent.json.eventId}`,
    "webhook.test"
  ])
  await remove(endpoint.id)
  expect((await get(id)).json._tag).toBe("NotFound")
})

it("deliveries are listed in pages, by endpoint and state", async () => {
  const [first, second] = [(await make()).json.endpoint.id, (await make()).json.endpoint.id]
  const ids: Array<number> = []
  for (const endpoint of [first, second, first, first]) ids.unshift((await sendTest(endpoint)).json.id)
  const idsOf = async (query: string) => (await deliveries(query)).items.map(({ id }: any) => id)
  expect(await idsOf("")).toEqual(ids)
  const page = await deliveries("?limit=3")
  expect(page.items.map(({ id }: any) => id)).toEqual(ids.slice(0, 3))
  expect(page.next).toBe(ids[2])
  expect(await deliveries(`?limit=3&before=${page.next}`)).toMatchObject({ items: [{ id: ids[3] }], next: null })
  expect(await idsOf(`?endpoint=${second}`)).toEqual([ids[2]])
  expect(await idsOf(`?endpoint=${first}&state=pending&limit=2`)).toEqual([ids[0], ids[1]])
  expect(await idsOf("?state=failed")).toEqual([])
  await setEnabled(first, false)
  expect(await idsOf("?state=failed")).toEqual([ids[0], ids[1], ids[3]])
  expect(await idsOf("?endpoint=whk_none")).toEqual([])
  for (const query of ["?limit=0", "?limit=201", "?limit=x", "?state=lost", "?before=x", "?endpoint=%00"]) {
    expect([query, await deliveries(query)]).toMatchObject([query, { _tag: "InvalidInput" }])
  }
  for (const id of [first, second]) await remove(id)
  expect(await idsOf("")).toEqual([])
})

it("deliveries are refused while their endpoint is disabled", async () => {
  const { json: { endpoint } } = await make()
  const { json: { id } } = await sendTest(endpoint.id)
  await setEnabled(endpoint.id, false)
  const before = (await audited()).length
  for (const { json, status } of [await sendTest(endpoint.id), await resend(id)]) {
    expect([status, json._tag, json.message]).toEqual([
      409,
      "Conflict",
      `The endpoint ${endpoint.id} is disabled. Enable it before you send events to it.`
    ])
  }
  expect(await audited()).toHaveLength(before)
  await remove(endpoint.id)
})

it("deliveries and endpoints of another account do not exist", async () => {
  const { json: { endpoint } } = await make({ description: "theirs" }, stranger)
  const sent = (await sendTest(endpoint.id, stranger)).json
  const before = (await audited()).length
  // Another member of the account, because the changes of a member are limited per minute.
  const member = await signedIn(server, "member")
  const requestEndpoint = async (id: string) => [
    await member.request("PATCH", `webhooks/${id}`, { body: { description: "taken" } }),
    await member.request("PATCH", `webhooks/${id}`, { body: {} }),
    await member.request("PUT", `webhooks/${id}/enabled`, { body: { isEnabled: false } }),
    await member.request("POST", `webhooks/${id}/rotate`, { body: { endOld: true } }),
    await sendTest(id, member),
    await remove(id, member)
  ]
  for (
    const response of [
      ...await requestEndpoint(endpoint.id),
      await get(sent.id, member),
      await resend(sent.id, member)
    ]
  ) {
    expect([response.status, response.json._tag, response.text.includes("theirs")]).toEqual([404, "NotFound", false])
  }
  for (const id of ["a%00b", "%27%20OR%201=1", "..%2f..", "x".repeat(101)]) {
    for (const response of await requestEndpoint(id)) expect([404, 422], id).toContain(response.status)
  }
  for (const id of ["x", "1.5", "9007199254740992", "%00", "-1", "0"]) {
    for (const { status } of [await get(id, member), await resend(id, member)]) {
      expect([404, 422], id).toContain(status)
    }
  }
  expect(await deliveries(`?endpoint=${endpoint.id}`)).toEqual({ items: [], next: null })
  expect(await endpointsOf()).toEqual([])
  expect(await endpointsOf(stranger)).toContainEqual(endpoint)
  expect((await deliveries("", stranger)).items).toEqual([sent])
  expect(await audited()).toHaveLength(before)
})
