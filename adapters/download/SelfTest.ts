import { Data, Effect } from "effect"
import { createServer, type Server } from "node:http"
import { parseDownloadUrl } from "../../core/threats/DownloadUrl.ts"
import { defaultDownloadLimits, type DownloadLimits } from "./DownloadLimits.ts"
import { fetchDocument } from "./Fetch.ts"
import type { NetworkAccess } from "./NetworkAccess.ts"

/** Maximum duration of the self-test in milliseconds. The test delays the start of the server. */
export const selfTestMillisMax = 2_000

/** Error with the reason why URLs cannot be fetched safely on this runtime. */
export class SelfTestFailed extends Data.TaggedError("Unproven")<{ readonly reason: string }> {}

/**
 * Host name that does not exist in DNS (RFC 6761), so a request that ignores the checked address and resolves the name
 * fails.
 */
const host = "pinning-test.invalid"
const address = "127.0.0.1"

/**
 * Verifies on this runtime that downloads are safe. A request must go to the checked address, regardless of the host
 * name and the environment, and never to a non-public address. The requests go to a local server. The first request
 * uses a nonexistent host name and may connect to the loopback address. The other requests use that host name and two
 * spellings of the address, and must be refused.
 */
export const selfTest = (world: NetworkAccess): Effect.Effect<void, SelfTestFailed> =>
  Effect.acquireUseRelease(
    listen,
    ({ port, requests }) =>
      Effect.gen(function*() {
        const limits = { ...defaultDownloadLimits, ports: [port], redirectsMax: 0, bytesMax: 1_024 }
        const pinned: NetworkAccess = { ...world, resolve: () => Effect.succeed([address]) }
        const allowed: NetworkAccess = { ...pinned, isPublic: (text) => text === address }
        const document = yield* Effect.mapError(
          fetchText(`http://${host}:${port}/pinned?by=address`, limits, allowed),
          ({ message }) => selfTestFailed(`a request to a checked address failed (${message})`)
        )
        const [request, ...more] = requests
        if (request !== `GET /pinned?by=address ${host}:${port}` || more.length > 0) {
          return yield* selfTestFailed("the request was altered on its way")
        }
        if (new TextDecoder().decode(document.bytes) !== responseText) {
          return yield* selfTestFailed("another server responded")
        }
        for (const name of [host, address, `[::ffff:${address}]`]) {
          const outcome = yield* Effect.result(fetchText(`http://${name}:${port}/`, limits, pinned))
          if (outcome._tag === "Success" || outcome.failure._tag !== "DownloadRefused" || requests.length > 1) {
            return yield* selfTestFailed("a non-public address was not refused")
          }
        }
      }),
    ({ server }) => Effect.sync(() => close(server))
  ).pipe(
    Effect.timeoutOrElse({ duration: selfTestMillisMax, orElse: () => selfTestFailed("it took too long") })
  )

const fetchText = (text: string, limits: DownloadLimits, world: NetworkAccess) =>
  Effect.flatMap(
    Effect.fromResult(parseDownloadUrl(text, limits.ports, null)),
    (url) => fetchDocument(url, limits, world)
  )

const selfTestFailed = (reason: string) =>
  new SelfTestFailed({ reason: `The self-test of pinned connections failed: ${reason}.` })

const responseText = "pinned"

interface TestServer {
  readonly server: Server
  readonly port: number
  readonly requests: ReadonlyArray<string>
}

const listen = Effect.callback<TestServer, SelfTestFailed>((resume) => {
  const requests: Array<string> = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.host}`)
    response.end(responseText)
  })
  server.once("error", () => resume(selfTestFailed(`no server can listen on ${address}`)))
  server.listen(0, address, () => {
    const bound = server.address()
    if (bound === null || typeof bound === "string") return resume(selfTestFailed(`no server can listen on ${address}`))
    resume(Effect.succeed({ server, port: bound.port, requests }))
  })
  return Effect.sync(() => close(server))
})

const close = (server: Server): void => {
  server.close()
  server.closeAllConnections()
}
