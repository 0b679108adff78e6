import { Effect } from "effect"
import type { Socket } from "node:net"
import { checkServerIdentity, connect } from "node:tls"
import { DownloadFailed } from "../../core/threats/Download.ts"
import { type DownloadUrl, makeNotPublicError } from "../../core/threats/DownloadUrl.ts"
import { isSameAddress } from "../../core/urls/PublicAddress.ts"
import { addressesTriedMax, type DownloadLimits } from "./DownloadLimits.ts"
import type { NetworkAccess } from "./NetworkAccess.ts"

/**
 * Opens a connection to a checked address of the URL's host, with TLS for https. The name is resolved once, and every
 * address must be public. Sockets get only addresses, so the name is not resolved again.
 *
 * Only sockets opened here pin the address on Node, Bun and Deno alike. A `lookup` hook works with `node:http`, but
 * Deno then uses HTTP_PROXY. Bun and Deno silently ignore the hooks of other clients.
 */
export const openPinnedSocket = Effect.fnUntraced(
  function*(to: DownloadUrl, limits: DownloadLimits, world: NetworkAccess) {
    const addresses = yield* checkedAddresses(to, world)
    for (const address of alternateFamilies(addresses).slice(0, addressesTriedMax)) {
      const socket = yield* openSocket(address, to.port, limits, world)
      if (socket === null) continue
      if (!isSameAddress(socket.remoteAddress ?? "", address)) return yield* makeNotPublicError()
      return to.isSecure ? yield* startTls(socket, to, address, world) : socket
    }
    return yield* new DownloadFailed({
      message: "The URL's server could not be reached. Check the URL, and that its server is running."
    })
  }
)

/**
 * Returns the addresses of the host. Refuses the host if any address is not public: a name with both public and
 * non-public addresses is an attack.
 */
const checkedAddresses = Effect.fnUntraced(function*({ host, isAddress }: DownloadUrl, world: NetworkAccess) {
  const addresses = isAddress
    ? [host]
    : yield* Effect.catchTag(world.resolve(host), "Unresolved", () => Effect.fail(makeNotPublicError()))
  return addresses.length > 0 && addresses.every(world.isPublic) ? addresses : yield* makeNotPublicError()
})

/**
 * Moves the first address of the other IP family to second place. If one family is unreachable, the other is tried
 * next.
 */
const alternateFamilies = (addresses: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first] = addresses
  const other = addresses.find((address) => address.includes(":") !== first?.includes(":"))
  return first === undefined || other === undefined ? addresses : [...new Set([first, other, ...addresses])]
}

/** Opens a connection. Returns null if it fails or is not established within `connectMillisMax`. */
const openSocket = (address: string, port: number, limits: DownloadLimits, world: NetworkAccess) =>
  Effect.acquireRelease(Effect.sync(() => world.connect(address, port).on("error", ignoreError)), destroy).pipe(
    Effect.tap((socket) => waitFor(socket, "connect")),
    Effect.timeoutOrElse({ duration: limits.connectMillisMax, orElse: () => Effect.fail("too slow") }),
    Effect.orElseSucceed(() => null)
  )

/**
 * Starts TLS on a socket. The certificate must be valid for the URL's host, even if the environment disables
 * certificate checks.
 */
const startTls = (
  socket: Socket,
  { host, isAddress }: DownloadUrl,
  address: string,
  { trustedCertificates }: NetworkAccess
) => {
  const name = isAddress ? address : host
  const secure = Effect.sync(() =>
    connect({
      socket,
      host: name,
      servername: isAddress ? "" : host,
      ALPNProtocols: ["http/1.1"],
      minVersion: "TLSv1.2",
      rejectUnauthorized: true,
      checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
      ca: trustedCertificates
    }).on("error", ignoreError)
  )
  return Effect.acquireRelease(secure, destroy).pipe(
    Effect.tap((secure) => waitFor(secure, "secureConnect")),
    Effect.filterOrFail(({ authorized }) => authorized, () => "not authorized"),
    Effect.mapError(() =>
      new DownloadFailed({
        message: "The URL's server has no valid TLS certificate for its host."
      })
    )
  )
}

const destroy = (socket: Socket) => Effect.sync(() => socket.destroy())

/**
 * Ignores an error event, which `waitFor` handles while it waits. Without a listener, an error at any other time would
 * end the process.
 */
const ignoreError = () => {}

/** Waits for an event of the socket. Fails on an error, or if the socket closes before the event. */
const waitFor = (socket: Socket, event: "connect" | "secureConnect") =>
  Effect.callback<void, string>((resume) => {
    const failed = () => resume(Effect.fail("closed"))
    socket.once(event, () => resume(Effect.void)).once("error", failed).once("close", failed)
  })
