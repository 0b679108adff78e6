import { Effect, Latch, Layer } from "effect"
import { request } from "node:http"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { exportsAtOnce, exportsAtOnceOfAccount } from "../../../adapters/http/account/server/ExportSlots.ts"
import { createAccount } from "../../../core/accounts/CreateAccount.ts"
import { RequestHistory } from "../../../core/ports/RequestHistory.ts"
import { type InProcessServer, startInProcess } from "../../support/InProcess.ts"
import type { Told } from "./Browser.ts"
import { type Signed, signedIn } from "./Signed.ts"

/** A history that tells nothing until it may, and how many wait for it. */
const mayTell = Latch.makeUnsafe(true)
let asking = 0
const slow = Layer.mock(RequestHistory, {
  record: () => {},
  limited: () => {},
  search: () =>
    Effect.sync(() => asking++).pipe(
      Effect.andThen(mayTell.await),
      Effect.as({ items: [], next: null }),
      Effect.ensuring(Effect.sync(() => asking--))
    ),
  details: () => Effect.succeed(new Map())
})

let server: InProcessServer
let owner: Signed
const strangers: Array<Signed> = []
beforeAll(async () => {
  server = await startInProcess({ ports: slow })
  owner = await signedIn(server, "owner")
  for (let n = 0; n < exportsAtOnce / exportsAtOnceOfAccount; n++) {
    const { id } = await server.run(createAccount(`other ${n}`))
    strangers.push(await signedIn(server, "owner", { accountId: id }))
  }
})
afterAll(() => server.stop())
beforeEach(async () => {
  mayTell.openUnsafe()
  await until(() => asking === 0)
})

const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await delay(5)
}

const file = "requests-export?format=csv"
const exporting = (by = owner) => by.ask("GET", file)
const findPerson = (by = owner) => by.ask("POST", "people/find", { body: { email: "ann@example.com" } })
/** So many of one account are under way when it returns. */
const begin = async (count: number, by = owner): Promise<ReadonlyArray<Promise<Told>>> => {
  const before = asking
  const begun = Array.from({ length: count }, () => exporting(by))
  await until(() => asking === before + count)
  return begun
}
const expectRefused = ({ headers, json, status }: Told) => {
  expect([status, json._tag, Object.keys(json).toSorted()]).toEqual([
    429,
    "TooManyTries",
    ["_tag", "message", "retryAfterSeconds"]
  ])
  expect(headers["retry-after"]).toBe(String(json.retryAfterSeconds))
  expect(headers["content-disposition"]).toBeUndefined()
}

describe("exports", () => {
  it("of one account are so many at a time, and what else reads all of a person's counts as one", async () => {
    mayTell.closeUnsafe()
    const begun = await begin(exportsAtOnceOfAccount)
    expectRefused(await exporting())
    expectRefused(await findPerson())
    expectRefused(await owner.ask("POST", "people/export", { body: { email: "ann@example.com" } }))
    expectRefused(await owner.ask("POST", "people/erase", { body: { email: "ann@example.com" } }))
    mayTell.openUnsafe()
    for (const { status } of await Promise.all(begun)) expect(status).toBe(200)
    expect((await findPerson()).status).toBe(200)
    expect((await exporting()).status).toBe(200)
    const noted = (await owner.ask("GET", "audit?action=requests.export")).json.items
    expect(noted).toHaveLength(exportsAtOnceOfAccount + 1)
  })

  it("of the server are so many at a time, whoever asks", async () => {
    mayTell.closeUnsafe()
    const begun: Array<Promise<Told>> = []
    for (const stranger of strangers) begun.push(...await begin(exportsAtOnceOfAccount, stranger))
    expect(begun).toHaveLength(exportsAtOnce)
    const refused = await exporting()
    expectRefused(refused)
    expect(refused.json.message).toContain("server")
    mayTell.openUnsafe()
    for (const { status } of await Promise.all(begun)) expect(status).toBe(200)
    expect((await exporting()).status).toBe(200)
  })

  it("that nobody waits for any more make room, and so do those without a body", async () => {
    mayTell.closeUnsafe()
    const options = {
      host: "127.0.0.1",
      port: server.port,
      path: `/dashboard/api/${file}`,
      headers: { cookie: owner.cookie() }
    }
    const left = Array.from(
      { length: exportsAtOnceOfAccount },
      () => request({ ...options, agent: false }).on("error", () => {})
    )
    for (const one of left) one.end()
    await until(() => asking === exportsAtOnceOfAccount)
    expectRefused(await exporting())
    for (const one of left) one.destroy()
    await until(() => asking === 0)
    mayTell.openUnsafe()
    await until(async () => (await exporting()).status === 200)
    for (let n = 0; n < 3 * exportsAtOnceOfAccount; n++) expect((await owner.ask("HEAD", file)).status).not.toBe(429)
    for (let n = 0; n < 3 * exportsAtOnceOfAccount; n++) {
      expect((await owner.ask("GET", `${file}&status=9xx`)).status).toBe(422)
    }
    expect((await exporting()).status).toBe(200)
  })
})
