import { Effect, Layer, Result } from "effect"
import { parseNetwork } from "../../core/kernel/networks/Network.ts"
import { networkSet } from "../../core/kernel/networks/NetworkSet.ts"
import { CurrentRequester } from "../../core/queues/Requester.ts"
import { makeRunQueued } from "../../core/queues/RunQueued.ts"
import { Download, DownloadFailed, DownloadRefused, type DownloadStatus } from "../../core/threats/Download.ts"
import { parseDownloadUrl } from "../../core/threats/DownloadUrl.ts"
import { isPublicAddress } from "../../core/urls/PublicAddress.ts"
import { type DownloadLimits, downloadLimits, retryAfterSeconds } from "./DownloadLimits.ts"
import { type Fetch, fetchDocument } from "./Fetch.ts"
import { selfTest } from "./SelfTest.ts"
import { connectByNode, resolveBySystem, type World } from "./World.ts"

export interface DownloadOptions extends Partial<DownloadLimits> {
  /** The operator's own networks with public addresses, in CIDR notation; downloads from them are refused. */
  readonly networksRefused?: ReadonlyArray<string>
}

/** Uses `node:http` on sockets opened here, which works on Node, Bun and Deno. */
export const layer = ({ networksRefused = [], ...limits }: DownloadOptions = {}): Layer.Layer<Download> => {
  const mistaken = networksRefused.find((text) => parseNetwork(text) === null)
  if (mistaken !== undefined) return layerOff(`${mistaken} is not a network, such as 198.51.100.0/24 or 2001:db8::/32.`)
  const isRefused = networkSet(networksRefused)
  return layerIn({
    resolve: resolveBySystem,
    isPublic: (address) => isPublicAddress(address, isRefused),
    connect: connectByNode,
    trusted: undefined
  }, limits)
}

/** Returns the layer with the given external dependencies, for tests. */
export const layerIn = (world: World, limits: Partial<DownloadLimits> = {}): Layer.Layer<Download> =>
  Layer.effect(Download, make(world, { ...downloadLimits, ...limits }))

const make = Effect.fnUntraced(function*(world: World, limits: DownloadLimits) {
  const proof = yield* Effect.result(selfTest(world))
  if (Result.isFailure(proof)) return yield* turnedOff(proof.failure.reason)
  const runQueued = yield* makeRunQueued({
    queue: "downloads",
    slots: limits.downloadsMax,
    perHostMax: limits.perHostMax,
    waitingMax: limits.queuedMax,
    waitingPerKeyMax: limits.queuedPerKeyMax,
    waitMillisMax: limits.waitMillisMax,
    retryAfterSeconds
  })
  const fetch: Fetch = Effect.fnUntraced(function*(text) {
    const url = yield* Effect.fromResult(parseDownloadUrl(text, limits.ports, null))
    const requester = yield* CurrentRequester
    return yield* Effect.timeoutOrElse(fetchDocument(url, limits, world), {
      duration: limits.wallMillisMax,
      orElse: () => Effect.fail(tooSlow(limits))
    }).pipe(runQueued({ requester, host: url.host }))
  })
  return service(fetch, { live: true })
})

/** If a safety setting is invalid, downloads are disabled. */
const layerOff = (reason: string) => Layer.effect(Download, turnedOff(reason))

const turnedOff = (reason: string) =>
  Effect.as(
    Effect.logWarning(`Fetching documents by URL is off. ${reason}`),
    service(() => Effect.fail(off()), { live: false, reason })
  )

const service = (fetch: Fetch, status: DownloadStatus) => Download.of({ fetch, status: Effect.succeed(status) })

const off = () =>
  new DownloadRefused({ message: "Fetching documents by URL is off on this server. Send the file itself." })

const tooSlow = ({ wallMillisMax }: DownloadLimits) =>
  new DownloadFailed({
    message: `The document did not arrive within ${wallMillisMax / 1_000} seconds. Try again, or send the file itself.`
  })
