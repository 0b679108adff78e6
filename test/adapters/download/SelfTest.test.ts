import { Effect, Fiber, Logger, Result } from "effect"
import { TestClock } from "effect/testing"
import { type AddressInfo, connect, createServer, Socket } from "node:net"
import { describe, expect, it } from "vitest"
import * as DownloadNode from "../../../adapters/download/DownloadNode.ts"
import { connectWithNode, type NetworkAccess, resolveWithSystem } from "../../../adapters/download/NetworkAccess.ts"
import { selfTestMillisMax } from "../../../adapters/download/SelfTest.ts"
import { Download } from "../../../core/threats/Download.ts"
import { makeNotPublicError } from "../../../core/threats/DownloadUrl.ts"
import { isPublicAddress } from "../../../core/urls/PublicAddress.ts"
import { refuseConnection, someTurns } from "./FakeInternet.ts"

const world: NetworkAccess = {
  resolve: resolveWithSystem,
  isPublic: (address) => isPublicAddress(address),
  connect: connectWithNode,
  trustedCertificates: undefined
}

const ask = Effect.gen(function*() {
  const { fetch, status } = yield* Download
  const fetched = yield* Effect.result(fetch("http://127.0.0.1/"))
  return { status: yield* status, failure: Result.isFailure(fetched) ? fetched.failure : null }
})

/** Runs the self-test. The clock advances only where the test needs time to pass. */
const inWorld = (world: NetworkAccess, isSlow: boolean) =>
  Effect.runPromise(
    Effect.gen(function*() {
      const asking = yield* Effect.forkChild(ask.pipe(Effect.provide(DownloadNode.layerWithNetwork(world))))
      if (isSlow) {
        yield* someTurns
        yield* TestClock.adjust(selfTestMillisMax)
      }
      return yield* Fiber.join(asking)
    }).pipe(Effect.provide(Logger.layer([])), Effect.provide(TestClock.layer()))
  )

describe("the self-test", () => {
  it("passes on this runtime, and the loopback address stays closed to callers", async () => {
    const { failure, status } = await Effect.runPromise(ask.pipe(Effect.provide(DownloadNode.layer())))
    expect(status).toEqual({ live: true })
    expect([failure!._tag, failure!.message]).toEqual(["DownloadRefused", makeNotPublicError().message])
  })

  const elsewhere = async (reply: string) => {
    const server = createServer((socket) => {
      socket.on("error", () => {}).once("data", () => socket.end(reply))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { server, port: (server.address() as AddressInfo).port }
  }

  const cases: ReadonlyArray<readonly [string, string, (port: number) => Partial<NetworkAccess>]> = [
    [
      "connects to another server",
      "was altered on its way",
      (port) => ({ connect: (host) => connect({ host, port }) })
    ],
    ["does not connect", "to a checked address failed", () => ({ connect: refuseConnection })],
    ["does not say where it is connected to", "to a checked address failed", () => ({
      connect: (host, port) => Object.defineProperty(connect({ host, port }), "remoteAddress", { value: undefined })
    })],
    ["says that it is connected to another address", "to a checked address failed", () => ({
      connect: (host, port) => Object.defineProperty(connect({ host, port }), "remoteAddress", { value: "10.0.0.1" })
    })],
    ["takes the loopback address for public", "not refused", () => ({ isPublic: () => true })],
    ["would connect to a mapped loopback address", "not refused", () => ({
      isPublic: (address) => address.startsWith("::ffff") || isPublicAddress(address),
      connect: (host, port) => host.startsWith("::ffff") ? refuseConnection() : connect({ host, port })
    })],
    ["never comes to an end", "took too long", () => ({ connect: () => new Socket(), isPublic: () => false })]
  ]

  it.each(cases)("turns downloads off if a runtime %s", async (_, reason, broken) => {
    const { port, server } = await elsewhere("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npinned")
    const { failure, status } = await inWorld({ ...world, ...broken(port) }, reason === "took too long")
    await new Promise((resolve) => server.close(resolve))
    expect(status).toEqual({ live: false, reason: expect.stringContaining(reason) })
    expect([failure!._tag, failure!.message]).toEqual([
      "DownloadRefused",
      "This server does not download documents by URL. Upload the file instead."
    ])
  })
})

describe("the layer", () => {
  it("refuses the operator's own networks and accepts additional ports if configured", async () => {
    const urls = ["http://93.184.216.34/", "http://[64:ff9b::93.184.216.34]/", "http://example.com:9000/"]
    const outcomes = await Effect.runPromise(
      Effect.flatMap(Download, ({ fetch }) => Effect.forEach(urls, (url) => Effect.flip(fetch(url)))).pipe(
        Effect.provide(DownloadNode.layer({ refusedNetworks: ["93.184.216.0/24"], ports: [80] }))
      )
    )
    expect(outcomes.map(({ message }) => message)).toEqual([
      makeNotPublicError().message,
      makeNotPublicError().message,
      "Documents can only be fetched from these ports: 80."
    ])
  })

  it("turns downloads off if a configured network is invalid", async () => {
    const { failure, status } = await Effect.runPromise(
      ask.pipe(
        Effect.provide(DownloadNode.layer({ refusedNetworks: ["203.0.114.0/24", "203.0.114/24"] })),
        Effect.provide(Logger.layer([]))
      )
    )
    expect(status).toEqual({ live: false, reason: expect.stringContaining("203.0.114/24 is not a network") })
    expect(failure!.message).toContain("does not download documents by URL")
  })
})
