import { Effect } from "effect"
import { brotliDecompress, type CompressCallback, gunzip, inflate, inflateRaw, type ZlibOptions } from "node:zlib"
import { type Download, type Downloaded, DownloadFailed } from "../../core/threats/Download.ts"
import { type DownloadUrl, parseDownloadUrl } from "../../core/threats/DownloadUrl.ts"
import { fromByteText } from "../../core/urls/ByteText.ts"
import type { DownloadLimits } from "./DownloadLimits.ts"
import { fileNameOf } from "./FileName.ts"
import type { NetworkAccess } from "./NetworkAccess.ts"
import { openPinnedSocket } from "./PinnedSocket.ts"
import { type DownloadResponse, sendGet, tooLargeMessage } from "./SendGet.ts"

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Fetches a document. Each redirect is checked like a new request and uses a new connection. */
export const fetchDocument = Effect.fnUntraced(
  function*(from: DownloadUrl, limits: DownloadLimits, world: NetworkAccess) {
    let to = from
    for (let redirect = 0; redirect <= limits.redirectsMax; redirect++) {
      const answer = yield* requestOnce(to, limits, world)
      const location = locationOf(answer)
      if (location === null) return yield* documentFrom(answer, to, limits)
      to = yield* Effect.fromResult(parseDownloadUrl(location, limits.ports, to))
    }
    return yield* new DownloadFailed({
      message: `The URL redirects more than ${limits.redirectsMax} times. Send the final URL instead.`
    })
  }
)

/** Sends one request. The connection closes when the response is complete or the caller is interrupted. */
const requestOnce = (to: DownloadUrl, limits: DownloadLimits, world: NetworkAccess) =>
  Effect.scoped(Effect.flatMap(openPinnedSocket(to, limits, world), (socket) => sendGet(socket, to, limits)))

/**
 * Returns the target of a redirect, or null for other responses. Node decodes headers as one character per byte, but
 * servers send UTF-8, so the header is decoded again.
 */
const locationOf = ({ headers: { location }, status }: DownloadResponse): string | null =>
  location === undefined || !redirectStatuses.has(status) ? null : fromByteText(location) ?? location

/** Maximum characters of a content type. RFC 6838 allows 255 characters, plus parameters. */
const contentTypeCharsMax = 512

const documentFrom = Effect.fnUntraced(
  function*({ body, headers, status }: DownloadResponse, { url }: DownloadUrl, limits: DownloadLimits) {
    if (status !== 200) {
      return yield* new DownloadFailed({
        message: `The URL's server returned status ${status}. The document must be accessible without signing in.`
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

export type Fetch = Download["Service"]["fetch"]

type Decode = (bytes: Uint8Array, options: ZlibOptions, done: CompressCallback) => void

/**
 * Decodes the content encoding. The request asks for none, but some servers use one. Fails if the output exceeds the
 * limit, as for a decompression bomb. Multiple encodings are not decoded, because each could multiply the size.
 */
const decodeBody = (body: Uint8Array, encoding: string | undefined, bytesMax: number) => {
  const name = (encoding ?? "").trim().toLowerCase()
  if (name === "" || name === "identity") return Effect.succeed(body)
  const decode = decoderOf(name, body)
  if (decode === null) {
    return failDownload(
      "The URL's server uses an unsupported content encoding. Supported encodings are gzip, deflate and br."
    )
  }
  return Effect.callback<Uint8Array, DownloadFailed>((resume) =>
    decode(body, { maxOutputLength: bytesMax }, (error, bytes) => {
      if (error === null) {
        return resume(Effect.succeed(copyIfShared(bytes)))
      }
      const isTooLarge = "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
      return resume(
        failDownload(isTooLarge ? tooLargeMessage(bytesMax) : "The document's content encoding is damaged.")
      )
    })
  )
}

/**
 * Copies bytes that are a slice of a larger buffer. Small buffers are slices of a shared pool, which cannot be
 * transferred between threads.
 */
const copyIfShared = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : Uint8Array.from(bytes)

const decoderOf = (name: string, body: Uint8Array): Decode | null => {
  switch (name) {
    case "gzip":
    case "x-gzip":
      return gunzip
    case "br":
      return brotliDecompress
    case "deflate":
      return isZlib(body) ? inflate : inflateRaw
    default:
      return null
  }
}

/**
 * Reports whether the body has a zlib header (RFC 1950). `deflate` means zlib (RFC 9110, section 8.4.1.2), but some
 * servers send raw deflate.
 */
const isZlib = ([method = 0, flags = 0]: Uint8Array): boolean =>
  (method & 15) === 8 && (method * 256 + flags) % 31 === 0

const failDownload = (message: string) => Effect.fail(new DownloadFailed({ message }))
