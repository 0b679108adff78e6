import { Data, Effect } from "effect"
import { createServer, type Server } from "node:http"
import { parseDownloadUrl } from "../../core/threats/DownloadUrl.ts"
import { type DownloadLimits, downloadLimits } from "./DownloadLimits.ts"
import { fetchDocument } from "./Fetch.ts"
import type { World } from "./World.ts"

/** Maximum duration of the test, which delays the start. */
export const selfTestMillisMax = 2_000

/** Reason why URLs cannot be fetched safely here. */
export class Unproven extends Data.TaggedError("Unproven")<{ readonly reason: string }> {}

/** Does not exist in DNS (RFC 6761), so a second resolution would fail. */
const host = "pinning-test.invalid"
const address = "127.0.0.1"

/**
 * Verifies on this runtime that downloads are safe. A request must go to the checked address, whatever its name and the environment say,
 * and never to a non-public address. The test requests go to a local server under a name that does not exist: once with the loopback
 * address allowed, then in several ways without.
 */
export const selfTest = (world: World): Effect.Effect<void, Unproven> =>
  Effect.acquireUseRelease(
    listen,
    ({ port, seen }) =>
      Effect.gen(function*() {
        const limits = { ...downloadLimits, ports: [port], redirectsMax: 0, bytesMax: 1_024 }
        const pinned: World = { ...world, resolve: () => Effect.succeed([address]) }
        const allowed: World = { ...pinned, isPublic: (text) => text === address }
        const document = yield* Effect.mapError(
          fetchText(`http://${host}:${port}/pinned?by=address`, limits, allowed),
          ({ message }) => unproven(`a request to a checked address did not succeed (${message})`)
        )
        const [request, ...more] = seen
        if (request !== `GET /pinned?by=address ${host}:${port}` || more.length > 0) {
          return yield* unproven("the request did not arrive as it was sent")
        }
        if (new TextDecoder().decode(document.bytes) !== answer) {
          return yield* unproven("the answer was another server's")
        }
        for (const name of [host, address, `[::ffff:${address}]`]) {
          const outcome = yield* Effect.result(fetchText(`http://${name}:${port}/`, limits, pinned))
          if (outcome._tag === "Success" || outcome.failure._tag !== "DownloadRefused" || seen.length > 1) {
            return yield* unproven("an address that is not public was not refused")
          }
        }
      }),
    ({ server }) => Effect.sync(() => close(server))
  ).pipe(
    Effect.timeoutOrElse({ duration: selfTestMillisMax, orElse: () => unproven("it took too long") })
  )

const fetchText = (text: string, limits: DownloadLimits, world: World) =>
  Effect.flatMap(
    Effect.fromResult(parseDownloadUrl(text, limits.ports, null)),
    (url) => fetchDocument(url, limits, world)
  )

const unproven = (reason: string) => new Unproven({ reason: `The self-test of pinned connections failed: ${reason}.` })

const answer = "pinned"

interface Listening {
  readonly server: Server
  readonly port: number
  readonly seen: ReadonlyArray<string>
}

const listen = Effect.callback<Listening, Unproven>((resume) => {
  const seen: Array<string> = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.host}`)
    response.end(answer)
  })
  server.once("error", () => resume(unproven(`no server can listen on ${address}`)))
  server.listen(0, address, () => {
    const bound = server.address()
    if (bound === null || typeof bound === "string") return resume(unproven(`no server can listen on ${address}`))
    resume(Effect.succeed({ server, port: bound.port, seen }))
  })
  return Effect.sync(() => close(server))
})

const close = (server: Server): void => {
  server.close()
  server.closeAllConnections()
}
