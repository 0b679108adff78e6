import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { publicSuffixes } from "../../adapters/lists/PublicSuffixesTldts.ts"
import * as Composite from "../../adapters/webrisk/CombineSources.ts"
import { notListed } from "../../adapters/webrisk/ThreatSource.ts"
import { Leads } from "../../core/leads/records/Leads.ts"
import { SpamClassifier } from "../../core/messages/SpamClassifier.ts"
import { leadVerdicts } from "../../core/scoring/Bands.ts"
import { Blocklist } from "../../core/threats/blocklist/Blocklist.ts"
import { operatorEntry } from "../contracts/kit/BlocklistEntries.ts"
import { anyCharacter } from "../support/AnyCharacter.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import type { TestResponse } from "../support/Server.ts"
import { runs } from "../support/TestRun.ts"
import { sourceAnswer, threatSource } from "../support/ThreatSources.ts"
import { asker, expectFlat, expectValidation, lead } from "./Contract.ts"

/** Word that makes the fake classifier report spam. */
const unwanted = "verkaufswort"
const layerClassifier = Layer.succeed(SpamClassifier, {
  judge: (text) => ({
    probability: text.includes(unwanted) ? 0.99 : 0.01,
    words: 20,
    evidence: text.includes(unwanted) ? [{ text: unwanted, share: 1 }] : [],
    disguises: []
  })
})

/** Strings that no log and no history may contain. */
const marks = ["MARKmessage", "marklocal", "MARKname", "MARKcompany", "markwebsite"]
const everyField = {
  email: "marklocal@markdomain.example",
  message: `Guten Tag, bitte schicken Sie mir ein Angebot für MARKmessage und ${unwanted}.`,
  name: "Ann MARKname",
  company: "MARKcompany Ltd",
  website: "https://markwebsite.example/",
  source: "landing page"
}

/** Returns the stored lead of a response. The server stores the lead a moment after the response. */
const stored = (server: InProcessServer, { json }: TestResponse) => {
  const find = Leads.use((leads) => leads.get(json.request_id))
  return server.run(Effect.eventually(Effect.tapError(find, () => Effect.sleep(5))))
}

const english = "Good morning, could you tell me what a subscription for ten people costs in a year?"

