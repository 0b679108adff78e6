import { Effect, Fiber, Logger, References } from "effect"
import { TestClock } from "effect/testing"
import { createServer, type Server } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { layer, layerWithNetwork } from "../../../adapters/download/WebhookSenderNode.ts"
import { attemptMillisMax, WebhookSender } from "../../../core/webhooks/WebhookSender.ts"
import { FakeInternet, head, ok, redirect, send, until } from "./FakeInternet.ts"

const server = "93.184.216.34"
const body = "{\"type\":\"webhook.test\",\"data\":{\"name\":\"Ünïcode\"}}"
let internet: FakeInternet

beforeEach(() => {
  internet = new FakeInternet()
  internet.names.set("public.test", [[server]])
})
afterEach(() => internet.close())

const post = (url: string, allowedNetworks: ReadonlyArray<string> = [], meanwhile: Effect.Effect<void> = Effect.void) =>
  Effect.runPromise(
    Effect.gen(function*() {
      const sender = yield* WebhookSender
      const sent = yield* Effect.forkChild(sender.send({ url, headers: { "webhook-id": "evt_1" }, body }), {
        startImmediately: true
      })
      yield* meanwhile
      return yield* Fiber.join(sent)
    }).pipe(
      Effect.provide(layerWithNetwork(internet.world, { allowedNetworks })),
      Effect.provide(Logger.layer([])),
      Effect.provide(TestClock.layer())
    )
  )

/** Returns the connections without those of the self-test, which go to a port of the loopback address. */
const connections = () => internet.connections.filter((text) => !text.startsWith("127.0.0.1 ") || text.endsWith(" 80"))

const noAllowedAddress = { status: null, error: expect.stringContaining("no allowed address") }

