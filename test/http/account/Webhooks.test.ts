import { beforeAll, describe, expect, it } from "vitest"
import { chosenEventsMax } from "../../../adapters/http/account/api/Webhooks.ts"
import { createAccount, operatorAccountId } from "../../../core/accounts/ManageAccounts.ts"
import { eventTypes } from "../../../core/events/EventCatalog.ts"
import { selectableEventTypes } from "../../../core/webhooks/ManageWebhooks.ts"
import { descriptionCharsMax, endpointsMax, secretOverlapHours } from "../../../core/webhooks/WebhookEndpoint.ts"
import type { ServerAccount } from "../../support/InProcessServer.ts"
import { createSharedAccount } from "../../support/SharedAccount.ts"
import { type Signed, signedIn } from "./Signed.ts"

let server: ServerAccount
let member: Signed
let owner: Signed
let stranger: Signed
beforeAll(async () => {
  server = await createSharedAccount({ env: { GATEHOUSE_WEBHOOK_NETWORKS: "10.1.2.0/24" } })
  member = await signedIn(server, "member", { name: "Mel" })
  owner = await signedIn(server, "owner")
  const { id } = await server.run(createAccount("other"))
  stranger = await signedIn(server, "owner", { accountId: id })
})

const chosen = {
  url: "https://hooks.example.com/token?a=b",
  description: " chat  ",
  events: ["lead.spam", "key.created"]
}
const make = (changes: object = {}, by = member) => by.request("POST", "webhooks", { body: { ...chosen, ...changes } })
const endpointsOf = async (by = member) => (await by.request("GET", "webhooks")).json.endpoints as ReadonlyArray<any>
const audited = async () => (await owner.request("GET", "audit?action=webhook")).json.items as ReadonlyArray<any>
const remove = (id: string, by = member) => by.request("DELETE", `webhooks/${id}`)
const setEnabled = (id: string, isEnabled: unknown) =>
  member.request("PUT", `webhooks/${id}/enabled`, { body: { isEnabled } })

