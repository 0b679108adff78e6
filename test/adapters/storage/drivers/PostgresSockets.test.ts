import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { parseAddress } from "../../../../adapters/storage/drivers/PostgresClient.ts"
import { PostgresSockets } from "../../../../adapters/storage/drivers/PostgresSockets.ts"

const limits = { suspectMillisMin: 20, probeMillisMax: 200, probeAgainMillis: 5, opensPerSecondMax: 40 }

/** Behavior of a fake server. A statement is a `?`, and a probe is an `SSLRequest`. */
interface Behavior {
  /** Number of probes received so far. */
  probes: number
  answersProbes: boolean
  answersStatements: boolean
}

const opened: Array<{ readonly close: () => void }> = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

const listen = async (behavior: Behavior, opensPerSecondMax = limits.opensPerSecondMax) => {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("data", (data) => {
      const isProbe = data.length === 8 && data.readInt32BE(4) === 80877103
      if (isProbe) behavior.probes++
      if (isProbe ? behavior.answersProbes : behavior.answersStatements) socket.write("N")
    })
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  const pool = new PostgresSockets({ host: "127.0.0.1", port, path: undefined, isEncrypted: false }, {
    ...limits,
    opensPerSecondMax
  })
  opened.push(pool, {
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
  })
  return pool
}

const failure = (stream: { once: (event: "error", listener: (error: Error) => void) => unknown }) =>
  new Promise<string>((resolve) => stream.once("error", ({ message }) => resolve(message)))

const ask = (pool: PostgresSockets) => {
  const stream = pool.open()
  const failed = failure(stream)
  const answered = new Promise<string>((resolve) => stream.once("data", (data: Buffer) => resolve(String(data))))
  stream.write("?")
  return { stream, outcome: Promise.race([failed, answered]) }
}

describe("sockets to PostgreSQL", () => {
  it("are closed, even idle ones, when PostgreSQL stops responding", async () => {
    const behavior = { answersProbes: true, answersStatements: true, probes: 0 }
    const pool = await listen(behavior)
    const idle = ask(pool)
    expect(await idle.outcome).toBe("N")
    const ended = failure(idle.stream)
    Object.assign(behavior, { answersProbes: false, answersStatements: false })
    expect(await ask(pool).outcome).toBe("PostgreSQL does not respond.")
    expect(await ended).toBe("PostgreSQL does not respond.")
  })

  it("fail at once while PostgreSQL is silent and reopen when it responds", async () => {
    const behavior = { answersProbes: false, answersStatements: false, probes: 0 }
    const pool = await listen(behavior)
    await ask(pool).outcome
    const refused = pool.open()
    expect(await failure(refused)).toBe("PostgreSQL does not respond.")
    Object.assign(behavior, { answersProbes: true, answersStatements: true })
    await expect.poll(() => ask(pool).outcome).toBe("N")
  })

  it("wait for a long statement while PostgreSQL responds to others", async () => {
    const behavior = { answersProbes: true, answersStatements: false, probes: 0 }
    const pool = await listen(behavior)
    const { outcome, stream } = ask(pool)
    await expect.poll(() => behavior.probes).toBeGreaterThan(2)
    behavior.answersStatements = true
    stream.write("?")
    expect(await outcome).toBe("N")
  })

  it("fail at once above the connection rate, without contacting PostgreSQL", async () => {
    const behavior = { answersProbes: true, answersStatements: true, probes: 0 }
    // The limit is one connection per 1,000 seconds.
    const pool = await listen(behavior, 0.001)
    expect(await failure(pool.open())).toMatch(/keep failing/)
    const other = await listen(behavior, 0.5)
    expect(await ask(other).outcome).toBe("N")
    expect(await failure(other.open())).toMatch(/keep failing/)
  })

  it("are refused if PostgreSQL no longer listens, as the driver reports it", async () => {
    const pool = await listen({ answersProbes: true, answersStatements: true, probes: 0 })
    opened.pop()!.close()
    expect(await ask(pool).outcome).toMatch(/ECONNREFUSED/)
  })
})

it.each([
  ["postgres://u:p@db.example:6000/x", { host: "db.example", port: 6000, path: undefined, isEncrypted: false }],
  ["postgresql://u@[::1]/x?sslmode=disable", { host: "::1", port: 5432, path: undefined, isEncrypted: false }],
  ["postgres://%2Frun%2Fpg/x", { host: "/run/pg", port: 5432, path: "/run/pg/.s.PGSQL.5432", isEncrypted: false }],
  ["postgres:///x?host=/run/pg&port=5433", {
    host: "/run/pg",
    port: 5433,
    path: "/run/pg/.s.PGSQL.5433",
    isEncrypted: false
  }],
  ["postgres:///x", { host: "localhost", port: 5432, path: undefined, isEncrypted: false }],
  ["postgres://db.example/x?sslmode=verify-full", {
    host: "db.example",
    port: 5432,
    path: undefined,
    isEncrypted: true
  }]
])("%s leads to %j", (url, address) => {
  expect(parseAddress(url)).toEqual(address)
})
