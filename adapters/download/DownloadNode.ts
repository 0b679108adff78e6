import { Effect, Layer, Result } from "effect"
import { parseNetwork } from "../../core/kernel/networks/Network.ts"
import { makeNetworkSet } from "../../core/kernel/networks/NetworkSet.ts"
import { CurrentRequester } from "../../core/queues/Requester.ts"
import { makeRunQueued } from "../../core/queues/RunQueued.ts"
import { Download, DownloadFailed, DownloadRefused, type DownloadStatus } from "../../core/threats/Download.ts"
import { parseDownloadUrl } from "../../core/threats/DownloadUrl.ts"
import { isPublicAddress } from "../../core/urls/PublicAddress.ts"
import { defaultDownloadLimits, type DownloadLimits, retryAfterSeconds } from "./DownloadLimits.ts"
import { type Fetch, fetchDocument } from "./Fetch.ts"
import { connectWithNode, type NetworkAccess, resolveWithSystem } from "./NetworkAccess.ts"
import { selfTest } from "./SelfTest.ts"

export interface DownloadOptions extends Partial<DownloadLimits> {
  /** Networks in CIDR notation from which downloads are refused: the operator's networks that have public addresses. */
  readonly refusedNetworks?: ReadonlyArray<string>
}

/**
 * Returns a layer that downloads with `node:http` over sockets that it opens itself. This works on Node, Bun and Deno.
 */
export const layer = (
  { refusedNetworks = [], ...limits }: DownloadOptions = {}
): Layer.Layer<Download> => {
  const invalidNetwork = refusedNetworks.find((text) => parseNetwork(text) === null)
  if (invalidNetwork !== undefined) {
    return layerDisabled(`${invalidNetwork} is not a network. Use a form such as 198.51.100.0/24 or 2001:db8::/32.`)
  }
  const isRefused = makeNetworkSet(refusedNetworks)
  return layerWithNetwork({
    resolve: resolveWithSystem,
    isPublic: (address) => isPublicAddress(address, isRefused),
    connect: connectWithNode,
    trustedCertificates: undefined
  }, limits)
}

/** Returns the layer with the given external dependencies, for tests. */
export const layerWithNetwork = (world: NetworkAccess, limits: Partial<DownloadLimits> = {}): Layer.Layer<Download> =>
  Layer.effect(Download, make(world, { ...defaultDownloadLimits, ...limits }))

const make = Effect.fnUntraced(function*(world: NetworkAccess, limits: DownloadLimits) {
  const testResult = yield* Effect.result(selfTest(world))
  if (Result.isFailure(testResult)) return yield* makeDisabled(testResult.failure.reason)
  const runQueued = yield* makeRunQueued({
    queue: "downloads",
    slots: limits.concurrentMax,
    perHostMax: limits.concurrentPerHostMax,
    waitingMax: limits.queuedMax,
    waitingPerKeyMax: limits.queuedPerKeyMax,
    waitMillisMax: limits.queueMillisMax,
    retryAfterSeconds
  })
  const fetch: Fetch = Effect.fnUntraced(function*(text) {
    const url = yield* Effect.fromResult(parseDownloadUrl(text, limits.ports, null))
    const requester = yield* CurrentRequester
    return yield* Effect.timeoutOrElse(fetchDocument(url, limits, world), {
      duration: limits.totalMillisMax,
      orElse: () => Effect.fail(timeoutError(limits))
    }).pipe(runQueued({ requester, host: url.host }))
  })
  return service(fetch, { live: true })
})

/** Returns a layer that refuses all downloads, for use when a safety setting is invalid. */
const layerDisabled = (reason: string) => Layer.effect(Download, makeDisabled(reason))

const makeDisabled = (reason: string) =>
  Effect.as(
    Effect.logWarning(`Downloading documents by URL is disabled. ${reason}`),
    service(() => Effect.fail(disabledError()), { live: false, reason })
  )

const service = (fetch: Fetch, status: DownloadStatus) => Download.of({ fetch, status: Effect.succeed(status) })

const disabledError = () =>
  new DownloadRefused({ message: "This server does not download documents by URL. Upload the file instead." })

const timeoutError = ({ totalMillisMax }: DownloadLimits) =>
  new DownloadFailed({
    message: `The download took longer than ${totalMillisMax / 1_000} seconds. Try again, or upload the file instead.`
  })