describe("/lead/analyze", () => {
  let server: InProcessServer
  const ask = asker(() => server, () => server.key)
  const analyze = (body: unknown, headers?: Record<string, string>) => ask(lead.path, body, headers)

  beforeAll(async () => {
    const provider = threatSource(
      "provider",
      (keys) => Effect.succeed(JSON.stringify(keys).includes("listed.example") ? sourceAnswer("provider") : notListed)
    )
    server = await startServerInProcess({
      env: { GATEHOUSE_LOG_LEVEL: "Trace", GATEHOUSE_ACCESS_LOG: "all" },
      ports: Layer.merge(Composite.layer([Effect.succeed(provider)], publicSuffixes), layerClassifier)
    })
    await server.run(Blocklist.use((blocklist) => blocklist.put(operatorEntry("domain", "blocked.example"))))
  })
  afterAll(() => server.stop())

  it("answers with exactly the fields of the contract", async () => {
    const answer = await analyze(everyField)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.json)).toEqual([
      "request_id",
      "verdict",
      "risk_score",
      "categories",
      "reasons",
      "language"
    ])
    expect(answer.json.request_id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(answer.json.request_id).toBe(answer.headers.get("x-request-id"))
    expect(answer.json.verdict).toBe("spam")
    expect(answer.json.risk_score).toBeGreaterThanOrEqual(80)
    expect(answer.json.categories).toContain("spam_content")
    expect(answer.json.reasons.length).toBeGreaterThan(0)
    for (const reason of answer.json.reasons) expect(reason).toMatch(/^\S.* .*\S$/s)
    expect(answer.json.language).toBe("de")
  })

  it("finds nothing in an ordinary message", async () => {
    const { json } = await analyze({ email: "ann@shop-example.com", message: english })
    expect([json.verdict, json.language]).toEqual(["clean", "en"])
    expect(json.risk_score).toBeLessThan(25)
  })

  it("returns the exact band of the score", async () => {
    const bodies = [everyField, { message: english }, { email: "x@mailinator.com" }, { message: unwanted }, {
      email: "nobody"
    }]
    for (const body of bodies) {
      const { json } = await analyze(body)
      expect(json.verdict).toBe(leadVerdicts.nameOf(json.risk_score))
    }
  })

  it.each([
    { email: "ann@example.org" },
    { email: "ann@example.org", message: "" },
    { email: "ann@example.org", message: " \n ", name: "Ann" }
  ])("returns no language without a message: %j", async (body) => {
    const { json, status } = await analyze(body)
    expect([status, json.language]).toEqual([200, null])
  })

  it("accepts a message alone, even a very short one", async () => {
    for (const message of ["?", "ok", "😀", "0"]) {
      const { json, status } = await analyze({ message })
      expect([status, json.language, typeof json.risk_score]).toEqual([200, null, "number"])
    }
  })

  it.each([
    ["the message", { message: "Have a look at https://listed.example/a, please." }],
    ["the website", { message: english, website: "https://www.listed.example/" }],
    ["the company", { message: english, company: "https://listed.example" }],
    ["the blocklist's inspector", { message: "See http://shop.blocked.example/x" }]
  ])("scores 100 for a known-malicious URL in %s, whatever the rest contains", async (_, body) => {
    const { json } = await analyze({ email: "ann@shop-example.com", ...body })
    expect([json.verdict, json.risk_score]).toEqual(["spam", 100])
    expect(json.categories[0]).toBe("malicious_url")
  })

  it("is independent of the order of fields", async () => {
    const { request_id: _, ...first } = (await analyze(everyField)).json
    const turned = Object.fromEntries(Object.entries(everyField).toReversed())
    expect((await analyze(turned)).json).toMatchObject(first)
  })

  it("is free", async () => {
    const answer = await analyze(everyField)
    expect(answer.headers.get("x-credits-charged")).toBe("0")
    expect(await server.balance()).toEqual({ available: server.credits, held: 0 })
  })

  it("stores the analysis but no personal data", async () => {
    const answer = await analyze(everyField)
    const { at, spamProbability, ...kept } = await stored(server, answer)
    expect(kept).toEqual({
      requestId: answer.json.request_id,
      accountId: expect.any(String),
      verdict: answer.json.verdict,
      riskScore: answer.json.risk_score,
      categories: answer.json.categories,
      language: "de",
      source: "landing page",
      message: null,
      mark: null,
      markedAt: null
    })
    expect(spamProbability).toBe(0.99)
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000)
  })

  it("stores the verdict and the masked address in the history, and nothing else there or in the log", async () => {
    const answer = await analyze(everyField)
    const noAddress = await analyze({ email: "no address but MARKmessage", message: english })
    const displayed = await analyze({ email: "Mark <marklocal@markdomain.example>", message: english })
    const recordOf = (one: TestResponse) => server.waitForRecord(one.json.request_id)
    expect(await recordOf(answer)).toMatchObject({
      operation: "lead/analyze",
      status: 200,
      credits: 0,
      subject: "m***@markdomain.example"
    })
    expect((await recordOf(answer)).verdict).toBe(
      [`spam ${answer.json.risk_score}`, ...answer.json.categories].join(", ")
    )
    expect((await recordOf(noAddress)).subject).toBe(null)
    expect((await recordOf(displayed)).subject).toBe("m***@markdomain.example")
    expect(server.output()).toContain("lead/analyze")
    const stored = JSON.stringify(await server.history()) + server.output()
    for (const mark of [...marks, unwanted]) expect(stored).not.toContain(mark)
  })

  const neither = { email: ["The email field is required if message is missing or blank."] }
  const string = (field: string) => `The ${field} field must be a string.`

  it.each<readonly [unknown, Record<string, ReadonlyArray<string>>]>([
    [{}, neither],
    [{ name: "Ann", company: "Example", website: "https://example.org", source: "form" }, neither],
    [{ email: "", message: "" }, neither],
    [{ email: " ", message: "\n\t" }, neither],
    [{ message: null }, { message: [string("message")] }],
    [{ email: null, message: "hi" }, { email: [string("email")] }],
    [{ email: ["ann@example.org"] }, { email: [string("email")] }],
    [{ message: { text: "hi" } }, { message: [string("message")] }],
    [{ message: 7, name: true }, { message: [string("message")], name: [string("name")] }],
    [{ message: "hi", source: null }, { source: [string("source")] }],
    ...[
      "ftp://example.com/",
      "javascript:alert(1)",
      "example.com",
      "//example.com",
      "http://",
      "https://exa mple.com"
    ]
      .map((website) =>
        [{ message: "hi", website }, { website: ["The website field must be an http or https URL."] }] as const
      )
  ])("answers %j in the validation shape", async (body, errors) => {
    expectValidation(await analyze(body), errors)
  })

  it("accepts a website that is empty or has whitespace around it", async () => {
    for (const website of ["", "  ", " https://example.org/ "]) {
      expect((await analyze({ message: english, website })).status).toBe(200)
    }
  })

  it.each(["email", "message", "name", "company", "website", "source"] as const)(
    "accepts %s up to its maximum length",
    async (field) => {
      const charsMax = field === "message" ? 20_000 : 1_000
      const start = field === "website" ? "https://example.org/" : ""
      const body = (chars: number) => ({ message: english, [field]: start.padEnd(chars, "x") })
      expect((await analyze(body(charsMax))).status).toBe(200)
      expectValidation(await analyze(body(charsMax + 1)), {
        [field]: [`The ${field} field must be at most ${charsMax} characters long.`]
      })
    }
  )

  it("refuses a body of more than 256 KiB or without JSON", async () => {
    const large = await analyze(JSON.stringify({ message: english, more: "x".repeat(262_144) }))
    expect(large.status).toBe(413)
    expectFlat(large, lead)
    expectValidation(await analyze("{"), { body: ["The body is not valid JSON."] })
  })

  it("requires a key before any other check", async () => {
    for (const key of ["", "wrong"]) {
      const answer = await analyze("{", { "API-KEY": key })
      expect(answer.status).toBe(401)
      expectFlat(answer, lead)
    }
  })

  it("answers any text within the score bands", async () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 200 })
    const body = fc.record({ email: text, message: text, name: text, company: text, source: text })
    await fc.assert(
      fc.asyncProperty(body, async (some) => {
        const { json, status } = await analyze(some)
        const isSupplied = some.email.trim() !== "" || some.message.trim() !== ""
        expect(status).toBe(isSupplied ? 200 : 422)
        if (isSupplied) expect(json.verdict).toBe(leadVerdicts.nameOf(json.risk_score))
      }),
      runs(60)
    )
  })
})

it("messages are stored if the operator enables it", async () => {
  const server = await startServerInProcess({ env: { GATEHOUSE_LEAD_MESSAGES: "keep" }, ports: layerClassifier })
  try {
    const answer = await server.post(lead.path, everyField)
    const kept = await stored(server, answer)
    expect(kept.message).toBe(everyField.message)
    expect(JSON.stringify({ ...kept, message: null })).not.toMatch(/mark(local|domain|website)|MARK/)
    expect(JSON.stringify(await server.waitForRecords(1))).not.toContain("MARKmessage")
  } finally {
    await server.stop()
  }
})
