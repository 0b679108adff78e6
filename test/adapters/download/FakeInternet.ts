import { Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import { type AddressInfo, connect, createServer, type Server, Socket } from "node:net"
import { createServer as createSecureServer } from "node:tls"
import { expect, vi } from "vitest"
import type { DownloadLimits } from "../../../adapters/download/DownloadLimits.ts"
import { layerWithNetwork } from "../../../adapters/download/DownloadNode.ts"
import { HostUnresolved, type NetworkAccess } from "../../../adapters/download/NetworkAccess.ts"
import { Download, type Downloaded } from "../../../core/threats/Download.ts"
import { isPublicAddress } from "../../../core/urls/PublicAddress.ts"

/** Handles a request on a socket, given the head of the request. */
export type Serve = (socket: Socket, head: string) => void

/** Consecutive DNS answers for one name. The last answer repeats. Null means that the name does not exist. */
export type Answers = ReadonlyArray<ReadonlyArray<string> | null>

/**
 * Network in one process: DNS from a table, and servers that listen on the loopback address and appear at public
 * addresses. The real rules decide which addresses are public. Every connection is recorded.
 */
export class FakeInternet {
  readonly names = new Map<string, Answers>()
  /** Connected addresses with ports, in the order of the connections. */
  readonly connections: Array<string> = []
  readonly resolved: Array<string> = []
  readonly heads: Array<string> = []
  /** Server names that clients sent with TLS. Null for a client that sent no name. */
  readonly serverNames: Array<string | null> = []
  /** Bytes that the servers sent, which shows whether a download was aborted. */
  bytesSent = 0
  readonly #routes = new Map<string, number>()
  readonly #servers: Array<Server> = []
  readonly #sockets = new Set<Socket>()

  /** Network functions, which a test may replace. */
  world: NetworkAccess = {
    resolve: (host) => {
      this.resolved.push(host)
      const answers = this.names.get(host) ?? [null]
      const times = this.resolved.filter((name) => name === host).length
      const answer = answers[Math.min(times, answers.length) - 1] ?? null
      return answer === null ? Effect.fail(new HostUnresolved()) : Effect.succeed(answer)
    },
    isPublic: (address) => isPublicAddress(address),
    connect: (address, port) => {
      this.connections.push(`${address} ${port}`)
      const local = this.#routes.get(`${address} ${port}`)
      if (local === undefined) return address === "127.0.0.1" ? connect({ host: address, port }) : refuseConnection()
      return Object.defineProperty(connect({ host: "127.0.0.1", port: local }), "remoteAddress", { value: address })
    },
    trustedCertificates: certificate
  }

  /** Starts a server at a public address. */
  async serve(address: string, port: number, serve: Serve): Promise<void> {
    const accept = (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on("error", () => {}).on("close", () => {
        this.bytesSent += socket.bytesWritten
        this.#sockets.delete(socket)
      })
      let head = ""
      socket.on("data", (piece) => {
        head += piece.toString("latin1")
        if (!head.includes("\r\n\r\n")) return
        this.heads.push(head)
        serve(socket, head)
        head = ""
      })
    }
    const isSecure = port === 443 || port === 8443
    const server = isSecure
      ? createSecureServer({ cert: certificate, key: privateKey }, (socket) => {
        this.serverNames.push(socket.servername || null)
        accept(socket)
      }).on("tlsClientError", () => {})
      : createServer(accept)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    this.#servers.push(server)
    this.#routes.set(`${address} ${port}`, (server.address() as AddressInfo).port)
  }

  async fetch(url: string, limits: Partial<DownloadLimits> = {}, meanwhile?: Effect.Effect<void>): Promise<Outcome> {
    const [outcome] = await this.fetchAll([url], limits, { meanwhile })
    return outcome!
  }

  /**
   * Downloads URLs one after the other or concurrently. Only `meanwhile` advances the test clock, so a slow machine
   * never causes a timeout.
   *
   * @param meanwhile effect that runs concurrently with the downloads
   */
  fetchAll(
    urls: ReadonlyArray<string>,
    limits: Partial<DownloadLimits> = {},
    { concurrency = 1, meanwhile = Effect.void }: {
      readonly concurrency?: number
      readonly meanwhile?: Effect.Effect<void> | undefined
    } = {}
  ): Promise<ReadonlyArray<Outcome>> {
    const resolution = Effect.gen({ self: this }, function*() {
      const download = yield* Download
      // Removes the connections of the self-test.
      this.connections.length = 0
      const outcomes = yield* Effect.forkChild(
        Effect.forEach(urls, (url) => Effect.map(Effect.result(download.fetch(url)), outcomeOf), { concurrency }),
        { startImmediately: true }
      )
      yield* meanwhile
      return yield* Fiber.join(outcomes)
    })
    return Effect.runPromise(resolution.pipe(
      Effect.provide(layerWithNetwork(this.world, limits)),
      Effect.provide(Logger.layer([])),
      Effect.provide(TestClock.layer())
    ))
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))))
  }
}