describe("webhook endpoints", () => {
  it("are created, changed, disabled, enabled, rotated and removed, with each change in the audit log", async () => {
    const { json: { endpoint, secret }, status } = await make()
    expect(status).toBe(200)
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^whk_/),
      url: chosen.url,
      description: "chat",
      events: ["lead.spam", "key.created"],
      disabled: null,
      failingSince: null,
      lastDeliveredAt: null,
      previousSecretExpiresAt: null,
      createdAt: expect.any(Number)
    })
    const path = `webhooks/${endpoint.id}`
    const change = async (body: object) => (await member.request("PATCH", path, { body })).json
    expect(await change({ events: ["document.blocked"] })).toEqual({ ...endpoint, events: ["document.blocked"] })
    const changed = await change({ url: "https://b.example:8443/x#y", description: "" })
    expect(changed).toEqual({
      ...endpoint,
      url: "https://b.example:8443/x",
      description: "",
      events: ["document.blocked"]
    })
    expect(await change({})).toEqual(changed)
    expect(await endpointsOf()).toEqual([changed])

    const disabled = await setEnabled(endpoint.id, false)
    expect(disabled.json).toEqual({ ...changed, disabled: { reason: "manual", at: expect.any(Number) } })
    expect((await setEnabled(endpoint.id, false)).json).toEqual(disabled.json)
    expect((await setEnabled(endpoint.id, true)).json).toEqual(changed)

    const rotate = async (endOld: boolean) =>
      (await member.request("POST", `${path}/rotate`, { body: { endOld } })).json
    const before = Date.now()
    const second = await rotate(false)
    const hours = (second.endpoint.previousSecretExpiresAt - before) / 3_600_000
    expect(hours).toBeGreaterThanOrEqual(secretOverlapHours)
    expect(hours).toBeLessThan(secretOverlapHours + 0.1)
    const third = await rotate(true)
    expect(third.endpoint).toEqual(changed)
    const secrets = [secret, second.secret, third.secret]
    expect(new Set(secrets).size).toBe(3)

    expect((await remove(endpoint.id)).status).toBe(204)
    expect((await remove(endpoint.id)).json._tag).toBe("NotFound")
    const log = await audited()
    expect(log.map(({ action, detail }) => [action, detail]).toReversed()).toEqual([
      ["webhook.create", "hooks.example.com: lead.spam, key.created"],
      ["webhook.change", "hooks.example.com: eventTypes"],
      ["webhook.change", "b.example:8443: url, description"],
      ["webhook.disable", "b.example:8443"],
      ["webhook.enable", "b.example:8443"],
      ["webhook.rotate", "b.example:8443: previous secret valid for 24 hours"],
      ["webhook.rotate", "b.example:8443: previous secret revoked"],
      ["webhook.remove", "b.example:8443"]
    ])
    for (const { actor, address, target } of log) {
      expect([actor, address, target]).toEqual([`Mel <${member.member.email}>`, "127.0.0.1", endpoint.id])
    }
    const everything = JSON.stringify(log) + JSON.stringify(await endpointsOf()) + server.output()
    for (const text of [...secrets, "token?a=b"]) expect(everything).not.toContain(text)
  })

  it.each<readonly [string, object, string]>([
    ["no URL", { url: "" }, "url"],
    ["a URL without a scheme", { url: "hooks.example.com" }, "url"],
    ["a script for a URL", { url: "javascript:alert(1)" }, "url"],
    ["a password in the URL", { url: "https://a:b@hooks.example.com/" }, "url"],
    ["a URL that is too long", { url: `https://hooks.example.com/${"x".repeat(8_192)}` }, "url"],
    ["a URL that is a number", { url: 1 }, "url"],
    ["no event", { events: [] }, "events"],
    ["an unknown event", { events: ["lead.spam", "lead.ham"] }, "events"],
    ["the event of tests", { events: ["webhook.test"] }, "events"],
    ["an event of the operator", { events: ["submission.created"] }, "events"],
    ["too many events", { events: Array.from({ length: chosenEventsMax + 1 }, () => "lead.spam") }, "events"],
    ["a description that is too long", { description: "x".repeat(descriptionCharsMax + 1) }, "description"]
  ])("are not created with %s or changed to it", async (_, changes, field) => {
    const { json: { endpoint } } = await make()
    const before = (await audited()).length
    const changing = member.request("PATCH", `webhooks/${endpoint.id}`, { body: changes })
    for (const { json, status } of [await make(changes), await changing]) {
      expect([status, json._tag]).toEqual([422, "InvalidInput"])
      expect(Object.keys(json.fields)[0]).toMatch(new RegExp(`^${field}`))
    }
    expect(await endpointsOf()).toEqual([endpoint])
    expect(await audited()).toHaveLength(before)
    await remove(endpoint.id)
  })

  it("allow http and other ports only if the operator allows private networks", async () => {
    const url = "http://10.1.2.3:3000/hook"
    const { json, status } = await make({ url })
    expect([status, json.endpoint.url]).toEqual([200, url])
    await remove(json.endpoint.id)
    const publicOnly = await signedIn(await createSharedAccount(), "member")
    const refused = await make({ url }, publicOnly)
    expect([refused.status, refused.json.fields.url]).toEqual([
      422,
      "The URL must begin with https:// and use port 443 or 8443."
    ])
  })

  it("get the events of their account, with descriptions; only the operator gets those of the server", async () => {
    const eventsOf = async (by: Signed) => (await by.request("GET", "webhooks")).json.events as ReadonlyArray<any>
    const operatorId = (await server.run(operatorAccountId))!
    const operator = await signedIn(server, "member", { accountId: operatorId })
    const ofOperator = await eventsOf(operator)
    expect(ofOperator.map(({ type }) => type)).toEqual(selectableEventTypes)
    expect(ofOperator[0]).toEqual({ type: "document.blocked", cause: "A scan rated a document `block`." })
    expect((await eventsOf(member)).map(({ type }) => type)).toEqual([
      "document.blocked",
      "lead.spam",
      "credits.low",
      "key.created",
      "key.revoked"
    ])
    const { json } = await make({ events: ["source.down"] }, operator)
    expect(json.endpoint.events).toEqual(["source.down"])
    await remove(json.endpoint.id, operator)
    expect(eventTypes.length).toBeLessThan(chosenEventsMax)
  })

  it("have a maximum number per account", async () => {
    const made = []
    for (let n = 0; n < endpointsMax; n++) made.push((await make()).json.endpoint.id)
    const { json, status } = await make()
    expect([status, json]).toEqual([409, {
      _tag: "Conflict",
      message: `The account has reached its limit of ${endpointsMax} webhook endpoints. ` +
        "Delete one that is no longer used."
    }])
    expect((await make({}, stranger)).status).toBe(200)
    for (const id of made) await remove(id)
    expect(await endpointsOf()).toEqual([])
  })
})
