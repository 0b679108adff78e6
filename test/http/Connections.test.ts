import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { FileDescriptors } from "../../adapters/http/server/connections/FileDescriptors.ts"
import { HeadersMillisMax } from "../../adapters/http/server/connections/NodeServer.ts"
import { WebRisk } from "../../core/threats/WebRisk.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { trustLoopbackProxy } from "../support/SharedAccount.ts"
import { rounds } from "../support/TestRun.ts"
import { scanEmail, siteverify } from "./Contract.ts"
import { openMany, openRaw, type RawConnection, requestText, statusesOf } from "./Raw.ts"

const closedCount = (all: ReadonlyArray<RawConnection>): number => all.filter((one) => one.isClosed()).length

const health = requestText("GET /healthz", [])

/** Sends a request on each connection and returns the statuses. */
const ask = (all: ReadonlyArray<RawConnection>): Promise<ReadonlyArray<number>> =>
  Promise.all(all.map(async (one) => {
    const before = one.received().length
    one.write(health)
    await one.until(new RegExp(`^[^]{${before}}HTTP[^]*\\r\\n\\r\\n[^]`))
    return statusesOf(one.received().slice(before))[0] ?? 0
  }))

const ok = (count: number) => Array.from({ length: count }, () => 200)

/** Returns how often the address limit was reached, in all servers of this process. */
const limitsReached = async (server: InProcessServer): Promise<number> => {
  const metrics = await (await fetch(`${server.baseUrl}/metrics`, { headers: { Connection: "close" } })).text()
  expect(metrics).toMatch(/^gatehouse_http_connections \d+$/m)
  return Number(/^gatehouse_http_limit_reached_total\{limit="address"[^}]*\} (\d+)$/m.exec(metrics)?.[1] ?? 0)
}

const warnings = (server: InProcessServer): ReadonlyArray<string> => server.output().match(/WARN.*/g) ?? []

describe("silent connections of one address", () => {
  const count = rounds("silent connections of one address", 2_000, 6_000)

  it("keep no other client out and are closed at the deadline", async () => {
    const server = await startServerInProcess({
      env: { GATEHOUSE_CONNECTIONS_MAX: "500" },
      ports: Layer.succeed(HeadersMillisMax, 1_000)
    })
    const silent: Array<RawConnection> = []
    try {
      const kept = await openMany(server.port, 8)
      expect(await ask(kept)).toEqual(ok(8))
      for (let opened = 0; opened < count; opened += 200) {
        silent.push(...await openMany(server.port, 200))
        expect(await ask(kept)).toEqual(ok(8))
        const honest = await openMany(server.port, 4)
        expect(await ask(honest)).toEqual(ok(4))
        for (const one of honest) one.end()
        expect((await server.post(scanEmail.path, scanEmail.body)).status).toBe(200)
      }
      // The address limit has closed some of the connections, and the deadline closes the others.
      for (const one of silent) expect(await one.closed()).toBe(true)
      expect(await ask(kept)).toEqual(ok(8))
      for (const one of kept) one.end()
    } finally {
      for (const one of silent) one.end()
      await server.stop()
    }
  })
})

describe("with a limit of 6 connections per address", () => {
  let server: InProcessServer
  beforeAll(async () => {
    server = await startServerInProcess({
      env: { GATEHOUSE_CONNECTIONS_MAX: "100", GATEHOUSE_CONNECTIONS_PER_ADDRESS_MAX: "6" }
    })
  })
  afterAll(() => server.stop())

  it("a new connection closes a silent or an idle one, and the operator is warned once", async () => {
    const countBefore = await limitsReached(server)
    const idle = await openMany(server.port, 2)
    expect(await ask(idle)).toEqual(ok(2))
    const silent = await openMany(server.port, 4)
    const more = await openMany(server.port, 2)
    await expect.poll(() => closedCount(silent)).toBe(2)
    expect(closedCount([...idle, ...more])).toBe(0)
    expect(await ask(more)).toEqual(ok(2))
    const next = await openMany(server.port, 1)
    await expect.poll(() => closedCount(idle)).toBe(1)
    expect(await ask([...next, ...more, idle.find((one) => !one.isClosed())!])).toEqual(ok(4))
    expect(warnings(server)).toEqual([
      expect.stringMatching(
        /127\.0\.0\.1 has reached the limit of 6 open connections per address .*GATEHOUSE_CONNECTIONS_PER_ADDRESS_MAX.*TRUSTED_PROXIES/
      )
    ])
    // The connection that reads the metrics is the fourth connection that reaches the limit.
    expect(await limitsReached(server) - countBefore).toBe(4)
    for (const one of [...idle, ...silent, ...more, ...next]) one.end()
  })

  it("a connection is refused while all carry a request, and these are answered", async () => {
    const body = JSON.stringify(scanEmail.body)
    const busy: Array<RawConnection> = []
    for (let at = 0; at < 6; at++) {
      const one = await openRaw(server.port)
      busy.push(one)
      one.write(requestText(`POST ${scanEmail.path}`, [
        ["API-KEY", server.key],
        ["Content-Type", "application/json"],
        ["Content-Length", String(body.length)],
        ["Expect", "100-continue"]
      ]))
      // The server now waits for the body.
      await one.until(/100 Continue/)
    }
    const [refused] = await openMany(server.port, 1)
    expect(await refused!.closed()).toBe(true)
    expect(refused!.received()).toBe("")
    for (const one of busy) {
      one.write(body)
      await one.until(/\}/)
      expect(statusesOf(one.received())).toEqual([100, 200])
    }
    for (const one of busy) one.end()
  })
})