describe("a webhook", () => {
  it("is posted over TLS to a checked address, by name, and with its body unchanged", async () => {
    let received = ""
    await internet.serve(server, 443, (socket, request) => {
      received = request
      const rest = () => {
        if (Buffer.byteLength(received, "latin1") < received.indexOf("\r\n\r\n") + 4 + Buffer.byteLength(body)) return
        socket.end(head(204))
      }
      socket.on("data", (bytes) => {
        received += bytes.toString("latin1")
        rest()
      })
      rest()
    })
    expect(await post("https://public.test/hook?x=1")).toEqual({ status: 204, retryAfterMillis: null })
    expect(received).toBe(
      "POST /hook?x=1 HTTP/1.1\r\nHost: public.test\r\nUser-Agent: Gatehouse\r\nContent-Type: application/json\r\n" +
        `Content-Length: ${Buffer.byteLength(body)}\r\nwebhook-id: evt_1\r\nConnection: close\r\n\r\n` +
        Buffer.from(body).toString("latin1")
    )
    expect(internet.resolved).toEqual(["public.test"])
    expect(internet.serverNames).toEqual(["public.test"])
    expect(connections()).toEqual([`${server} 443`])
  })

  it("does not follow redirects, and reports the status", async () => {
    await internet.serve(server, 443, redirect("https://public.test/other", 308))
    expect(await post("https://public.test/")).toEqual({ status: 308, retryAfterMillis: null })
    expect(connections()).toEqual([`${server} 443`])
  })

  it("reports the delay that a receiver asks for", async () => {
    await internet.serve(server, 443, send(head(503, "Retry-After: 120", "Content-Length: 0")))
    expect(await post("https://public.test/")).toEqual({ status: 503, retryAfterMillis: 120_000 })
  })

  it("does not read the body of the response", async () => {
    let closed: Promise<unknown> | undefined
    await internet.serve(server, 443, (socket: Socket) => {
      closed = new Promise((resolve) => socket.once("close", resolve))
      const endless = () => {
        while (!socket.destroyed && socket.write("x".repeat(65_536)));
        socket.once("drain", endless)
      }
      socket.write(head(200))
      endless()
    })
    expect(await post("https://public.test/")).toEqual({ status: 200, retryAfterMillis: null })
    await closed
    expect(internet.bytesSent).toBeLessThan(50_000_000)
  })

  it("is never sent to an address that is not public", async () => {
    for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1", "::ffff:10.0.0.1"]) {
      internet.names.set("inside.test", [[address]])
      internet.names.set("mixed.test", [[server, address]])
      expect(await post("https://inside.test/")).toEqual(noAllowedAddress)
      expect(await post("https://mixed.test/")).toEqual(noAllowedAddress)
      expect(await post(`https://${address.includes(":") ? `[${address}]` : address}/`)).toEqual(noAllowedAddress)
    }
    expect(await post("https://missing.test/")).toEqual(noAllowedAddress)
    expect(connections()).toEqual([])
  })

  it("is refused without https and on other ports", async () => {
    await internet.serve(server, 80, ok(""))
    expect(await post("http://public.test/")).toMatchObject({
      status: null,
      error: expect.stringContaining("https://")
    })
    expect(await post("https://public.test:22/")).toMatchObject({ status: null, error: expect.stringContaining("443") })
    // An allowed network does not allow http to public addresses.
    expect(await post("http://public.test/", ["10.0.0.0/8"])).toEqual(noAllowedAddress)
    expect(await post("https://public.test:22/", ["10.0.0.0/8"])).toEqual(noAllowedAddress)
    expect(connections()).toEqual([])
  })

  it("needs a valid certificate", async () => {
    internet.names.set("other.test", [[server]])
    await internet.serve(server, 443, ok(""))
    expect(await post("https://other.test/")).toMatchObject({ error: expect.stringContaining("certificate") })
    expect(internet.heads).toEqual([])
  })

  it("fails if the receiver closes the connection, is unreachable, or sends something else than HTTP", async () => {
    const message = "The endpoint closed the connection or sent an invalid HTTP response."
    await internet.serve(server, 443, (socket) => socket.destroy())
    await internet.serve(server, 8443, send("SSH-2.0-x\r\n\r\n"))
    expect(await post("https://public.test/")).toEqual({ status: null, error: message })
    expect(await post("https://public.test:8443/")).toEqual({ status: null, error: message })
    internet.names.set("closed.test", [["93.184.216.35"]])
    expect(await post("https://closed.test/")).toMatchObject({ error: expect.stringContaining("could not be reached") })
  })

  it("fails after fifteen seconds", async () => {
    await internet.serve(server, 443, () => {})
    const waiting = Effect.andThen(until(() => internet.heads.length > 0), TestClock.adjust(attemptMillisMax))
    expect(await post("https://public.test/", [], waiting)).toEqual({
      status: null,
      error: "The endpoint did not answer within 15 seconds."
    })
  })

  it("is not sent if the runtime cannot pin connections", async () => {
    await internet.serve(server, 443, ok(""))
    const logged: Array<unknown> = []
    const outcome = await Effect.runPromise(
      Effect.gen(function*() {
        const sender = yield* WebhookSender
        yield* sender.send({ url: "https://public.test/", headers: {}, body })
        return yield* sender.send({ url: "https://public.test/", headers: {}, body })
      }).pipe(
        Effect.provide(layerWithNetwork({ ...internet.world, connect: () => internet.world.connect(server, 443) })),
        Effect.provide(Logger.layer([Logger.make(({ message }) => void logged.push(message))])),
        Effect.provideService(References.MinimumLogLevel, "Warn")
      )
    )
    expect(outcome).toMatchObject({ status: null, error: expect.stringContaining("cannot send webhooks safely") })
    expect(logged).toHaveLength(1)
    expect(internet.heads).toEqual([])
  })
})

describe("a network that the operator allows", () => {
  let local: Server
  let received: Array<string>

  beforeEach(async () => {
    received = []
    local = createServer((request, response) => {
      received.push(`${request.method} ${request.headers.host}${request.url}`)
      request.resume().on("end", () => response.writeHead(200).end())
    })
    await new Promise<void>((resolve) => local.listen(0, "127.0.0.1", resolve))
  })
  afterEach(() => new Promise((resolve) => local.close(resolve)))

  it("gets webhooks over http on any port, on the real network", async () => {
    const { port } = local.address() as AddressInfo
    const request = { url: `http://127.0.0.1:${port}/hook`, headers: {}, body }
    const sendWith = (allowedNetworks: ReadonlyArray<string>) =>
      Effect.runPromise(Effect.provide(WebhookSender.use(({ send }) => send(request)), layer({ allowedNetworks })))
    expect(await sendWith(["10.0.0.0/8", "127.0.0.0/8"])).toEqual({ status: 200, retryAfterMillis: null })
    expect(received).toEqual([`POST 127.0.0.1:${port}/hook`])
    expect(await sendWith(["10.0.0.0/8"])).toEqual(noAllowedAddress)
    expect(await sendWith([])).toMatchObject({ status: null })
    expect(received).toHaveLength(1)
  })
})
