import { Effect, Layer, Result } from "effect"
import type { Socket } from "node:net"
import { parseIpAddress } from "../../core/kernel/networks/IpAddress.ts"
import { makeNetworkSet } from "../../core/kernel/networks/NetworkSet.ts"
import { DownloadFailed, DownloadRefused } from "../../core/threats/Download.ts"
import { isPublicAddress } from "../../core/urls/PublicAddress.ts"
import type { SendOutcome } from "../../core/webhooks/RetrySchedule.ts"
import { attemptMillisMax, type WebhookRequest, WebhookSender } from "../../core/webhooks/WebhookSender.ts"
import { isPublicTarget, parseWebhookUrl, type WebhookUrl } from "../../core/webhooks/WebhookUrl.ts"
import { defaultDownloadLimits, interimResponsesMax } from "./DownloadLimits.ts"
import { connectWithNode, type NetworkAccess, resolveWithSystem } from "./NetworkAccess.ts"
import { startRequest } from "./PinnedRequest.ts"
import { openPinnedSocket } from "./PinnedSocket.ts"
import { selfTest } from "./SelfTest.ts"

export interface WebhookSenderOptions {
  /** Networks in CIDR notation to which webhooks may be sent, in addition to the public internet. */
  readonly allowedNetworks?: ReadonlyArray<string>
}

/**
 * Returns a layer that sends webhooks over the pinned sockets of downloads: the name is resolved once, every address is
 * checked, redirects are not followed, and the body of the response is not read.
 */
export const layer = ({ allowedNetworks = [] }: WebhookSenderOptions = {}): Layer.Layer<WebhookSender> =>
  layerWithNetwork({
    resolve: resolveWithSystem,
    isPublic: (address) => isPublicAddress(address),
    connect: connectWithNode,
    trustedCertificates: undefined
  }, { allowedNetworks })

/** Returns the layer with the given external dependencies, for tests. */
export const layerWithNetwork = (
  world: NetworkAccess,
  { allowedNetworks = [] }: WebhookSenderOptions = {}
): Layer.Layer<WebhookSender> => Layer.effect(WebhookSender, make(world, allowedNetworks))

const make = Effect.fnUntraced(function*(world: NetworkAccess, allowedNetworks: ReadonlyArray<string>) {
  // The first request runs the self-test, so that servers without webhooks start sooner.
  const isSafe = yield* Effect.cached(testConnections(world))
  const isPrivateAllowed = allowedNetworks.length > 0
  const isAllowed = makeNetworkSet(allowedNetworks)
  const isPrivate = (text: string): boolean => {
    const address = parseIpAddress(text)
    return address !== null && isAllowed(address)
  }
  return WebhookSender.of({
    send: Effect.fnUntraced(function*(request) {
      if (!(yield* isSafe)) return failed("This server cannot send webhooks safely. Its log names the reason.")
      const parsed = parseWebhookUrl(request.url, isPrivateAllowed)
      if (Result.isFailure(parsed)) return failed(parsed.failure.message)
      const to = parsed.success
      return yield* send(to, request, { ...world, isPublic: allowedAddresses(to, world, isPrivate) })
    })
  })
})

/** Verifies that requests go only to checked addresses. If the test fails, logs the reason and returns false. */
const testConnections = (world: NetworkAccess): Effect.Effect<boolean> =>
  Effect.matchEffect(selfTest(world), {
    onFailure: ({ reason }) => Effect.as(Effect.logWarning(`Webhooks are not sent. ${reason}`), false),
    onSuccess: () => Effect.succeed(true)
  })

/**
 * Returns the test of an address for one URL. Plain HTTP and unusual ports are allowed only in the operator's networks.
 */
const allowedAddresses = (to: WebhookUrl, world: NetworkAccess, isPrivate: (text: string) => boolean) =>
  isPublicTarget(to) ? (address: string) => isPrivate(address) || world.isPublic(address) : isPrivate

const failed = (error: string): SendOutcome => ({ status: null, error })

const send = (to: WebhookUrl, request: WebhookRequest, world: NetworkAccess): Effect.Effect<SendOutcome> =>
  Effect.scoped(
    Effect.flatMap(openPinnedSocket(to, defaultDownloadLimits, world), (socket) => sendPost(socket, to, request))
  ).pipe(
    Effect.catch((error) => Effect.succeed(failed(messageOf(error)))),
    Effect.timeoutOrElse({
      duration: attemptMillisMax,
      orElse: () => Effect.succeed(failed(`The endpoint did not answer within ${attemptMillisMax / 1_000} seconds.`))
    })
  )

/** Returns a message for a failed webhook. The messages of refused connections mention downloads instead. */
const messageOf = (error: DownloadRefused | DownloadFailed): string =>
  error._tag === "DownloadRefused"
    ? "The URL's host has no allowed address. Webhooks are sent to public addresses over https, and to the networks in " +
      "GATEHOUSE_WEBHOOK_NETWORKS."
    : error.message

/** Sends the request on a socket. The outcome is known with the headers of the response. */
const sendPost = (socket: Socket, to: WebhookUrl, { body, headers }: WebhookRequest) =>
  Effect.callback<SendOutcome, DownloadFailed>((resume) => {
    const fail = () =>
      resume(
        Effect.fail(
          new DownloadFailed({ message: "The endpoint closed the connection or sent an invalid HTTP response." })
        )
      )
    const bytes = new TextEncoder().encode(body)
    const started = startRequest(socket, to, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Content-Length": String(bytes.length), ...headers },
      headerBytesMax: defaultDownloadLimits.headerBytesMax
    })
    let interim = 0
    started.on("error", fail).on("upgrade", fail).on("close", fail)
    started.on("information", () => {
      if (++interim > interimResponsesMax) fail()
    })
    started.on("response", (response) => {
      response.on("error", fail)
      const { headers: { "retry-after": retryAfter }, statusCode: status = 0 } = response
      resume(Effect.succeed({ status, retryAfterMillis: retryAfterMillis(retryAfter) }))
    })
    started.end(bytes)
  })

/** Parses `Retry-After` in seconds. Null for a missing header, and for a date, which receivers rarely send. */
const retryAfterMillis = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : null
