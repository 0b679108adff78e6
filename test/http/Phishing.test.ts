import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { publicSuffixes } from "../../adapters/lists/PublicSuffixesTldts.ts"
import * as Composite from "../../adapters/webrisk/CombineSources.ts"
import type { ThreatSource } from "../../adapters/webrisk/ThreatSource.ts"
import { Submissions } from "../../core/submissions/Submissions.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { sourceAnswer, sourceFailure, threatSource } from "../support/ThreatSources.ts"
import { asker, phishing } from "./Contract.ts"

describe("/submit-phishing-link", () => {
  let server: InProcessServer
  let answer: ReturnType<ThreatSource["check"]> = sourceFailure("provider", "The provider did not answer.")
  const ask = asker(() => server, () => server.key)

  beforeAll(async () => {
    const provider = threatSource("provider", () => answer)
    server = await startServerInProcess({ ports: Composite.layer([Effect.succeed(provider)], publicSuffixes) })
  })
  afterAll(() => server.stop())

  const stored = (id: number) => server.run(Submissions.use((submissions) => submissions.get(id)))

  it("accepts a report while a required source is down, which the reviewer sees", async () => {
    const response = await ask(phishing.path, { url: "https://phish.example.com/a" })
    expect([response.status, response.text]).toEqual([201, "{\"id\":1,\"url\":\"https://phish.example.com/a\"}"])
    expect(response.headers.get("x-credits-charged")).toBe("0")
    expect((await stored(1)).triageReasons).toContainEqual({
      code: "LISTING_UNKNOWN",
      message: "Not all threat sources could be checked: The provider did not answer."
    })
  })

  it("returns the first id and URL for any spelling of the same URL, without a query to the sources", async () => {
    answer = Effect.die(new Error("asked again"))
    for (const url of ["HTTP://phish.example.com:80/x/../a#y", "https://user@PHISH.example.com/%61"]) {
      expect((await ask(phishing.path, { url })).text).toBe("{\"id\":1,\"url\":\"https://phish.example.com/a\"}")
    }
  })

  it("stores which sources list it but does not reveal them to the caller", async () => {
    answer = Effect.succeed(sourceAnswer("provider", "listed.example.com/"))
    const response = await ask(phishing.path, { url: "https://listed.example.com/" })
    expect(response.text).toBe("{\"id\":2,\"url\":\"https://listed.example.com/\"}")
    expect(await stored(2)).toMatchObject({
      triageRisk: 90,
      triageReasons: [{ code: "ALREADY_LISTED", message: "Already listed by provider (phishing)." }]
    })
  })
})
