import { Effect, Layer } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { StorageUnavailable } from "../../core/kernel/StorageHealth.ts"
import { RateLimiter } from "../../core/keys/RateLimiter.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { asker, expectFlat, keyedEndpoints } from "./Contract.ts"

let server: InProcessServer
const ask = asker(() => server, () => server.key)

beforeAll(async () => {
  server = await startServerInProcess({
    ports: Layer.succeed(RateLimiter, { take: () => Effect.die(new StorageUnavailable({ cause: "away" })) })
  })
})
afterAll(() => server.stop())

it.each(keyedEndpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
  "%s answers a free 503 with Retry-After in its own shape if requests cannot be counted",
  async (path, endpoint) => {
    const { available } = await server.balance()
    const answer = await ask(path, endpoint.body)
    expect(answer.status).toBe(503)
    expectFlat(answer, endpoint, /database is unavailable/)
    expect(answer.headers.get("retry-after")).toBe("2")
    expect(answer.headers.get("ratelimit")).toBeNull()
    expect(await server.balance()).toEqual({ available, held: 0 })
  }
)
