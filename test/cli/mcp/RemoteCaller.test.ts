import { Effect, Redacted } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "vitest"
import { makeRemoteCaller } from "../../../apps/cli/mcp/RemoteCaller.ts"
import { eventually } from "../../support/Eventually.ts"

describe("a request to the server", () => {
  it("ends after its maximum time, and closes its connection", async () => {
    let open = 0
    const server = createServer(() => {})
    server.on("connection", (socket) => {
      open++
      socket.once("close", () => open--)
    })
    await once(server.listen(0, "127.0.0.1"), "listening")
    const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const send = Effect.flatMap(
      makeRemoteCaller({ serverUrl, apiKey: Redacted.make("key"), requestMillisMax: 200 }),
      (caller) => caller.send({ path: "/scan/url", body: { json: {} } })
    )
    const failure = await Effect.runPromise(Effect.flip(send))
    expect(failure.message).toMatch(
      /cannot be reached: no answer within 0\.2 seconds\..*treat the input as unchecked\.$/
    )
    await eventually(() => open, (count) => count === 0)
    server.close()
  })
})
