import { Effect, Latch, Layer } from "effect"
import { request } from "node:http"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import {
  exportsMax,
  exportsPerAccountMax,
  exportsPerMemberMax
} from "../../../adapters/http/account/exports/ExportSlots.ts"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { RequestHistory } from "../../../core/history/RequestHistory.ts"
import { eventually } from "../../support/Eventually.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import type { BrowserResponse } from "./Browser.ts"
import { type Signed, signedIn } from "./Signed.ts"

/** While this latch is closed, searches of the history wait. `asking` counts the waiting searches. */
const mayTell = Latch.makeUnsafe(true)
let asking = 0
const slow = Layer.mock(RequestHistory, {
  record: () => {},
  recordLimited: () => {},
  search: () =>
    Effect.sync(() => asking++).pipe(
      Effect.andThen(mayTell.await),
      Effect.as({ items: [], next: null }),
      Effect.ensuring(Effect.sync(() => asking--))
    ),
  getDetails: () => Effect.succeed(new Map())
})

let server: InProcessServer
let owner: Signed
let member: Signed
/** Members of other accounts, enough per account to use all export slots of the account. */
const strangers: Array<Signed> = []
const membersToFill = exportsPerAccountMax / exportsPerMemberMax
beforeAll(async () => {
  server = await startServerInProcess({ ports: slow })
  owner = await signedIn(server, "owner")
  member = await signedIn(server, "member")
  for (let n = 0; n < exportsMax / exportsPerAccountMax; n++) {
    const { id } = await server.run(createAccount(`other ${n}`))
    for (let m = 0; m < membersToFill; m++) strangers.push(await signedIn(server, "owner", { accountId: id }))
  }
})
afterAll(() => server.stop())
beforeEach(async () => {
  mayTell.openUnsafe()
  await until(() => asking === 0)
})

const until = (holds: () => boolean | Promise<boolean>) => eventually(holds, (value) => value)

const file = "requests-export?format=csv"
const exporting = (by = owner) => by.request("GET", file)
const findPerson = (by = owner) => by.request("POST", "people/find", { body: { email: "ann@example.com" } })
/** Starts one export per member and returns once all are in progress. */
const begin = async (...by: ReadonlyArray<Signed>): Promise<ReadonlyArray<Promise<BrowserResponse>>> => {
  const before = asking
  const begun = by.map((one) => exporting(one))
  await until(() => asking === before + by.length)
  return begun
}
const expectRefused = ({ headers, json, status }: BrowserResponse) => {
  expect([status, json._tag, Object.keys(json).toSorted()]).toEqual([
    429,
    "TooManyTries",
    ["_tag", "message", "retryAfterSeconds"]
  ])
  expect(headers["retry-after"]).toBe(String(json.retryAfterSeconds))
  expect(headers["content-disposition"]).toBeUndefined()
}

describe("exports", () => {
  it("that one member runs concurrently are limited, and another member has separate slots", async () => {
    mayTell.closeUnsafe()
    const begun = [...await begin(member)]
    const refused = await exporting(member)
    expectRefused(refused)
    expect(refused.json.message).toContain("your exports")
    // Exports of all lists share the slots.
    expectRefused(await member.request("GET", "credits-export?format=csv"))
    begun.push(...await begin(owner))
    const third = await signedIn(server, "member")
    const full = await exporting(third)
    expectRefused(full)
    expect(full.json.message).toContain("account")
    mayTell.openUnsafe()
    for (const { status } of await Promise.all(begun)) expect(status).toBe(200)
    expect((await exporting(third)).status).toBe(200)
    const noted = (await owner.request("GET", "audit?action=requests.export")).json.items
    expect(noted).toHaveLength(exportsPerAccountMax + 1)
  })

  it("do not block finding or erasing a person, which are limited separately", async () => {
    mayTell.closeUnsafe()
    const begun = [...await begin(owner, member)]
    expectRefused(await exporting())
    const found = findPerson()
    await until(() => asking === 3)
    for (const what of ["find", "export", "erase"]) {
      expectRefused(await owner.request("POST", `people/${what}`, { body: { email: "ann@example.com" } }))
    }
    mayTell.openUnsafe()
    expect((await found).status).toBe(200)
    for (const what of ["find", "export", "erase"]) {
      expect((await owner.request("POST", `people/${what}`, { body: { email: "ann@example.com" } })).status).toBe(200)
    }
    for (const { status } of await Promise.all(begun)) expect(status).toBe(200)
  })

  it("that all members run concurrently are limited for the whole server", async () => {
    mayTell.closeUnsafe()
    const begun = await begin(...strangers)
    expect(begun).toHaveLength(exportsMax)
    const refused = await exporting()
    expectRefused(refused)
    expect(refused.json.message).toContain("server")
    mayTell.openUnsafe()
    for (const { status } of await Promise.all(begun)) expect(status).toBe(200)
    expect((await exporting()).status).toBe(200)
  })

  it("free their slots when the client disconnects or receives no body", async () => {
    mayTell.closeUnsafe()
    const options = {
      host: "127.0.0.1",
      port: server.port,
      path: `/dashboard/api/${file}`
    }
    const left = [owner, member].map((one) =>
      request({ ...options, headers: { cookie: one.cookie() }, agent: false }).on("error", () => {})
    )
    for (const one of left) one.end()
    await until(() => asking === exportsPerAccountMax)
    expectRefused(await exporting())
    for (const one of left) one.destroy()
    await until(() => asking === 0)
    mayTell.openUnsafe()
    await until(async () => (await exporting()).status === 200)
    for (let n = 0; n < 3 * exportsPerAccountMax; n++) expect((await owner.request("HEAD", file)).status).not.toBe(429)
    for (let n = 0; n < 3 * exportsPerAccountMax; n++) {
      expect((await owner.request("GET", `${file}&status=9xx`)).status).toBe(422)
    }
    expect((await exporting()).status).toBe(200)
  })
})
