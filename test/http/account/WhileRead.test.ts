import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Latch, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type IncomingMessage, request } from "node:http"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { exportRowsMax } from "../../../adapters/http/account/api/Exports.ts"
import { ReadWaitMillisMax, streamWhileRead } from "../../../adapters/http/account/exports/SendExport.ts"
import { Ledger } from "../../../core/credits/Ledger.ts"
import type { LedgerLine } from "../../../core/credits/Movement.ts"
import { RequestHistory, type RequestRecord } from "../../../core/history/RequestHistory.ts"
import { Members } from "../../../core/members/Members.ts"
import { MemberSessions } from "../../../core/members/sessions/MemberSessions.ts"
import { eventually } from "../../support/Eventually.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { type Signed, signedIn } from "./Signed.ts"

describe("a stream that is sent while it is read", () => {
  const waitMillis = 30_000
  /** Builds a reader that takes a chunk after each of these pauses, in milliseconds. */
  const readBy = (pauses: ReadonlyArray<number>, mayGoOn = Effect.succeed(true)) =>
    Effect.gen(function*() {
      const taken: Array<number> = []
      const portions = streamWhileRead(Stream.range(1, pauses.length).pipe(Stream.rechunk(1)), mayGoOn)
      const reader = yield* Effect.forkChild(
        Stream.runForEach(portions, (n) => Effect.delay(Effect.sync(() => taken.push(n)), pauses[n - 1]!))
      )
      return { taken, reader }
    })

  it.effect("continues as long as each chunk is read in time, however long the whole takes", () =>
    Effect.gen(function*() {
      const { reader, taken } = yield* readBy(Array.from({ length: 20 }, () => waitMillis - 1))
      yield* TestClock.adjust(20 * waitMillis)
      yield* Fiber.join(reader)
      expect(taken).toHaveLength(20)
    }))

  it.effect("ends if the next chunk is not read in time, and not earlier", () =>
    Effect.gen(function*() {
      const { reader, taken } = yield* readBy([1_000, 10 * waitMillis, 0])
      yield* TestClock.adjust(1_000 + waitMillis - 1)
      expect(reader.pollUnsafe()).toBe(undefined)
      yield* TestClock.adjust(1)
      expect(Exit.hasInterrupts(yield* Fiber.await(reader))).toBe(true)
      expect(taken).toEqual([1])
    }))

  it.effect("does not count the time that the next chunk needs", () =>
    Effect.gen(function*() {
      const slow = Stream.fromEffect(Effect.delay(Effect.succeed("late"), 10 * waitMillis))
      const reader = yield* Effect.forkChild(
        Stream.runCollect(streamWhileRead(Stream.concat(Stream.make("soon"), slow), Effect.succeed(true)))
      )
      yield* TestClock.adjust(10 * waitMillis)
      expect(yield* Fiber.join(reader)).toEqual(["soon", "late"])
    }))

  it.effect("is cut off as soon as its reader loses permission", () =>
    Effect.gen(function*() {
      let callCount = 0
      const { reader, taken } = yield* readBy([0, 0, 0, 0], Effect.sync(() => ++callCount <= 2))
      yield* TestClock.adjust(1)
      expect(Exit.hasInterrupts(yield* Fiber.await(reader))).toBe(true)
      expect(taken).toEqual([1, 2])
    }))
})