export interface Outcome {
  readonly kind: "downloaded" | "DownloadRefused" | "DownloadFailed" | "QueueFull"
  readonly document: Downloaded | null
  readonly message: string | null
}

const outcomeOf = (
  result: Effect.Success<
    ReturnType<typeof Effect.result<Downloaded, { _tag: Outcome["kind"]; message: string }, never>>
  >
): Outcome =>
  result._tag === "Success"
    ? { kind: "downloaded", document: result.success, message: null }
    : { kind: result.failure._tag, document: null, message: result.failure.message }

/** Waits for a condition on sockets, because sockets do not depend on the test clock. */
export const until = (condition: () => boolean): Effect.Effect<void> =>
  Effect.promise(async () => {
    await vi.waitFor(() => expect(condition()).toBe(true), { timeout: 60_000, interval: 1 })
  })

/** Gives sockets time to do their pending work. */
export const someTurns: Effect.Effect<void> = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
})

/** Returns a socket that fails because no server exists at its address. */
export const refuseConnection = (): Socket => {
  const socket = new Socket()
  setImmediate(() => socket.destroy(new Error("connection refused")))
  return socket
}

/** Returns a server that sends the same bytes to every request and closes the connection. */
export const send = (...pieces: ReadonlyArray<string | Uint8Array>): Serve => (socket) => {
  for (const piece of pieces) socket.write(piece)
  socket.end()
}

export const ok = (body: string | Uint8Array, ...headers: ReadonlyArray<string>): Serve =>
  send(head(200, `Content-Length: ${lengthOf(body)}`, ...headers), body)

const lengthOf = (body: string | Uint8Array): number =>
  typeof body === "string" ? new TextEncoder().encode(body).length : body.length

export const head = (status: number, ...headers: ReadonlyArray<string>): string =>
  `HTTP/1.1 ${status} X\r\n${headers.map((header) => `${header}\r\n`).join("")}\r\n`

export const redirect = (location: string, status = 302): Serve => send(head(status, `Location: ${location}`))

export const textOf = (outcome: Outcome): string | null =>
  outcome.document === null ? null : new TextDecoder().decode(outcome.document.bytes)

/** Self-signed certificate for public.test, *.public.test and 93.184.216.34, valid for 100 years. Only for tests. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBbzCCARSgAwIBAgIBATAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARUZXN0MCAX
DTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAPMQ0wCwYDVQQDDARUZXN0
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEg6rsGy5N2Go+DgJNqEg83zhprQ6q
fXnR7uN6ZXRFmgZSJvdhxQxLaj5o0zWqGWlDbMH6dmf0JpZjwcDe+jPt36NfMF0w
KwYDVR0RBCQwIoILcHVibGljLnRlc3SCDSoucHVibGljLnRlc3SHBF242CIwDwYD
VR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUxRsIYuC0lOYAZNkEecncYQXOnPowCgYI
KoZIzj0EAwIDSQAwRgIhALddDq8wC1HkCavIHrrdTJ0oC5BUkLjvOj5y2xu75c8X
AiEA/l6SKWeCjhCOVLkVYDZ2dZjQaI3Y2trBIk6DE28EE1A=
-----END CERTIFICATE-----
`

const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgmhoK7cZcYUYVNDoq
waIpHdaxR0TBCNxuXFEM0r5bsvahRANCAASDquwbLk3Yaj4OAk2oSDzfOGmtDqp9
edHu43pldEWaBlIm92HFDEtqPmjTNaoZaUNswfp2Z/QmlmPBwN76M+3f
-----END PRIVATE KEY-----
`