describe("behind a trusted proxy, with a limit of 2", () => {
  let server: InProcessServer
  beforeAll(async () => {
    server = await startServerInProcess({ env: { ...trustLoopbackProxy, GATEHOUSE_CONNECTIONS_PER_ADDRESS_MAX: "2" } })
  })
  afterAll(() => server.stop())

  const forwarded = (client: string) => ["X-Forwarded-For", client] as const

  /** Sends the headers of a request, so that the server waits for the body. */
  const begin = async (client: string): Promise<RawConnection> => {
    const raw = await openRaw(server.port)
    raw.write(requestText(`POST ${scanEmail.path}`, [
      forwarded(client),
      ["API-KEY", server.key],
      ["Content-Type", "application/json"],
      ["Content-Length", "1000"],
      ["Expect", "100-continue"]
    ]))
    await raw.until(/100 Continue/)
    return raw
  }
  const get = async (client: string | null, path: string) => {
    const headers = client === null ? {} : { "X-Forwarded-For": client }
    return (await fetch(`${server.baseUrl}${path}`, { headers })).status
  }

  it("the limit applies to each client's requests in progress, not to the proxy's connections", async () => {
    const busy = [await begin("203.0.113.7"), await begin("203.0.113.7")]
    const others = await Promise.all(Array.from({ length: 6 }, (_, at) => begin(`203.0.113.${8 + at}`)))
    expect(closedCount([...busy, ...others])).toBe(0)

    const json = await server.post(scanEmail.path, scanEmail.body, { "X-Forwarded-For": "203.0.113.7" })
    expect([json.status, json.headers.get("retry-after"), json.json]).toEqual([
      429,
      "1",
      { ok: false, message: expect.stringContaining("in progress") }
    ])
    expect(json.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
    const shield = await server.post(siteverify.path, siteverify.body, { "X-Forwarded-For": "1.1.1.1, 203.0.113.7" })
    expect([shield.status, shield.json]).toEqual([429, {
      success: false,
      error: expect.stringContaining("in progress")
    }])
    const page = await fetch(`${server.baseUrl}/dashboard`, { headers: { "X-Forwarded-For": "203.0.113.7" } })
    expect([page.status, page.headers.get("retry-after"), await page.json()]).toEqual([
      429,
      "1",
      { ok: false, message: expect.stringContaining("in progress") }
    ])
    // Requests of the proxy itself, and of clients below the limit, are served.
    expect([await get(null, "/readyz"), await get("203.0.113.8", "/healthz")]).toEqual([200, 200])
    expect(warnings(server)).toEqual([
      expect.stringMatching(
        /203\.0\.113\.7 has reached the limit of 2 requests in progress per address, through a proxy/
      )
    ])
    expect((await server.balance()).available).toBe(server.credits)

    busy[0]!.end()
    await expect.poll(() => get("203.0.113.7", "/healthz")).toBe(200)
    for (const one of [...busy, ...others]) one.end()
  })

  it("the addresses of an IPv6 subscriber count as one client", async () => {
    const busy = [await begin("2001:db8:0:7::1"), await begin("2001:db8:0:7::2")]
    expect([await get("2001:db8:0:7::3", "/healthz"), await get("2001:db8:0:8::3", "/healthz")]).toEqual([429, 200])
    for (const one of busy) one.end()
  })
})

it("requests that wait for an earlier one on a connection end with it", async () => {
  const source = { check: () => Effect.never, status: Effect.succeed([]) }
  const server = await startServerInProcess({
    env: { ...trustLoopbackProxy, GATEHOUSE_CONNECTIONS_PER_ADDRESS_MAX: "2" },
    ports: Layer.succeed(WebRisk, source)
  })
  const get = async () =>
    (await fetch(`${server.baseUrl}/healthz`, { headers: { "X-Forwarded-For": "203.0.113.50" } })).status
  try {
    const body = JSON.stringify({ url: "https://example.com/" })
    const hanging = requestText("POST /scan/url", [
      ["X-Forwarded-For", "203.0.113.50"],
      ["API-KEY", server.key],
      ["Content-Type", "application/json"],
      ["Content-Length", String(body.length)]
    ], body)
    for (let round = 0; round < 2; round++) {
      const raw = await openRaw(server.port)
      raw.write(hanging + hanging)
      await expect.poll(get).toBe(429)
      raw.socket.resetAndDestroy()
      await expect.poll(get).toBe(200)
    }
  } finally {
    await server.stop()
  }
})

describe("the operator is warned", () => {
  it("once each time that 80 % of the connections are open", async () => {
    const server = await startServerInProcess({ env: { ...trustLoopbackProxy, GATEHOUSE_CONNECTIONS_MAX: "20" } })
    try {
      const first = await openMany(server.port, 15)
      expect(await ask(first)).toEqual(ok(15))
      expect(warnings(server)).toEqual([])
      const more = await openMany(server.port, 3)
      expect(await ask(more)).toEqual(ok(3))
      expect(warnings(server)).toEqual([
        expect.stringMatching(/16 of at most 20 connections are open.*GATEHOUSE_CONNECTIONS_MAX/)
      ])
    } finally {
      await server.stop()
    }
  })

  it("of file descriptors, and of a descriptor limit that allows fewer connections than the setting", async () => {
    const files = { max: () => 1_000, open: Effect.succeed(801) }
    const server = await startServerInProcess({ ports: Layer.succeed(FileDescriptors, files) })
    try {
      await expect.poll(() => warnings(server)).toEqual([
        expect.stringMatching(
          /The connection limit is 872 instead of 10000, .* only 1000 files.*GATEHOUSE_CONNECTIONS_MAX/
        ),
        expect.stringMatching(/801 of 1000 file descriptors are in use/)
      ])
    } finally {
      await server.stop()
    }
  })
})
