import { Effect, Layer, Result, Semaphore } from "effect"
import { networkSet } from "../../core/accounts/NetworkSet.ts"
import { Download, DownloadFailed, DownloadRefused, type DownloadStatus } from "../../core/ports/Download.ts"
import { isPublicAddress } from "../../core/urls/PublicAddress.ts"
import { type DownloadLimits, downloadLimits } from "./DownloadLimits.ts"
import { type Fetch, fetchDocument } from "./Fetch.ts"
import { selfTest } from "./SelfTest.ts"
import { connectByNode, resolveBySystem, type World } from "./World.ts"

export interface DownloadOptions extends Partial<DownloadLimits> {
  /** Networks that are public by number but the operator's own, in CIDR form: nothing is fetched from them either. */
  readonly networksRefused?: ReadonlyArray<string>
}

/** `node:http` on sockets of our own, which Node, Bun and Deno all carry. */
export const layer = ({ networksRefused = [], ...limits }: DownloadOptions = {}): Layer.Layer<Download> => {
  const isRefused = networkSet(networksRefused)
  return layerIn({
    resolve: resolveBySystem,
    isPublic: (address) => isPublicAddress(address, isRefused),
    connect: connectByNode,
    trusted: undefined
  }, limits)
}

/** In a world of the caller's making, for tests. */
export const layerIn = (world: World, limits: Partial<DownloadLimits> = {}): Layer.Layer<Download> =>
  Layer.effect(Download, make(world, { ...downloadLimits, ...limits }))

const make = Effect.fnUntraced(function*(world: World, limits: DownloadLimits) {
  const proof = yield* Effect.result(selfTest(world))
  if (Result.isFailure(proof)) {
    const { reason } = proof.failure
    yield* Effect.logWarning(`Fetching documents by URL is off. ${reason}`)
    return service(() => Effect.fail(off()), { live: false, reason })
  }
  const turns = yield* Semaphore.make(limits.downloadsMax)
  const fetch: Fetch = (url) =>
    fetchDocument(url, limits, world).pipe(
      turns.withPermit,
      Effect.timeoutOrElse({ duration: limits.wallMillisMax, orElse: () => Effect.fail(tooSlow(limits)) })
    )
  return service(fetch, { live: true })
})

const service = (fetch: Fetch, status: DownloadStatus) => Download.of({ fetch, status: Effect.succeed(status) })

const off = () =>
  new DownloadRefused({ message: "Fetching documents by URL is off on this server. Send the file itself." })

const tooSlow = ({ wallMillisMax }: DownloadLimits) =>
  new DownloadFailed({
    message: `The document did not arrive within ${wallMillisMax / 1_000} seconds. Try again, or send the file itself.`
  })
