import { Effect, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ValkeyClient } from "../../adapters/storage/valkey/ValkeyClient.ts"
import { describeValkey } from "../../apps/server/Database.ts"
import { type Redis, startRedis } from "../support/Redis.ts"
import { needs } from "../support/TestRun.ts"
import { startProgram } from "./RunningProgram.ts"

describe("a server with GATEHOUSE_VALKEY_URL", { tags: [needs.redis] }, () => {
  let redis: Redis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  it("counts requests there and reports it at startup", async () => {
    const server = await startProgram({ env: { GATEHOUSE_VALKEY_URL: redis.url.replace("redis:", "valkey:") } })
    try {
      expect(server.output()).toMatch(new RegExp(`on +rate limit +Valkey, 127\\.0\\.0\\.1:${redis.port}`))
      const answer = await server.post("/scan/email", { email: "ann@example.org" }, { "API-KEY": server.key })
      expect([answer.status, answer.headers.get("ratelimit")]).toEqual([200, "\"default\";r=59;t=60"])
      const keys = await Effect.runPromise(
        ValkeyClient.use(({ send }) => send("KEYS", "gatehouse:rate:*")).pipe(
          Effect.provide(ValkeyClient.layer(Redacted.make(redis.url)))
        )
      )
      expect(keys).toHaveLength(1)
    } finally {
      await server.stop()
    }
  })
})

it.each([
  ["redis://127.0.0.1", "127.0.0.1"],
  ["rediss://ann:hushhush@limits.example:6380/3", "limits.example:6380/3"],
  ["valkey://:hushhush@[::1]:6379/", "[::1]:6379"]
])("%s is described as %s", (url, description) => {
  expect(describeValkey(Redacted.make(url))).toBe(description)
})
