import { Effect, Layer } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { AccountSettingsStore } from "../../../core/accounts/AccountSettings.ts"
import { ApiKeys } from "../../../core/keys/ApiKeys.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { type Signed, signedIn } from "./Signed.ts"

/** Storage that fails with confidential details, and storage that returns impossible values. */
const broken = Layer.mergeAll(
  Layer.succeed(AccountSettingsStore, {
    get: () => Effect.die(new Error("connection to postgres://gatehouse:hunter2@db lost")),
    change: () => Effect.die(new Error("hunter2")),
    list: Effect.succeed(new Map())
  }),
  Layer.effect(
    ApiKeys,
    Effect.succeed({
      create: () => Effect.void,
      list: () => Effect.succeed([{ id: 7 }]),
      findActive: () => Effect.succeed(null),
      used: () => {}
    } as never)
  )
)

let server: InProcessServer
let owner: Signed
beforeAll(async () => {
  server = await startServerInProcess({ ports: broken, env: { GATEHOUSE_LOG_FORMAT: "json" } })
  owner = await signedIn(server, "owner")
})
afterAll(() => server.stop())

it.each([["credits", "storage that fails"], ["keys", "storage that returns impossible values"]])(
  "%s: a fault of %s is reported in the standard shape, without its details, and logged",
  async (path) => {
    const { headers, json, status, text } = await owner.request("GET", path)
    expect([status, json]).toEqual([500, {
      _tag: "ServerFault",
      message: "An internal error occurred. Try again."
    }])
    expect(text).not.toContain("hunter2")
    expect(headers["cache-control"]).toBe("no-store")
    expect(server.output()).toContain("A request of the dashboard failed")
    expect((await owner.request("GET", "me")).status).toBe(200)
  }
)
