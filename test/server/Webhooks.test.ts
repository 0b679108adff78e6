import { Schema } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { eventCatalog, type EventType } from "../../core/events/EventCatalog.ts"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { formOf, scan } from "../http/Contract.ts"
import { eventually } from "../support/Eventually.ts"
import { startServer, type TestServer } from "../support/Server.ts"
import { shiftedClockOptions } from "../support/ShiftedClockOptions.ts"
import { startFlags } from "../support/StartFlags.ts"

const minute = 60_000
const folder = mkdtempSync(join(tmpdir(), "gatehouse-webhooks-"))
/** Threat list. Without it, its source is down. */
const feed = join(folder, "feed.txt")
const launching = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")
const spamLead = {
  email: "x8271@mailinator.com",
  message: "Buy cheap viagra online now! Best casino bonus, click http://win-money.example/ and earn $5000 per day " +
    "with bitcoin. SEO services guaranteed first page ranking, unsubscribe here."
}

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Time in milliseconds on the clock of the server that sent it. */
  readonly at: number
}

/** Port of the receiver. Nothing listens on it while the receiver is down. */
let port = 0
let clockMillis = 0
const received: Array<Received> = []

const receive = (): Promise<Server> =>
  new Promise((resolve) => {
    const receiver = createServer((request, response) => {
      let body = ""
      request.setEncoding("utf8").on("data", (text) => body += text).on("end", () => {
        received.push({ headers: request.headers, body, at: Date.now() + clockMillis })
        response.writeHead(204).end()
      })
    })
    receiver.listen(port, "127.0.0.1", () => {
      port = (receiver.address() as AddressInfo).port
      resolve(receiver)
    })
  })

/** Starts a server on the same database, with a clock that is minutes ahead. */
const startAt = (minutes: number): Promise<TestServer> => {
  clockMillis = minutes * minute
  const { env, flags } = shiftedClockOptions(clockMillis)
  return startServer({
    folder,
    command: [process.execPath, ...startFlags, ...flags],
    env: {
      ...env,
      GATEHOUSE_WEBHOOK_NETWORKS: "127.0.0.0/8",
      GATEHOUSE_SCAN_WORKERS: "2",
      GATEHOUSE_THREAT_FEEDS: feed,
      GATEHOUSE_SOURCES_OPTIONAL: feed,
      GATEHOUSE_DEMO: "off",
      GATEHOUSE_DASHBOARD: "off"
    }
  })
}

interface Delivery {
  readonly event_id: string
  readonly event: EventType
  readonly state: string
  readonly attempts: ReadonlyArray<unknown>
}

const deliveriesOf = (server: TestServer): Promise<ReadonlyArray<Delivery>> =>
  server.cli("webhooks", "deliveries", "--limit", "1000")

beforeAll(async () => {
  const receiver = await receive()
  await new Promise((resolve) => receiver.close(resolve))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("delivers every event of an hour in which the receiver is down and the server is killed three times", async () => {
  let key = ""
  let causes = 0
  /** Causes events whose requests have been answered. */
  const causeEvents = async (server: TestServer, times: number) => {
    const auth = { "API-KEY": key }
    for (let n = 0; n < times; n++) {
      causes++
      const responses = await Promise.all([
        server.post(scan.path, formOf({ file: launching }), auth),
        server.post("/lead/analyze", spamLead, auth),
        server.post("/submit-phishing-link", { url: `https://login-${causes}.example.net/` }, auth)
      ])
      expect(responses.map(({ json, status }) => [status, json.rating ?? json.verdict ?? "reported"])).toEqual([
        [200, "block"],
        [200, "spam"],
        [201, "reported"]
      ])
    }
    const { id } = await server.createKey()
    await server.cli("keys", "revoke", id)
    const [{ id: submission }] = await server.cli("submissions", "list", "--limit", "1")
    await server.cli("submissions", "reject", String(submission), "--reason", "harmless")
  }
  /** Number of events that `causeEvents` causes. */
  const eventsOf = (times: number) => 3 * times + 3

  writeFileSync(feed, "https://bad.example/\n")
  let server = await startAt(0)
  key = server.key
  const endpoint = await server.cli(
    "webhooks",
    "create",
    "--url",
    `http://127.0.0.1:${port}/hook`,
    ...Object.keys(eventCatalog).filter((type) => type !== "webhook.test").flatMap((type) => ["--event", type])
  )
  await causeEvents(server, 4)
  await eventually(
    () => deliveriesOf(server),
    (found) => found.filter(({ attempts }) => attempts.length > 0).length >= 15
  )
  await server.kill()

  rmSync(feed)
  server = await startAt(10)
  await causeEvents(server, 4)
  // Killed at once: every event of an answered request is already on the disk.
  await server.kill()

  server = await startAt(35)
  await eventually(
    () => deliveriesOf(server),
    (found) => found.every(({ attempts, state }) => state === "pending" && attempts.length > 0)
  )
  await server.kill()
  expect(received).toEqual([])

  const receiver = await receive()
  server = await startAt(60)
  const deliveries = await eventually(
    () => deliveriesOf(server),
    (found) => found.every(({ state }) => state === "delivered")
  )
  await server.stop()
  await new Promise((resolve) => receiver.close(resolve))

  const ids = deliveries.map(({ event_id }) => event_id)
  expect(new Set(ids).size).toBe(ids.length)
  // All events of both periods, and one of the source that is down since the second start.
  const counts = Object.fromEntries(
    Object.entries(Object.groupBy(deliveries, ({ event }) => event)).map(([type, found]) => [type, found.length])
  )
  expect(counts).toEqual({
    "document.blocked": 8,
    "lead.spam": 8,
    "submission.created": 8,
    "submission.reviewed": 2,
    "key.created": 2,
    "key.revoked": 2,
    "source.down": 1
  })
  expect(ids).toHaveLength(2 * eventsOf(4) + 1)
  // The receiver got each event at least once, and after deduplication exactly once.
  expect([...new Set(received.map(({ headers }) => headers["webhook-id"]))].toSorted()).toEqual(ids.toSorted())
  const verifier = new Webhook(endpoint.secret)
  for (const { at, body, headers } of received) {
    vi.useFakeTimers({ now: at, toFake: ["Date"] })
    const payload = verifier.verify(body, headers as Record<string, string>) as { type: EventType; data: unknown }
    vi.useRealTimers()
    expect(Schema.is(eventCatalog[payload.type].data as Schema.Codec<unknown>)(payload.data)).toBe(true)
  }
  const [stored] = deliveries.filter(({ attempts }) => attempts.length > 2)
  expect(stored?.attempts[0]).toMatchObject({
    status: null,
    error: "The URL's server could not be reached. Check the URL, and that its server is running."
  })
})
