import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Connection, ConnectionTable } from "../../../../../adapters/http/server/connections/ConnectionTable.ts"
import { runs } from "../../../../support/TestRun.ts"

type Known = Connection<number, number>

const addressOf = ({ tally }: Known): string | null => tally === null ? null : tally.address

/** Opens connections numbered 0, 1, 2, … and fails if one is refused. */
const openAll = (table: ConnectionTable<number, number>, count: number, address: string | null): ReadonlyArray<Known> =>
  Array.from({ length: count }, (_, at) => table.opened(at, address).connection!)

describe("at the limit for one address", () => {
  it("a new connection replaces the oldest silent one if silent ones outnumber idle ones", () => {
    const table = new ConnectionTable<number, number>({ connectionsMax: 10, perAddressMax: 3 })
    const [used, silent, younger] = openAll(table, 3, "a")
    table.requestBegan(used!, 1)
    table.requestEnded(used!, 1)
    expect(table.opened(3, "a")).toMatchObject({ evicted: { socket: 1 }, reached: "address" })
    expect([used!.isOpen, silent!.isOpen, younger!.isOpen]).toEqual([true, false, true])
    expect(table.opened(4, "b")).toMatchObject({ evicted: null, reached: null })
  })

  it("a new connection otherwise replaces the one that has been idle longest", () => {
    const table = new ConnectionTable<number, number>({ connectionsMax: 10, perAddressMax: 3 })
    const all = openAll(table, 3, "a")
    for (const one of all) table.requestBegan(one, one.socket)
    for (const at of [1, 2, 0]) table.requestEnded(all[at]!, at)
    expect(table.opened(3, "a").evicted?.socket).toBe(1)
    // One new connection does not displace the previous one.
    expect(table.opened(4, "a").evicted?.socket).toBe(2)
    expect(table.opened(5, "a").evicted?.socket).toBe(3)
  })

  it("a new connection is refused if every connection carries a request", () => {
    const table = new ConnectionTable<number, number>({ connectionsMax: 10, perAddressMax: 2 })
    const [one, other] = openAll(table, 2, "a")
    table.requestBegan(one!, 1)
    table.requestBegan(other!, 1)
    table.requestBegan(other!, 2)
    table.requestEnded(other!, 1)
    expect(table.opened(2, "a")).toEqual({ connection: null, evicted: null, reached: "address" })
    table.requestEnded(other!, 2)
    expect(table.opened(3, "a").evicted?.socket).toBe(1)
  })
})

it("at the total limit, trusted proxies are accepted and keep their connections", () => {
  const table = new ConnectionTable<number, number>({ connectionsMax: 3, perAddressMax: 2 })
  openAll(table, 2, null)
  expect(table.opened(2, "a").reached).toBeNull()
  expect(table.opened(3, null)).toMatchObject({ evicted: { socket: 2 }, reached: "all" })
  expect(table.opened(4, "a")).toEqual({ connection: null, evicted: null, reached: "all" })
  expect(table.opened(5, null)).toEqual({ connection: null, evicted: null, reached: "all" })
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
      // The model: every open connection, oldest first.
      const open: Array<Known> = []
      let number = 0
      for (const one of steps) {
        if (one.kind === "open") {
          const ofAddress = open.filter((other) => addressOf(other) === one.address)
          const rest = one.address !== null && ofAddress.length >= limits.perAddressMax ? ofAddress : open
          const isFull = rest !== open || open.length >= limits.connectionsMax
          const resting = rest.filter(({ requests, tally }) => tally !== null && requests.length === 0)
          const { connection, evicted, reached } = table.opened(number++, one.address)
          expect(reached !== null).toBe(isFull)
          expect(connection === null).toBe(isFull && resting.length === 0)
          if (isFull && connection !== null) expect(resting).toContain(evicted)
          else expect(evicted).toBeNull()
          if (evicted !== null) open.splice(open.indexOf(evicted), 1)
          if (connection !== null) open.push(connection)
        } else {
          const connection = open[one.at % Math.max(1, open.length)]
          if (connection === undefined) continue
          if (one.kind === "begin") table.requestBegan(connection, number++)
          const [oldest] = connection.requests
          if (one.kind === "end" && oldest !== undefined) expect(table.requestEnded(connection, oldest)).toBe(true)
          if (one.kind === "close") {
            table.closed(connection)
            open.splice(open.indexOf(connection), 1)
          }
        }
        expect([...table.open]).toEqual(open)
        expect(open.length).toBeLessThanOrEqual(limits.connectionsMax)
        const addresses = open.flatMap(({ tally }) => tally === null ? [] : [tally.address])
        expect(table.addressesCount).toBe(new Set(addresses).size)
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
  table.requestBegan(one!, 1)
  table.closed(one!)
  table.closed(one!)
  expect([table.requestEnded(one!, 1), table.requestEnded(one!, 1)]).toEqual([true, false])
  expect([table.open.size, table.addressesCount]).toEqual([0, 0])
  expect([table.opened(1, "a").evicted, table.opened(2, "a").evicted]).toEqual([null, null])
})
