import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { hostKnowledge } from "../../adapters/lists/HostKnowledgeEmbedded.ts"
import { publicSuffixes } from "../../adapters/lists/PublicSuffixesTldts.ts"
import * as Composite from "../../adapters/webrisk/CombineSources.ts"
import { makeEmbeddedList } from "../../adapters/webrisk/feeds/EmbeddedList.ts"
import { notListed, type ThreatSource } from "../../adapters/webrisk/ThreatSource.ts"
import { Blocklist } from "../../core/threats/blocklist/Blocklist.ts"
import { operatorEntry } from "../contracts/kit/BlocklistEntries.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { sourceAnswer, sourceFailure, threatSource } from "../support/ThreatSources.ts"
import { brokenParts, brokenServer } from "./BrokenServer.ts"
import { allEndpoints, asker, expectFault, expectFlat, keyedEndpoints, scanEmail, scanUrl } from "./Contract.ts"

describe.each(["pretty", "json"])("a use case that dies, with the %s log", (format) => {
  let server: InProcessServer
  let isBroken = true
  const ask = asker(() => server, () => server.key)

  beforeAll(async () => {
    // The message contains secrets, which no log may contain.
    const fault = () => new Error(`no answer for ${server.key}, token: not-for-logs`)
    server = await startServerInProcess({
      env: { GATEHOUSE_LOG_FORMAT: format },
      server: () => brokenServer({ fault, isBroken: () => isBroken })
    })
  })
  afterAll(() => server.stop())

  it.each(allEndpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
    "%s: 500 in its own shape, logged under its id, and free",
    async (path, endpoint) => {
      const before = server.output().length
      const requestId = expectFault(await ask(path, endpoint.body), endpoint)
      const logged = server.output().slice(before)
      const line = logged.split("\n").find((one) => one.includes(requestId)) ?? ""
      if (format === "json") {
        const named = { annotations: { request_id: requestId }, level: "ERROR" }
        expect(JSON.parse(line)).toMatchObject(named)
      } else expect(line).toMatch(/^[\d:.]+ ERROR /)
      expect(line).toContain(`${path.slice(1)} failed`)
      expect(logged, "the cause").toContain("no answer for gh_live_***, token: ***")
      expect(logged.includes(server.key) || logged.includes("not-for-logs"), "what is secret").toBe(false)
      expect(logged, "the body").not.toMatch(/ann@|example\.com|paypa1/)
      expect(await server.balance()).toEqual({ available: server.credits, held: 0 })
    }
  )

  it.each(brokenParts)("a fault in another part of the handler is free too: %s", async (path) => {
    const before = server.output().length
    const answer = await server.post(path, scanEmail.body)
    const requestId = expectFault(answer, scanEmail)
    expect(answer.headers.get("x-credits-charged")).toBe("0")
    expect(server.output().slice(before)).toContain(requestId)
    expect(await server.balance()).toEqual({ available: server.credits, held: 0 })
  })

  it("each of them with a key is in the history at no charge", async () => {
    const made = keyedEndpoints.length + brokenParts.length
    await expect.poll(async () => (await server.history()).length).toBe(made)
    for (const { credits, status, subject, verdict } of await server.history()) {
      expect([status, credits, verdict, subject]).toEqual([500, 0, null, null])
    }
  })

  it("an Idempotency-Key is free again and charged once after the fault is fixed", async () => {
    const named = { "Idempotency-Key": "again" }
    expectFault(await ask(scanEmail.path, scanEmail.body, named), scanEmail)
    isBroken = false
    const again = await ask(scanEmail.path, scanEmail.body, named)
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, null])
    const replay = await ask(scanEmail.path, scanEmail.body, named)
    expect([replay.text, replay.headers.get("idempotency-replayed")]).toEqual([again.text, "true"])
    expect(ask.charged()).toBe(scanEmail.cost)
    expect((await server.balance()).available).toBe(server.credits - ask.charged())
    expect(await server.verify()).toMatchObject({ sum: 0, faults: [] })
  })
})

describe("a web-risk provider", () => {
  const says = "The provider did not answer; try again."
  const fails = sourceFailure("provider", says)
  const lists = Effect.succeed(sourceAnswer("provider", "example.com/"))
  const safe = "https://example.com/"
  const embedded = "https://malware.wicar.org/"
  let answer: ReturnType<ThreatSource["check"]> = fails
  const provider = threatSource("provider", () => answer)

  describe.each([["before", true], ["after", false]])("that is queried %s the embedded list", (_, isFirst) => {
    let server: InProcessServer
    const ask = asker(() => server, () => server.key)

    beforeAll(async () => {
      const own = makeEmbeddedList(hostKnowledge)
      const sources = isFirst ? [Effect.succeed(provider), own] : [own, Effect.succeed(provider)]
      server = await startServerInProcess({ ports: Composite.layer(sources, publicSuffixes) })
    })
    afterAll(() => server.stop())
    beforeEach(() => {
      answer = fails
    })

    it("and fails: a URL that no other source lists is 422 { ok, error }, never safe, and free (decision 20)", async () => {
      const response = await ask(scanUrl.path, { url: safe })
      expect(response.status).toBe(422)
      expectFlat(response, scanUrl, /^The provider did not answer; try again\.$/)
      expect(response.headers.get("x-credits-charged")).toBe("0")
      expect(await server.balance()).toEqual({ available: server.credits, held: 0 })
      await expect.poll(async () => (await server.history()).map(({ credits, status }) => [status, credits])).toEqual([[
        422,
        0
      ]])
    })

    it("and fails: a URL that a local source lists is still bad and charged", async () => {
      const response = await ask(scanUrl.path, { url: embedded })
      expect([response.status, response.text]).toEqual([200, "{\"ok\":false}"])
      const entry = operatorEntry("host", "blocked.example")
      await server.run(Blocklist.use((blocklist) => blocklist.put(entry)))
      expect((await ask(scanUrl.path, { url: "https://blocked.example/" })).text).toBe("{\"ok\":false}")
      expect((await server.balance()).available).toBe(server.credits - 2 * scanUrl.cost)
    })

    it("and dies: 500 { ok, error }, and free", async () => {
      const { available } = await server.balance()
      answer = Effect.die(new Error("unexpected end of input"))
      const requestId = expectFault(await ask(scanUrl.path, { url: safe }), scanUrl)
      expect(server.output()).toContain(requestId)
      expect((await server.balance()).available).toBe(available)
    })

    it("and recovers: the same Idempotency-Key is processed and charged once", async () => {
      const { available } = await server.balance()
      const named = { "Idempotency-Key": "recovered" }
      expect((await ask(scanUrl.path, { url: safe }, named)).status).toBe(422)
      answer = lists
      for (const replayed of [null, "true"]) {
        const response = await ask(scanUrl.path, { url: safe }, named)
        expect([response.status, response.text]).toEqual([200, "{\"ok\":false}"])
        expect(response.headers.get("idempotency-replayed")).toBe(replayed)
        answer = fails
      }
      expect((await server.balance()).available).toBe(available - scanUrl.cost)
      answer = Effect.succeed(notListed)
      expect((await ask(scanUrl.path, { url: safe })).text).toBe("{\"ok\":true}")
    })
  })
})
