import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Connection, ConnectionTable } from "../../../../../adapters/http/server/connections/ConnectionTable.ts"
import { runs } from "../../../../support/TestRun.ts"

type Known = Connection<number, number>

const addressOf = ({ addressCounter }: Known): string | null => addressCounter === null ? null : addressCounter.address

/** Opens connections numbered 0, 1, 2, … and fails if a connection is refused. */
const openAll = (table: ConnectionTable<number, number>, count: number, address: string | null): ReadonlyArray<Known> =>
  Array.from({ length: count }, (_, at) => table.open(at, address).connection!)

describe("at the limit for one address", () => {
  it("a new connection replaces the oldest silent one if silent ones outnumber idle ones", () => {
    const table = new ConnectionTable<number, number>({ connectionsMax: 10, perAddressMax: 3 })
    const [used, silent, younger] = openAll(table, 3, "a")
    table.beginRequest(used!, 1)
    table.endRequest(used!, 1)
    expect(table.open(3, "a")).toMatchObject({ evicted: { socket: 1 }, limitReached: "address" })
    expect([used!.isOpen, silent!.isOpen, younger!.isOpen]).toEqual([true, false, true])
    expect(table.open(4, "b")).toMatchObject({ evicted: null, limitReached: null })
  })

  it("a new connection replaces the one that has been idle longest if silent ones do not outnumber idle ones", () => {
    const table = new ConnectionTable<number, number>({ connectionsMax: 10, perAddressMax: 3 })
    const all = openAll(table, 3, "a")
    for (const one of all) table.beginRequest(one, one.socket)
    for (const at of [1, 2, 0]) table.endRequest(all[at]!, at)
    expect(table.open(3, "a").evicted?.socket).toBe(1)
    // The next connection replaces an older connection, not the connection opened just before.
    expect(table.open(4, "a").evicted?.socket).toBe(2)
    expect(table.open(5, "a").evicted?.socket).toBe(3)
  })

  it("a new connection is refused if every connection carries a request", () => {
    const table = new ConnectionTable<number, number>({ connectionsMax: 10, perAddressMax: 2 })
    const [one, other] = openAll(table, 2, "a")
    table.beginRequest(one!, 1)
    table.beginRequest(other!, 1)
    table.beginRequest(other!, 2)
    table.endRequest(other!, 1)
    expect(table.open(2, "a")).toEqual({ connection: null, evicted: null, limitReached: "address" })
    table.endRequest(other!, 2)
    expect(table.open(3, "a").evicted?.socket).toBe(1)
  })
})

it("at the total limit, trusted proxies are accepted and keep their connections", () => {
  const table = new ConnectionTable<number, number>({ connectionsMax: 3, perAddressMax: 2 })
  openAll(table, 2, null)
  expect(table.open(2, "a").limitReached).toBeNull()
  expect(table.open(3, null)).toMatchObject({ evicted: { socket: 2 }, limitReached: "all" })
  expect(table.open(4, "a")).toEqual({ connection: null, evicted: null, limitReached: "all" })
  expect(table.open(5, null)).toEqual({ connection: null, evicted: null, limitReached: "all" })
})

const limits = { connectionsMax: 7, perAddressMax: 3 }

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("open" as const), address: fc.constantFrom("a", "b", "c", null) })
  },
  fc.record({ kind: fc.constantFrom("close" as const, "begin" as const, "end" as const), at: fc.nat(20) })
)

it("the limits hold, and no connection with a request is closed in favor of another", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const table = new ConnectionTable<number, number>(limits)
      // Model of the table: all open connections, oldest first.
      const open: Array<Known> = []
      let number = 0
      for (const one of steps) {
        if (one.kind === "open") {
          const ofAddress = open.filter((other) => addressOf(other) === one.address)
          const rest = one.address !== null && ofAddress.length >= limits.perAddressMax ? ofAddress : open
          const isFull = rest !== open || open.length >= limits.connectionsMax
          const resting = rest.filter(({ requests, addressCounter }) =>
            addressCounter !== null && requests.length === 0
          )
          const { connection, evicted, limitReached } = table.open(number++, one.address)
          expect(limitReached !== null).toBe(isFull)
          expect(connection === null).toBe(isFull && resting.length === 0)
          if (isFull && connection !== null) expect(resting).toContain(evicted)
          else expect(evicted).toBeNull()
          if (evicted !== null) open.splice(open.indexOf(evicted), 1)
          if (connection !== null) open.push(connection)
        } else {
          const connection = open[one.at % Math.max(1, open.length)]
          if (connection === undefined) continue
          if (one.kind === "begin") table.beginRequest(connection, number++)
          const [oldest] = connection.requests
          if (one.kind === "end" && oldest !== undefined) expect(table.endRequest(connection, oldest)).toBe(true)
          if (one.kind === "close") {
            table.close(connection)
            open.splice(open.indexOf(connection), 1)
          }
        }
        expect([...table.connections]).toEqual(open)
        expect(open.length).toBeLessThanOrEqual(limits.connectionsMax)
        const addresses = open.flatMap(({ addressCounter }) => addressCounter === null ? [] : [addressCounter.address])
        expect(table.addressCount).toBe(new Set(addresses).size)
        for (const address of addresses) {
          expect(addresses.filter((other) => other === address).length).toBeLessThanOrEqual(limits.perAddressMax)
        }
      }
    }),
    runs(200)
  )
})

it("a request ends once, and a connection closes once", () => {
  const table = new ConnectionTable<number, number>({ connectionsMax: 2, perAddressMax: 2 })
  const [one] = openAll(table, 1, "a")
  table.beginRequest(one!, 1)
  table.close(one!)
  table.close(one!)
  expect([table.endRequest(one!, 1), table.endRequest(one!, 1)]).toEqual([true, false])
  expect([table.connections.size, table.addressCount]).toEqual([0, 0])
  expect([table.open(1, "a").evicted, table.open(2, "a").evicted]).toEqual([null, null])
})