describe.each(["requests", "credits"])("an export of %s", (name) => {
  const record: RequestRecord = {
    requestId: "req_1",
    accountId: "acc_1",
    keyId: "key_1",
    operation: "scan/url",
    status: 200,
    credits: 1,
    at: new Date(0),
    durationMicros: 1,
    verdict: "safe",
    subject: "x".repeat(2_000)
  }
  const line: LedgerLine = {
    version: 1,
    accountId: "acc_1",
    requestId: "req_1",
    kind: "grant",
    from: "issued",
    to: "available",
    amount: 1,
    note: "x".repeat(2_000),
    keyId: null,
    availableAfter: 1,
    heldAfter: 0,
    at: new Date(0)
  }
  /**
   * While this latch is closed, the lists release no chunk. The lists are endless, so they fill a stalled reader's
   * socket.
   */
  const mayTell = Latch.makeUnsafe(true)
  let callCount = 0
  const tell = <A>(value: A, limit: number): Effect.Effect<ReadonlyArray<A>> =>
    Effect.as(
      Effect.andThen(mayTell.await, Effect.sync(() => callCount++)),
      Array.from({ length: limit }, () => value)
    )
  const endless = Layer.merge(
    Layer.mock(RequestHistory, {
      record: () => {},
      recordLimited: () => {},
      search: ({ limit }) => Effect.map(tell(record, limit), (items) => ({ items, next: "req_1" }))
    }),
    Layer.mock(Ledger, {
      execute: () => Effect.succeed({ available: 1, held: 0, hasMoved: true }),
      markDelivered: () => {},
      statement: (_, { limit }) => tell(line, limit)
    })
  )
  const file = `${name}-export?format=csv`
  /** Number of chunks in a whole file. */
  const portions = exportRowsMax / 1_000
  const shortMillis = 300

  let server: InProcessServer
  let member: Signed
  beforeAll(async () => {
    server = await startServerInProcess({
      ports: Layer.merge(endless, Layer.succeed(ReadWaitMillisMax, shortMillis))
    })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    mayTell.openUnsafe()
    callCount = 0
    member = await signedIn(server, "member")
  })

  const until = (holds: () => boolean | Promise<boolean>) => eventually(holds, (value) => value)
  const hasRoom = async () => (await member.request("HEAD", file)).status === 200

  /** Starts an export and returns once the response has begun. The rest is read on demand. */
  const open = async () => {
    const clientRequest = request({
      host: "127.0.0.1",
      port: server.port,
      path: `/dashboard/api/${file}`,
      headers: { cookie: member.cookie() },
      agent: false
    })
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      clientRequest.on("response", resolve).on("error", reject).end()
    })
    /** Resolves to whether the response was completed or cut off. */
    const end = new Promise<"whole" | "cut">((resolve) => {
      response.on("close", () => resolve(response.complete ? "whole" : "cut")).on("error", () => {})
    })
    return { end, response }
  }

  it("with a stalled reader frees its slot and is not completed", async () => {
    const { end, response } = await open()
    expect(await hasRoom()).toBe(false)
    let toldOfIt = 0
    await until(() => {
      toldOfIt = callCount
      return hasRoom()
    })
    expect(toldOfIt).toBeLessThan(portions)
    response.resume()
    expect(await end).toBe("cut")
    expect(server.output()).not.toContain("Error")
  })

  it("requested with HEAD is not read and not logged as an export", async () => {
    const owner = await signedIn(server, "owner")
    const { headers, status, text } = await owner.request("HEAD", file)
    expect([status, headers["content-disposition"], text]).toEqual([200, `attachment; filename="${name}.csv"`, ""])
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8")
    expect(callCount).toBe(0)
    const noted = (await owner.request("GET", `audit?action=${name}.export`)).json.items
    expect(noted.filter(({ memberId }: any) => memberId === owner.member.id)).toEqual([])
  })

  const changes: ReadonlyArray<readonly [string, () => Promise<unknown>]> = [
    ["has signed out", () => member.request("POST", "sign-out")],
    [
      "was removed",
      () => server.run(Effect.flatMap(Members, (all) => all.remove(member.member.accountId, member.member.id)))
    ],
    ["has another role", async () => {
      const owner = await signedIn(server, "owner")
      await owner.request("PUT", `members/${member.member.id}/role`, { body: { role: "reviewer" } })
    }],
    [
      "lost the session",
      () => server.run(Effect.flatMap(MemberSessions, (all) => all.remove(member.member.id, member.session.id)))
    ]
  ]
  it.each(changes)("ends when its reader %s", async (_, change) => {
    mayTell.closeUnsafe()
    const { end, response } = await open()
    response.resume()
    await change()
    mayTell.openUnsafe()
    expect(await end).toBe("cut")
    expect(callCount).toBeLessThan(portions)
  })
})
