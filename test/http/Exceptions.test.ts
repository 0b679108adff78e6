import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { publicSuffixes } from "../../adapters/lists/PublicSuffixesTldts.ts"
import * as Composite from "../../adapters/webrisk/CombineSources.ts"
import { Blocklist } from "../../core/threats/blocklist/Blocklist.ts"
import { operatorEntry } from "../contracts/kit/BlocklistEntries.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { sourceAnswer, threatSource } from "../support/ThreatSources.ts"
import { asker, scanUrl } from "./Contract.ts"

let server: InProcessServer
let callCount = 0
const ask = asker(() => server, () => server.key)

beforeAll(async () => {
  const provider = threatSource("provider", () =>
    Effect.sync(() => {
      callCount++
      return sourceAnswer("provider", "partner.example/")
    }))
  server = await startServerInProcess({ ports: Composite.layer([Effect.succeed(provider)], publicSuffixes) })
})
afterAll(() => server.stop())

it("a blocklist exception makes a listed URL safe: no source is queried, and the history names the entry", async () => {
  const url = "https://partner.example/a"
  expect((await ask(scanUrl.path, { url })).text).toBe("{\"ok\":false}")
  const allow = operatorEntry("domain", "partner.example", { action: "allow" })
  const { id } = await server.run(Blocklist.use((blocklist) => blocklist.put(allow)))
  const response = await ask(scanUrl.path, { url })
  expect([response.status, response.text, response.headers.get("x-credits-charged")]).toEqual([
    200,
    "{\"ok\":true}",
    "5"
  ])
  expect(callCount).toBe(1)
  await expect.poll(async () => (await server.history()).map(({ verdict }) => verdict))
    .toEqual([`allowed: entry ${id}`, "bad: provider"])
})
