import { Effect } from "effect"
import { type Download, type Downloaded, DownloadFailed } from "../../core/threats/Download.ts"
import { type DownloadUrl, parseDownloadUrl } from "../../core/threats/DownloadUrl.ts"
import { fromByteText } from "../../core/urls/ByteText.ts"
import { decodeBody } from "./DecodeBody.ts"
import type { DownloadLimits } from "./DownloadLimits.ts"
import { type Answer, exchange } from "./Exchange.ts"
import { fileNameOf } from "./FileName.ts"
import { pinnedSocket } from "./PinnedSocket.ts"
import type { World } from "./World.ts"

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Fetches a document; each redirect is checked as if it were a call of its own, on a connection of its own. */
export const fetchDocument = Effect.fnUntraced(function*(from: DownloadUrl, limits: DownloadLimits, world: World) {
  let to = from
  for (let redirect = 0; redirect <= limits.redirectsMax; redirect++) {
    const answer = yield* ask(to, limits, world)
    const location = locationOf(answer)
    if (location === null) return yield* document(answer, to, limits)
    to = yield* Effect.fromResult(parseDownloadUrl(location, limits.ports, to))
  }
  return yield* new DownloadFailed({
    message: `The URL redirects more than ${limits.redirectsMax} times. Send the URL that it leads to.`
  })
})

/** The connection is closed as soon as the answer is there, or nobody waits for it any more. */
const ask = (to: DownloadUrl, limits: DownloadLimits, world: World) =>
  Effect.scoped(Effect.flatMap(pinnedSocket(to, limits, world), (socket) => exchange(socket, to, limits)))

/** Where a redirect leads. Servers write UTF-8 here, and headers come one character a byte. */
const locationOf = ({ headers: { location }, status }: Answer): string | null =>
  location === undefined || !redirects.has(status) ? null : fromByteText(location) ?? location

/** The longest type that is passed on; RFC 6838 allows 255 characters and parameters come on top. */
const contentTypeCharsMax = 512

const document = Effect.fnUntraced(
  function*({ body, headers, status }: Answer, { url }: DownloadUrl, limits: DownloadLimits) {
    if (status !== 200) {
      return yield* new DownloadFailed({
        message:
          `The server of the URL answers with status ${status}, not with a document. It must be there for everyone.`
      })
    }
    const bytes = yield* decodeBody(body, headers["content-encoding"], limits.bytesMax)
    return {
      bytes,
      fileName: fileNameOf(headers["content-disposition"], url),
      contentType: headers["content-type"]?.slice(0, contentTypeCharsMax) ?? null,
      finalUrl: url.href
    } satisfies Downloaded
  }
)

/** What fetches, for a caller. */
export type Fetch = Download["Service"]["fetch"]
